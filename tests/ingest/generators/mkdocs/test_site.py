"""Routes, heading ids and words of an MkDocs site must be those of the site that MkDocs itself builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import GAP, Manuscript, Reading
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.built import build, check, generator
from tests.ingest.test_discover import write

SITE = Path(__file__).parent / "site"

# Route → ids of the headings below the title; recorded from MkDocs 1.6.1 with Material 9.8.1.
BUILT: dict[str, list[str]] = {
    "/manual/": [
        "same-words",
        "same-words_1",
        "my-own-id",
        "done--dusted",
        "größe-naïve-café--東京",
        "code-and-emphasis-in-a-link",
    ],
    "/manual/guide/": ["a-heading-from-a-snippet"],
    "/manual/guide/first-boil/": ["choose-a-plug", "steps"],
    "/manual/guide/deep/scale_removal/": ["a-second-first-level-heading"],
    "/manual/formats/": ["setext-heading", "jumped-a-level", "quoted-heading", "heading-in-an-item"],
    "/manual/reference/api/": ["boilwater--slowlyfalse", "init-and-snake_case"],
    "/manual/blog/": [],
    "/manual/orphan/": [],
    "/manual/blog/2024/03/09/we-have-moved-to-a-new-kitchen/": ["why"],
}


@pytest.fixture(scope="module")
def book() -> Manuscript:
    return discover(SITE)


def page(book: Manuscript, route: str) -> Reading:
    return read(next(leaf for leaf in book.leaves if leaf.route == route), book.root)


def text(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


def test_the_site_is_recognised(book: Manuscript) -> None:
    assert (book.kind, book.title, book.site) == ("mkdocs", "Kettle Handbook", "https://kettle.example")
    assert [leaf.route for leaf in book.leaves] == list(BUILT)
    assert book.skipped == ()


def test_the_docs_folder_alone_is_the_same_book() -> None:
    assert [leaf.route for leaf in discover(SITE / "docs").leaves] == list(BUILT)


@pytest.mark.parametrize("route", BUILT)
def test_heading_ids(book: Manuscript, route: str) -> None:
    assert [section.anchor for section in page(book, route).sections if section.anchor] == BUILT[route]


@pytest.mark.real
def test_a_real_build_has_the_same_routes_ids_and_words(book: Manuscript, tmp_path: Path) -> None:
    build(generator("mkdocs"), "build", "-q", "-d", tmp_path, cwd=SITE)
    counts = check(book, tmp_path, "/manual/")
    assert counts["routes"] == len(BUILT)
    assert counts["anchors"] == sum(map(len, BUILT.values()))
    assert counts["fragments"] == counts["passages"] > 20
    made = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("index.html") if "archive" not in str(path)
    }
    assert made == {f"{route.removeprefix('/manual/')}index.html" for route in BUILT}


def test_titles(book: Manuscript) -> None:
    assert page(book, "/manual/").title == "Welcome to the kettle"
    assert page(book, "/manual/guide/first-boil/").title == "The very first boil"
    assert page(book, "/manual/formats/").title == "Formats"
    assert page(book, "/manual/guide/").title == "Guide"


def test_admonitions_tabs_and_code(book: Manuscript) -> None:
    shown = text(page(book, "/manual/guide/first-boil/"))
    assert "Note: Rinse it once with plain water.\n\nHot surface: The base stays warm" in shown
    assert "Shorter waiting: Use warm water" in shown
    assert "Europe:\n\nUse the plug with two round pins." in shown
    assert "plug.py\n\n```py\nvolts = 230\nprint(volts)\n```" in shown
    assert "Danger: Never use an adapter without earth." in shown
    assert "Term one: The first definition explains the term." in shown
    assert not any(mark in shown for mark in ("!!!", "???", "===", "++", "[x]", "(1)"))


def test_inline_extensions(book: Manuscript) -> None:
    shown = text(page(book, "/manual/guide/deep/scale_removal/"))
    assert "Use plenty of water, H2O to be exact, at 100o and add nothing else ©." in shown
    assert "The law is $E = mc^2$ and also:\n\n$$\na^2 + b^2 = c^2\n$$" in shown
    assert "Icons such as and vanish from this line." in shown
    assert "Inline `range(10)` is highlighted code." in shown
    assert "| Lemon \\| lime | 5 % |" in shown
    assert "Hyper Text" not in shown
    assert "nobody sees" not in shown


def test_a_changed_snippet_changes_the_page(tmp_path: Path) -> None:
    config = "markdown_extensions:\n  - pymdownx.snippets\n"
    write(tmp_path, {"mkdocs.yml": config, "docs/a.md": '--8<-- "part.md"\n', "docs/b.md": "B", "part.md": "one"})
    before = {leaf.source: fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves}
    (tmp_path / "part.md").write_text("two")
    after = {leaf.source: fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves}
    assert [name for name in before if before[name] != after[name]] == ["docs/a.md"]


def test_nothing_outside_the_site_is_read_or_run(tmp_path: Path) -> None:
    """A snippet outside, an address, a function to call and an extension that nobody knows: all left out."""
    config = """
