"""Routes and heading ids as mdBook gives them. It is not in the registries: the table follows its documented rules.

https://rust-lang.github.io/mdBook/format/summary.html and https://rust-lang.github.io/mdBook/format/mdbook.html
"""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Manuscript, Reading
from footnoted.ingest.pipeline.fingerprint import fingerprint
from tests.ingest.built import passages

SITE = Path(__file__).parent / "site"

EXPECTED: dict[str, list[str]] = {
    "/book/preface.html": ["same", "same-1", "same-1-1"],
    "/book/flour.html": [
        "vect-and-emphasis-a--b",
        "ignored-not",
        "über-alles",
        "trailing",
        "setext-heading",
        "with-class",
        "raw-heading",
        "second-first-level",
    ],
    "/book/part/kneading.html": ["from-another-file"],
    "/book/part/index.html": [],
    "/book/lines.html": [],
    "/book/odd%20name.html": [],
    "/book/deep/er/thanks.html": [],
}


@pytest.fixture(scope="module")
def book() -> Manuscript:
    return discover(SITE)


def page(book: Manuscript, ending: str) -> Reading:
    leaf = next(leaf for leaf in book.leaves if leaf.route.endswith(ending))
    return read(leaf, book.root)


def text(reading: Reading) -> str:
    return "\n\n".join(block.text for section in reading.sections for block in section.blocks)


def test_the_book_is_recognised(book: Manuscript) -> None:
    assert (book.kind, book.title, book.site) == ("mdbook", "Bread by Hand", "https://bread.example")
    assert [leaf.route for leaf in book.leaves] == list(EXPECTED)
    assert [name for name, _ in book.skipped] == ["src/missing.md"]


def test_the_source_folder_alone_is_the_same_book(book: Manuscript) -> None:
    assert [leaf.route for leaf in discover(SITE / "src").leaves] == list(EXPECTED)


@pytest.mark.parametrize("route", EXPECTED)
def test_heading_ids(book: Manuscript, route: str) -> None:
    assert [section.anchor for section in page(book, route).sections if section.anchor] == EXPECTED[route]


def test_titles(book: Manuscript) -> None:
    titles = [read(leaf, book.root).title for leaf in book.leaves]
    assert titles == ["Why bread", "All about flour", "Kneading", "The oven", "Hidden lines", "Odd name", "Thanks"]


def test_files_are_put_in(book: Manuscript) -> None:
    reading = page(book, "kneading.html")
    shown = text(reading)
    assert "Words that several chapters share.\n\nline two of two" in shown
    assert shown.count("```rust\nfn knead() {\n    fold();\n}\n```") == 2  # include and playground
    assert "By anchor:\n\n```rust\n    fold();\n```" in shown
    assert "By lines:\n\n```rust\nfn knead() {\n    fold();\n```" in shown
    assert "```text\nline one of two\nline two of two\n```" in shown
    assert "Escaped: {{#include not.rs}} stays." in shown
    assert "Filename: src/main.rs: Listing 1-1: How to `fold` the dough:\n\n```rust\nfold();\n```" in shown
    assert "ANCHOR" not in shown
    assert "unknown" not in shown
    assert "root:" not in shown
    assert reading.warnings == ("../../../../../etc/passwd cannot be included",)


def test_hidden_lines(book: Manuscript) -> None:
    assert text(page(book, "lines.html")).split("\n\n") == [
        "```rust\n#![allow(unused)]\n#[derive(Debug)]\nstruct Loaf;\n# not hidden\n```",
        "```python\nshown()\n```",
        "```js\nshown_too()\n```",
        "```sh\n# a comment that stays\nbake\n```",
    ]


def test_notes_lists_and_tables(book: Manuscript) -> None:
    shown = text(page(book, "flour.html"))
    assert "Note: Alerts are notes.\n\nJust a quotation of two lines." in shown
    assert "Hydration: The share of water.\n\n- weighed\n- baked\n\nA claim." in shown
    assert "| 1 | `x \\| y` |" in shown


def test_no_link_is_made_of_words_that_typography_may_change(book: Manuscript) -> None:
    """Whether quotes turn curly depends on mdBook's version."""
    mixing = next(passage for passage in passages(book) if passage.text.startswith("Mix them"))
    assert mixing.text == 'Mix them well -- with "clean" hands.'
    assert mixing.fragment == "Mix%20them%20well"  # and not a word further


def test_a_changed_listing_changes_the_chapter(book: Manuscript, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "book.toml").write_text("[book]")
    (tmp_path / "src/SUMMARY.md").write_text("- [A](a.md)\n- [B](b.md)\n")
    (tmp_path / "src/a.md").write_text("{{#include part.txt}}")
    (tmp_path / "src/b.md").write_text("B")
    (tmp_path / "src/part.txt").write_text("one")
    before = [fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves]
    (tmp_path / "src/part.txt").write_text("two")
    after = [fingerprint(leaf, book) for book in [discover(tmp_path)] for leaf in book.leaves]
    assert (before[0] == after[0], before[1] == after[1]) == (False, True)


def test_files_that_include_each_other_come_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "book.toml").write_text("[book]")
    (tmp_path / "src/SUMMARY.md").write_text("- [A](a.md)\n")
    (tmp_path / "src/a.md").write_text("word {{#include a.md}}" * 10)
    book = discover(tmp_path)
    reading = read(book.leaves[0], book.root)
    assert 10 < reading.visible.count("word") <= 10 * (2_000 + 1)
    (warning,) = reading.warnings
    assert "cannot be included" in warning


def test_typography_leaves_code_alone(tmp_path: Path) -> None:
    """mdBook 0.5 makes a dash of ``--`` in a heading's words, and none of it in its code; ids show it."""
    (tmp_path / "src").mkdir()
    (tmp_path / "book.toml").write_text("[book]\n[output.html]\nsmart-punctuation = true\n")
    (tmp_path / "src/SUMMARY.md").write_text("- [A](a.md)\n")
    (tmp_path / "src/a.md").write_text(
        "# A\n\n## bake `--hot`\n\n`bake --hot` browns it.\n\n```sh\nbake --hot loaf\n```\n\n"
        "## Hot -- or not\n\nIt really doesn't matter.\n"
    )
    book = discover(tmp_path)
    assert [section.anchor for section in page(book, "a.html").sections] == ["bake---hot", "hot--or-not"]
    found = [words for passage in passages(book) for _, words in passage.fragments]
    assert found[0] == "bake%20%2D%2Dhot%20browns%20it"
    assert found[-1] == "It%20really%20doesn%E2%80%99t%20matter"
