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