markdown_extensions:
  - pymdownx.snippets:
      base_path: [/, .., .]
      url_download: true
  - toc:
      slugify: !!python/object/apply:os.system ["touch ran"]
  - pymdownx.b64
  - evil.extension
hooks: [evil.py]
site_name: !ENV [HOME, Fallback]
"""
    page = '# T\n\n--8<-- "../secret.txt"\n\n--8<-- "/etc/passwd"\n\n--8<-- "http://127.0.0.1/x"\n\nWords.\n'
    write(tmp_path, {"site/mkdocs.yml": config, "site/docs/index.md": page, "secret.txt": "secret"})
    book = discover(tmp_path / "site")
    assert book.title == "Fallback"
    assert text(read(book.leaves[0], book.root)) == "Words."
    assert not list(tmp_path.rglob("ran"))


@pytest.mark.parametrize(("directory_urls", "routes"), [("true", ["/", "/a/", "/b/c/"]), ("false", ["/index.html"])])
def test_directory_urls(tmp_path: Path, directory_urls: str, routes: list[str]) -> None:
    files = {"docs/index.md": "i", "docs/a.md": "a", "docs/b/c.md": "c", "docs/.x/y.md": "y", "docs/README.md": "r"}
    write(tmp_path, {"mkdocs.yml": f"use_directory_urls: {directory_urls}", **files})
    assert [leaf.route for leaf in discover(tmp_path).leaves][: len(routes)] == routes
    assert len(discover(tmp_path).leaves) == 3


def test_pages_files_arrange_the_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "mkdocs.yml": "plugins: [awesome-pages]",
            "docs/index.md": "i",
            "docs/a.md": "a",
            "docs/z.md": "z",
            "docs/part/one.md": "1",
            "docs/part/two.md": "2",
            "docs/.pages": "nav:\n  - Last first: z.md\n  - ...\n  - index.md\n",
            "docs/part/.pages": "arrange: [two.md]\n",
        },
    )
    assert [leaf.route for leaf in discover(tmp_path).leaves] == ["/z/", "/a/", "/part/two/", "/part/one/", "/"]


def test_a_broken_configuration_takes_the_defaults(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "nav: [unclosed\n\t- x", "docs/a.md": "a"})
    assert [leaf.route for leaf in discover(tmp_path).leaves] == ["/a/"]


def test_macros_and_api_docs_vanish(tmp_path: Path) -> None:
    config = "plugins: [macros, mkdocstrings]\nextra:\n  maker: {name: Braun}\n"
    page = (
        "# T\n\nBy {{ maker.name }}{{ secret() }}.\n\n{% if x %}\n\n::: kettle.core\n    options:\n      a: b\n\nEnd.\n"
    )
    write(tmp_path, {"mkdocs.yml": config, "docs/a.md": page})
    book = discover(tmp_path)
    assert text(read(book.leaves[0], book.root)) == "By Braun .\n\nEnd.", "something is missing before the full stop"


def test_template_tags_show_what_plain_variables_say(tmp_path: Path) -> None:
    config = """
site_name: Tea
plugins:
  - macros:
      include_yaml: [data.yml]
extra: {unit: grams}
"""
    body = """---
title: Leaves
kind: green
---

