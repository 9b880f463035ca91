"""A book's contents: its pages and headings, looked up by name. Read from the catalogue once for each revision."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from footnoted.domain.book import Book, Passage, Section
from footnoted.domain.ports import Catalogue
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.words import words


def name_key(text: str) -> str:
    """A name without case, punctuation and markup.

    >>> name_key("Reading `AFOV` & *TFOV*") == name_key("reading afov tfov")
    True
    """
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"\]\([^)\]]*+\)", "]", text).casefold()))


@dataclass(frozen=True, slots=True)
class Outline:
    """One book with its sections in reading order."""

    book: Book
    sections: tuple[Section, ...]
    _by_name: dict[str, list[Section]] = field(default_factory=dict)
    _by_words: dict[tuple[str, ...], list[Section]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for section in self.sections:
            own = without_number(section.name)
            for key in {name_key(section.name), name_key(own)}:
                self._by_name.setdefault(key, []).append(section)
            if content := tuple(words(own)):
                self._by_words.setdefault(content, []).append(section)

    @property
    def pages(self) -> list[Section]:
        """The pages alone."""
        return [section for section in self.sections if not section.headings]

    def called(self, name: str) -> list[Section]:
        """The sections with this name, ignoring case and punctuation; of a page and its equal heading, the page."""
        return _without_repeats(self._by_name.get(name_key(name), []))

    def named(self, name: str) -> list[Section]:
        """The same, or else those whose names have the same content words: "the moons" for "Moon"."""
        return self.called(name) or _without_repeats(self._by_words.get(tuple(words(name)), []))


def _without_repeats(sections: list[Section]) -> list[Section]:
    pages = {section.route for section in sections if not section.headings}
    return [section for section in sections if not section.headings or section.route not in pages]


class Contents:
    """The outlines of the books that are served."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[str, Outline] = {}

    async def outlines(self, book: str | None = None) -> list[Outline]:
        """The outline of one book, or of all."""
        return [await self._outline(known) for known in await self._catalogue.books() if book in (None, known.name)]

    async def passages(self, section: Section, limit: int) -> list[Passage]:
        """The first passages under a heading or of a page, in reading order."""
        page = await self._catalogue.page(section.book, section.route)
        depth = len(section.headings)
        return [passage for passage in page if passage.headings[:depth] == section.headings][:limit]

    async def _outline(self, book: Book) -> Outline:
        known = self._known.get(book.name)
        if known is None or known.book != book:
            known = self._known[book.name] = Outline(book, tuple(await self._catalogue.sections(book.name)))
        return known
