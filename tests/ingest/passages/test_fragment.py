"""Words for links: what a build puts between them, and is not known, is never reached over."""

from __future__ import annotations

from pathlib import Path

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import GAP
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.passages.fragment import PageWords

TWICE = "The water must be hot enough."


def test_a_sentence_that_stands_twice_is_told_by_its_neighbours() -> None:
    (start, words), *_ = PageWords(f"Black tea.\n{TWICE}\nGreen tea.\n{TWICE}").fragments(TWICE)
    assert (start, words) == (0, "Black%20tea.-,The%20water%20must%20be%20hot%20enough")


def test_neighbours_beyond_a_gap_are_none() -> None:
    words = PageWords(f"Black tea.\n{GAP}\n{TWICE}\n{GAP}\nGreen tea.\n{GAP}\n{TWICE}\n{GAP}")
    assert words.fragments(TWICE) == ((0, ""),)


def test_on_a_long_page_a_block_that_begins_others_is_not_taken_for_unique() -> None:
    filler = "\n".join(f"Line number {number} of many, to make a page long." for number in range(6000))
    words = PageWords(f"Kettle of Ann Lee\nKettle of Ann Lee and Bo\n{filler}")
    assert words.fragments("Kettle of Ann Lee") == ((0, ""),)


@pytest.mark.parametrize(
    "between",
    [
        ".. function:: brew(water)\n\n   {words}\n",
        ":param water: What is poured.\n:returns: {words}\n",
        ".. note::\n\n   {words}\n",
        ".. versionadded:: 1.2\n   {words}\n",
        "Made with :ref:`unknown`\n\n{words}\n",
        ".. toctree::\n\n   more\n\n{words}\n",
        ".. literalinclude:: gone.py\n\n{words}\n",
        ".. include:: gone.txt\n\n{words}\n",
    ],
)
def test_what_sphinx_shows_by_its_own_rules_is_a_gap(tmp_path: Path, between: str) -> None:
    """Signatures, names of fields and boxes, lists of pages: no words before them tell a sentence that follows."""
    (tmp_path / "conf.py").write_text("extensions = []\n")
    (tmp_path / "more.rst").write_text("More\n====\n")
    text = "\n".join(f"{colour} tea.\n\n{between.format(words=TWICE)}" for colour in ("Black", "Green"))
    (tmp_path / "index.rst").write_text(f"Tea\n===\n\n{text}")
    book = discover(tmp_path)
    passages = chunk(read(book.leaves[0], book.root), book="b", site="", route="/", order=0)
    links = [words for passage in passages for _, words in passage.fragments if "The%20water%20must" in words]
    assert not [words for words in links if "tea.-," in words], "a link that no browser finds"


def test_a_link_ends_with_a_whole_word() -> None:
    """Chromium finds neither ``doesn`` in ``doesn’t`` nor ``0`` in ``0.10``."""
    page = PageWords("The lid really doesn’t close.\nIt is as of 0.10 mended.")
    assert page.fragments("The lid really doesn't close.") == ((0, "The%20lid%20really%20doesn%E2%80%99t"),)
    assert page.fragments("It is as of 0.10 mended.") == ((0, "It%20is%20as%20of"),)
    short = PageWords("It dries as of 0.1\nIt dries as of 0.10 too")
    assert short.fragments("It dries as of 0.10 too") == ((0, "It%20dries%20as%20of%200.10"),)


def test_on_a_page_of_which_a_part_is_unknown_a_link_takes_more_words() -> None:
    text = "Pour the water slowly over the leaves and wait."
    assert PageWords(text).fragments(text) == ((0, "Pour%20the%20water%20slowly"),)
    in_part = PageWords(f"Green tea.\n{text}\n{GAP}\nPour it.", is_whole=False)
    assert in_part.fragments(text) == ((0, "Pour%20the%20water%20slowly%20over%20the%20leaves%20and"),)
    assert in_part.fragments("Pour it.") == ((0, ""),)


def links_to(book_folder: Path, sentence: str) -> list[str]:
    """The words of every link to the sentence, in the book's first page."""
    book = discover(book_folder)
    passages = chunk(read(book.leaves[0], book.root), book="b", site="", route="/", order=0)
    return [
        words
        for passage in passages
        for at, words in passage.fragments
        if passage.text[at:].removeprefix("- ").startswith(sentence)
    ]