Take {{ amount }} {{ unit }} of {{ kind | upper }} tea by {{ config.site_name }}.
{% set pot = "clay" %}
Use a {{ pot }} pot. {{ now() }} it is.

{% for tea in teas %}
{{ tea.name }}
{% endfor %}
{% include "part.md" %}
{% raw %}Write {{ name }} here.{% endraw %}
"""
    write(tmp_path, {"mkdocs.yml": config, "data.yml": "amount: 5\n", "docs/a.md": body, "docs/part.md": "A part."})
    book = discover(tmp_path)
    leaf = next(leaf for leaf in book.leaves if leaf.source == "docs/a.md")
    reading = read(leaf, book.root)
    assert "Take 5 grams of green tea by Tea." in text(reading)
    assert "Use a clay pot. it is." in text(reading)
    assert "A part." in text(reading)
    assert "Write {{ name }} here." in text(reading)
    assert "tea.name" not in text(reading)
    assert reading.warnings == ("for and its like (2) show what only a build knows",)
    assert f"Use a clay pot.\n{GAP}\nit is." in reading.visible
    assert leaf.parts == (tmp_path / "docs" / "part.md",)


def test_code_from_beside_the_pages_is_read_where_the_author_gave_it(tmp_path: Path) -> None:
    config = "site_name: T\nmarkdown_extensions: [markdown_include_variants]\n"
    page = "# A\n\nFirst:\n\n{* ../../src/first.py ln[1:2,4] hl[1] *}\n\n{* ../../../secret.py *}\n"
    files = {"repo/docs/en/mkdocs.yml": config, "repo/docs/en/docs/index.md": page, "repo/src/first.py": "a\nb\nc\nd\n"}
    write(tmp_path, {**files, "secret.py": "secret"})
    whole = discover(tmp_path / "repo")
    reading = read(whole.leaves[0], whole.root)
    assert text(reading) == "First:\n\n```py\na\nb\nd\n```"
    assert reading.warnings == ("../../../secret.py cannot be included",)
    alone = discover(tmp_path / "repo" / "docs" / "en")
    assert read(alone.leaves[0], alone.root).warnings == ("../../src/first.py and 1 more cannot be included",)


def test_a_code_block_with_options_of_a_sites_own_is_still_code(tmp_path: Path) -> None:
    """A hook of the site takes them out; with them Python-Markdown would take all that follows for code."""
    fences = (
        '```py title="a.py" requires="3.9"\nx = 1\n```\n\n```toml config-example\ny = 2\n```\n\n## After\n\nWords.\n'
    )
    config = "markdown_extensions: [pymdownx.superfences, pymdownx.highlight]\n"
    write(tmp_path, {"mkdocs.yml": config, "docs/index.md": f"# T\n\n{fences}"})
    book = discover(tmp_path)
    sections = read(book.leaves[0], book.root).sections
    assert [section.anchor for section in sections] == ["", "after"]
    code = "\n".join(block.text for block in sections[0].blocks if block.kind == "code")
    assert "x = 1" in code
    assert "y = 2" in code


def test_a_heading_that_is_also_the_files_name_is_kept_below_another_title(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "site_name: T\n"})
    write(tmp_path, {"docs/debugging.md": "---\ntitle: How to debug\n---\n\n# Debugging\n\nLook.\n"})
    (leaf,) = discover(tmp_path).leaves
    reading = read(leaf, tmp_path)
    assert (reading.title, reading.sections[0].headings) == ("How to debug", ("Debugging",))


def test_a_posts_address_is_made_from_its_first_line_or_its_files_name(tmp_path: Path) -> None:
    # As Material for MkDocs 9 builds a post that opens without a title: a comment in its code is none.
    post = "---\ndate: 2024-12-26\n---\n\n## Why\n\n```toml\n# versions of extras\n```\n"
    write(tmp_path, {"mkdocs.yml": "site_name: T\ntheme: material\nplugins: [blog]\n", "docs/index.md": "# T\n"})
    write(tmp_path, {"docs/blog/posts/migrating_to-uv.md": post})
    assert "/blog/2024/12/26/migrating-to-uv/" in [leaf.route for leaf in discover(tmp_path).leaves]
