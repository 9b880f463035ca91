"""A built site settles where pages are: by what pages say of themselves, by the sitemap, by where files lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.discover import discover
from tests.ingest.test_discover import routes, write

SPHINX = {"conf.py": "project = 'T'\nhtml_theme = 'x'\n", "index.rst": "A\n=\n\nB.", "a/b.rst": "C\n=\n\nD."}
PAGE = "<html><head>{}</head><body><p>Text.</p></body></html>"


def canonical(url: str) -> str:
    return PAGE.format(f'<link href="{url}" rel="canonical">')


def test_pages_say_it_themselves(tmp_path: Path) -> None:
    write(tmp_path, SPHINX)
    assert routes(tmp_path) == ["/index.html", "/a/b.html"]
    built = {
        "_build/html/index.html": canonical("https://tea.dev/en/latest/"),
        "_build/html/a/b/index.html": canonical("https://tea.dev/en/latest/a/b/"),
        "_build/html/genindex/index.html": PAGE.format(""),
    }
    write(tmp_path, built)
    book = discover(tmp_path)
    assert [leaf.route for leaf in book.leaves] == ["/en/latest/", "/en/latest/a/b/"]
    assert (book.site, book.assumed, book.unproven) == ("https://tea.dev", (), 0)
    assert book.proof == "2 of 2 pages are in the built site html"


def test_the_sitemap_says_it(tmp_path: Path) -> None:
    config = "export default { url: process.env.URL, baseUrl: process.env.BASE, presets: [['classic', {}]] }"
    write(tmp_path / "s", {"docusaurus.config.js": config, "docs/a.md": "# A", "docs/b.md": "# B"})
    assert routes(tmp_path / "s") == ["/docs/a", "/docs/b"]
    sitemap = "".join(f"<url><loc>https://tea.dev/guide/docs/{name}</loc></url>" for name in "ab")
    built = {f"out/docs/{name}/index.html": PAGE.format("") for name in "ab"}
    write(tmp_path, {**built, "out/sitemap.xml": f"<urlset>{sitemap}</urlset>"})
    book = discover(tmp_path / "s", built=str(tmp_path / "out"))
    assert [leaf.route for leaf in book.leaves] == ["/guide/docs/a", "/guide/docs/b"]
    assert (book.site, book.assumed) == ("https://tea.dev", ())


@pytest.mark.parametrize("name", ["sitemap.xml", "sitemap-index.xml"])
def test_a_sitemap_may_name_others(tmp_path: Path, name: str) -> None:
    pages = "".join(f"<url><loc>https://tea.dev/guide/{path}</loc></url>" for path in ("", "a/b/"))
    built = {
        f"public/{name}": "<sitemapindex><sitemap><loc>https://tea.dev/guide/en/pages.xml</loc></sitemap></sitemapindex>",
        "public/en/pages.xml": f"<urlset>{pages}</urlset>",
        "public/index.html": PAGE,
        "public/a/b/index.html": PAGE,
    }
    write(tmp_path, {**SPHINX, **built})
    assert routes(tmp_path) == ["/guide/", "/guide/a/b/"]


def test_a_build_that_says_nothing_of_its_base_leaves_the_configurations_own(tmp_path: Path) -> None:
    config = "export default { url: 'https://tea.dev', baseUrl: '/guide/', presets: [['classic', {}]] }"
    pages = {f"build/docs/{name}/index.html": PAGE for name in "ab"}
    write(tmp_path, {"docusaurus.config.js": config, "docs/a.md": "# A", "docs/b.md": "# B", **pages})
    write(tmp_path, {"build/index.html": PAGE})
    book = discover(tmp_path)
    assert book.proof == "2 of 2 pages are in the built site build"
    assert [leaf.route for leaf in book.leaves] == ["/guide/docs/a", "/guide/docs/b"]


def test_files_alone_tell_the_builder(tmp_path: Path) -> None:
    write(tmp_path, {**SPHINX, "build/dirhtml/index.html": PAGE, "build/dirhtml/a/b/index.html": PAGE})
    assert routes(tmp_path) == ["/", "/a/b/"]


def test_a_page_that_is_not_built_is_told(tmp_path: Path) -> None:
    write(tmp_path, {**SPHINX, "out/index.html": canonical("https://tea.dev/index.html")})
    book = discover(tmp_path, built=str(tmp_path / "out"))
    assert (book.unproven, book.proof) == (1, "1 of 2 pages are in the built site out")
    assert [leaf.route for leaf in book.leaves] == ["/index.html", "/a/b.html"]


def test_another_books_build_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, {**SPHINX, "site/index.html": canonical("https://other.dev/x/"), "site/z.html": PAGE})
    assert routes(tmp_path) == ["/index.html", "/a/b.html"]
    with pytest.raises(BadSource, match="holds no page of this book"):
        discover(tmp_path, built=str(write(tmp_path / "none", {"q.html": PAGE})))
    with pytest.raises(BadSource, match="There is no folder"):
        discover(tmp_path, built=str(tmp_path / "nowhere"))


def test_read_the_docs_commands_tell_the_builder(tmp_path: Path) -> None:
    commands = "build:\n  commands:\n    - python -m sphinx -b dirhtml . $READTHEDOCS_OUTPUT/html\n"
    write(tmp_path, {**SPHINX, ".readthedocs.yaml": commands})
    assert routes(tmp_path) == ["/", "/a/b/"]


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("search/search_index.json", '{"docs": [{"location": ""}, {"location": "guide/"}, {"location": "guide/#a"}]}'),
        ("searchindex.js", 'Search.setIndex({"docnames": ["index", "guide"]})'),
    ],
)
def test_a_search_index_alone_tells_the_pages(tmp_path: Path, name: str, index: str) -> None:
    write(
        tmp_path / "book", {"mkdocs.yml": "site_name: T\n", "docs/index.md": "# A\n\nB.", "docs/guide.md": "# G\n\nH."}
    )
    write(tmp_path / "built", {name: index})
    book = discover(tmp_path / "book", built=str(tmp_path / "built"))
    assert book.proof == "2 of 2 pages are in the built site built"
