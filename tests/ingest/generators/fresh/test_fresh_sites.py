"""Sites with unusual yet legal settings, written after the readers: every route and heading id is the real build's.

Records are made by ``make generators NAMES=fresh/…``.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.pipeline.verdict import lost_headings, template_marks
from tests.ingest.built import passages
from tests.ingest.test_discover import write

HERE = Path(__file__).parent
ASKED: dict[str, list[dict[str, str]]] = {
    "docusaurus": [
        {**locale, **version}
        for locale in ({}, {"locale": "fa"}, {"locale": "de"})
        for version in ({}, {"version": "1.x"}, {"version": "current"})
    ],
    "vitepress": [{}],
    "starlight": [{}],
    "hugo": [{}],
    "nextra": [{}],
    "jekyll": [{}],
    "antora": [{}],
}
SITES = {
    "docusaurus": ("The Well Keeper", "https://wells.tools", "en"),
    "vitepress": ("Oven Book", "https://bread.tools", ""),
    "starlight": ("Kite Book", "https://kites.tools", "en"),
    "hugo": ("Ice House", "https://ice.tools", "en"),
    "nextra": ("Site", "", ""),
    "antora": ("Grain Guide", "https://mill.tools", ""),
    "jekyll": ("Honey Notes", "https://honey.tools", ""),
}

MADE_UP = {
    "docusaurus": {
        f"/keeper/{locale}news{page}" for locale in ("", "fa/", "de/") for page in ("", "/archive", "/authors")
    },
    "vitepress": set(),
    "starlight": {
        *(f"/fly/{locale}/making/{page}/" for locale in ("ar", "pt-br") for page in ("frame", "tail", "tail-of-kite")),
        *(
            f"/fly/{locale}/rest/{page}"
            for locale in ("ar", "pt-br")
            for page in ("", "unlisted/", "v20/releasenotes/")
        ),
        "/fly/pt-br/",
    },
    "hugo": {"/house/en/", "/house/deep/", "/house/ar/docs/", "/house/pt-br/", "/house/pt-br/docs/"},
    "nextra": {"/dye/", "/dye/404/"},  # the first is written in JavaScript
    "jekyll": set(),
    "antora": {"/handbook/", "/handbook/grain/stable/old/"},
}
"""Pages that a build makes without a file: lists, redirects, stand-ins for what is not translated."""


def built(name: str) -> dict[str, list[str]]:
    """Route → heading ids, without the ending that a web server adds."""
    found: dict[str, list[str]] = json.loads((HERE / name / "built.json").read_text("utf-8"))
    return {route.removesuffix(".html"): ids for route, ids in found.items()}


@pytest.mark.parametrize(("name", "asked"), [(name, asked) for name, rows in ASKED.items() for asked in rows])
def test_routes_and_heading_ids_are_the_builds_own(name: str, asked: dict[str, str]) -> None:
    book, real = discover(HERE / name / "site", **asked), built(name)
    assert (book.kind, book.title, book.site) == (name, *SITES[name][:2])
    assert book.language == asked.get("locale", SITES[name][2])
    assert (book.assumed, book.skipped, book.unread) == ((), (), ())
    for leaf in book.leaves:
        route = unquote(leaf.route).removesuffix(".html")
        ids = real.get(route, real.get(f"{route}/"))
        assert ids is not None, f"{leaf.source}: no page at {route}"
        anchors = [section.anchor for section in read(leaf, book.root).sections if section.anchor]
        assert anchors in (ids, ids[1:]), f"{leaf.source}: {anchors} and not {ids}"  # a title opens the page itself


@pytest.mark.parametrize("name", ASKED)
def test_no_heading_is_lost_and_no_mark_left(name: str) -> None:
    book = discover(HERE / name / "site")
    found = passages(book)
    of = {leaf.route: [passage for passage in found if passage.route == leaf.route] for leaf in book.leaves}
    assert [heading for leaf in book.leaves for heading in lost_headings(leaf, of[leaf.route])] == []
    marks = {"jekyll": ["{{ stay }}"], "vitepress": ["{{ vpre }}"]}  # quoted as they are
    assert [mark for _, mark in template_marks(found)] in ([], marks.get(name))


@pytest.mark.parametrize("name", ASKED)
def test_every_page_with_a_text_of_its_own_is_read(name: str) -> None:
    books = [discover(HERE / name / "site", **asked) for asked in ASKED[name]]
    known = {unquote(leaf.route).removesuffix(".html").rstrip("/") for book in books for leaf in book.leaves}
    assert {route for route in built(name) if route.rstrip("/") not in known} == MADE_UP[name]


def test_the_sidebar_orders_every_language_and_the_sites_own_comes_first() -> None:
    routes = [leaf.route.removeprefix("/fly/") for leaf in discover(HERE / "starlight" / "site").leaves]
    assert routes[:3] == ["en/start/", "en/making/frame/", "en/making/tail/"]
    assert [route for route in routes if route.endswith("start/")] == ["en/start/", "ar/start/", "pt-br/start/"]
    assert routes[-1] == "extra/", "a page beside the docs"


def test_nextra_has_pages_beside_its_content_and_constants_in_its_settings(tmp_path: Path) -> None:
    config = (
        "import nextra from 'nextra'\nimport { BASE } from './base.mjs'\n"
        "const withNextra = nextra({ contentDirBasePath: '/book' })\n"
        "export default withNextra({ basePath: BASE, trailingSlash: true })\n"
    )
    files = {
        "next.config.mjs": config,
        "base.mjs": "export const BASE = '/dye'\n",
        "content/index.mdx": "# Dye\n\nColour.",
        "content/plants/woad.md": "# Woad\n\nBlue.",
        "app/legal/page.mdx": "# Legal\n\nWords.",
        "app/book/[[...mdxPath]]/page.jsx": "",
    }
    book = discover(write(tmp_path, files))
    assert [leaf.route for leaf in book.leaves] == ["/dye/book/", "/dye/book/plants/woad/", "/dye/legal/"]
    assert book.assumed == ()


@pytest.mark.parametrize(
    ("settings", "routes"),
    [
        ("disablePathToLower: true\n", {"/b/Two Words/A B.md": "/b/Two-Words/A-B/"}),
        ("removePathAccents: true\n", {"/b/Größe.md": "/b/große/"}),
        ("", {"/b/हिन्दी.md": "/b/हिन्दी/", "/b/a & b.md": "/b/a--b/"}),
        ("permalinks: {page: {b: '/x/:slugorcontentbasename/'}}\n", {"/b/c d.md": "/x/c-d/"}),
    ],
)
def test_names_in_hugos_addresses(tmp_path: Path, settings: str, routes: dict[str, str]) -> None:
    """As ``hugo build`` names their folders."""
    pages = {f"content{name}": "---\ntitle: T\n---\nWords." for name in routes}
    book = discover(write(tmp_path, {"hugo.yaml": f"baseURL: https://x.tools/\n{settings}", **pages}))
    assert sorted(unquote(leaf.route) for leaf in book.leaves) == sorted(routes.values())


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ("languages: {de: {baseURL: 'https://de.x.tools/'}}\n", "languages: de: baseURL"),
        ("module: {mounts: [{source: notes, target: content/notes}]}\n", "module: mounts: notes"),
        ("markup: {goldmark: {parser: {autoHeadingID: false}}}\n", "markup: ids of headings"),
        ("permalinks: {section: {b: '/:odd/'}}\n", "permalinks: b"),
    ],
)
def test_what_is_not_known_of_hugo_is_named(tmp_path: Path, settings: str, name: str) -> None:
    files = {"hugo.yaml": f"baseURL: https://x.tools/\n{settings}", "content/b/a.md": "Words."}
    assert [setting for setting, _ in discover(write(tmp_path, files)).assumed] == [name]


@pytest.mark.parametrize(
    ("version", "urls", "sources", "route", "assumed"),
    [
        ("'2.1'", "latest_version_segment: now", "branches: HEAD", "/g/now/a.html", []),
        (
            "'2.1'",
            "{latest_version_segment: now, latest_version_segment_strategy: redirect:from}",
            "",
            "/g/2.1/a.html",
            [],
        ),
        (
            "'2.1'",
            "latest_version_segment: now",
            "branches: [main, 1.x]",
            "/g/now/a.html",
            ["which version is the latest"],
        ),
        ("'2.1'\nprerelease: -beta.1", "latest_version_segment: now", "branches: HEAD", "/g/2.1/a.html", []),
        ("true", "{}", "branches: HEAD", "/g/a.html", ["version, which follows from the branch"]),
        ("{'v*': $1}", "{}", "branches: HEAD", "/g/a.html", ["version, which follows from the branch"]),
    ],
)
def test_antoras_version_in_addresses(
    tmp_path: Path, version: str, urls: str, sources: str, route: str, assumed: list[str]
) -> None:
    indented = urls if urls.startswith("{") else f"{{{urls}}}"
    playbook = (
        f"site: {{url: 'https://mill.tools'}}\nurls: {indented}\ncontent:\n  sources:\n  - {{url: ., {sources}}}\n"
    )
    files = {
        "antora-playbook.yml": playbook,
        "antora.yml": f"name: g\nversion: {version}\n",
        "modules/ROOT/pages/a.adoc": "= A\n\nB.",
    }
    book = discover(write(tmp_path, files))
    assert [leaf.route for leaf in book.leaves] == [route]
    assert [name for name, _ in book.assumed] == assumed