INCLUDES = {
    "mdbook": ("book.toml", "[book]\n", "src/index.md", "```rust\n{{#include gone.rs}}\n```"),
    "mkdocs": (
        "mkdocs.yml",
        "site_name: Tea\nmarkdown_extensions: [markdown_include_variants]\n",
        "docs/index.md",
        "{* gone.py *}",
    ),
    "include-markdown": (
        "mkdocs.yml",
        "site_name: Tea\nplugins: [include-markdown]\n",
        "docs/index.md",
        "{% include-markdown 'gone.md' %}",
    ),
    "docusaurus": (
        "docusaurus.config.js",
        "module.exports = {url: 'https://tea.example', baseUrl: '/', presets: [['classic', {}]]}\n",
        "docs/index.mdx",
        "<Gone />",
    ),
}


@pytest.mark.parametrize("generator", INCLUDES)
def test_a_file_that_is_not_there_is_a_gap(tmp_path: Path, generator: str) -> None:
    """The page shows it between the words before and after."""
    settings, content, page, include = INCLUDES[generator]
    (tmp_path / page).parent.mkdir()
    (tmp_path / settings).write_text(content)
    if generator == "mdbook":
        (tmp_path / "src/SUMMARY.md").write_text("- [Tea](index.md)\n")
    imports = "import Gone from './_gone.mdx'\n\n" if generator == "docusaurus" else ""
    text = "\n\n".join(f"{colour} tea.\n\n{include}\n\n{TWICE}" for colour in ("Black", "Green"))
    (tmp_path / page).write_text(f"{imports}# Tea\n\n{text}\n")
    found = links_to(tmp_path, TWICE)
    assert len(found) == 2
    assert not [words for words in found if "tea.-," in words]


def test_the_name_of_a_tab_is_beside_the_other_names(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: Tea\nmarkdown_extensions:\n  - pymdownx.tabbed:\n      alternate_style: true\n"
    )
    (tmp_path / "docs").mkdir()
    tabs = '=== "Loose leaves"\n\n    {} them.\n\n=== "Bags of tea"\n\n    {} them.\n'
    text = f"# Tea\n\n{tabs.format('Weigh', 'Count')}\nThen wait.\n\n{tabs.format('Sift', 'Open')}"
    (tmp_path / "docs/index.md").write_text(text)
    found = [*links_to(tmp_path, "Bags of tea"), *links_to(tmp_path, "Loose leaves")]
    assert len(found) == 4
    assert not [words for words in found if "them" in words]


def test_no_words_reach_over_the_mark_behind_a_caption(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("extensions = []\n")
    code = ".. code-block:: text\n   :caption: /etc/tea/hosts\n\n   {}\n"
    (tmp_path / "index.rst").write_text("Tea\n===\n\n" + code.format("black") + "\nThen\n\n" + code.format("green"))
    assert not [words for words in links_to(tmp_path, "/etc/tea/hosts") if "black" in words or "green" in words]


def test_no_words_reach_over_the_mark_behind_a_title(tmp_path: Path) -> None:
    """MkDocs and Sphinx put a link there too."""
    (tmp_path / "mkdocs.yml").write_text("site_name: Tea\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# Tea\n\n{TWICE}\n\n## More\n\n{TWICE}\n")
    assert not [words for words in links_to(tmp_path, TWICE) if "Tea-," in words or "More-," in words]


def test_code_in_the_name_of_a_tab_is_shown_as_code(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("extensions = ['sphinx_tabs.tabs']\n")
    (tmp_path / "index.rst").write_text("Tea\n===\n\n.. tabs::\n\n   .. tab:: ``boil -q`` (quick)\n\n      Wait.\n")
    book = discover(tmp_path)
    (passage,) = chunk(read(book.leaves[0], book.root), book="b", site="", route="/", order=0)
    assert passage.text == "`boil -q` (quick): Wait."
    assert passage.fragments == ((0, "boil%20%2Dq%20%28quick"),)


def test_what_a_component_shows_and_marks_in_code_are_no_words_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "docusaurus.config.js").write_text(INCLUDES["docusaurus"][1])
    (tmp_path / "docs").mkdir()
    code = "```js\nlet {} = 1\n// highlight-end\n```\n"
    text = f'<Video title="How to boil tea" />\n\n{code.format("a")}\n{TWICE}\n\n{code.format("b")}\n{TWICE}\n'
    (tmp_path / "docs/index.mdx").write_text(f"# Tea\n\n{text}")
    book = discover(tmp_path)
    passages = chunk(read(book.leaves[0], book.root), book="b", site="", route="/", order=0)
    found = [words for passage in passages for _, words in passage.fragments if words]
    assert [words for words in found if words.startswith("a%20%3D%201-,")]
    assert not [words for words in found if "boil" in words or "highlight" in words]
