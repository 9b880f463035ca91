"""What a page of a Sphinx project may refer to, and which reader reads it: reStructuredText or MyST."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.formats.rst.project import RstBook, split_title
from footnoted.ingest.generators.sphinx.config import SphinxConfig
from footnoted.ingest.manuscript import Leaf, Reading

_REFERENCE = re.compile(r"(?::(?:std:)?(?P<rst>ref|doc|any):|\{(?P<myst>ref|doc|any)\})`(?P<text>[^`]+)`")


@dataclass(frozen=True, slots=True)
class SphinxBook(RstBook):
    """What all pages of the project share."""

    config: SphinxConfig
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    """Document → its texts in the language that the book is read in; empty for its own."""

    def text_of(self, path: Path) -> str:
        return expanded(text_of(path), self.config)

    def words_of(self, name: str) -> Mapping[str, str]:
        return self.words.get(name, {})


def expanded(text: str, config: SphinxConfig) -> str:
    """The text with the project's macros filled in."""
    for name, value in config.macros:
        text = text.replace(f"{{{name}}}", value)
    return text


def referenced_titles(text: str, name: str, book: SphinxBook) -> list[str]:
    """The titles that bare references in this text show: when one changes, the page reads differently."""
    found: list[str] = []
    for match in _REFERENCE.finditer(text):
        title, target = split_title(match["text"])
        if not title:
            found.append(book.title_of(match["rst"] or match["myst"], target, name))
    return found


def read(leaf: Leaf, root: Path, book: SphinxBook) -> Reading:
    """The page as a reader sees it. Raises Unreadable."""
    from footnoted.ingest.formats.rst import read as read_rst
    from footnoted.ingest.generators.sphinx.myst import page as read_myst
    from footnoted.ingest.generators.sphinx.myst.nbsphinx import NotebookPage

    parser = next((parser for ending, parser in book.config.suffixes.items() if leaf.path.name.endswith(ending)), "")
    if parser == "restructuredtext":
        return read_rst.read_page(leaf, book)
    is_nbsphinx = leaf.path.suffix == ".ipynb" and "nbsphinx" in book.config.extensions
    return read_myst.read_page(leaf, book, NotebookPage if is_nbsphinx else None)
