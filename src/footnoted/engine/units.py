"""A passage's parts with their words: the units that answers are made of. Knows nothing about questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from footnoted.domain.book import Passage
from footnoted.domain.reading import Readable
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.parts import Kind, Part
from footnoted.domain.text.script import count_words
from footnoted.domain.text.words import words

_REMEMBERED = 4096
"""Passages whose analysis is cached: the same ones come up again and again."""
_PASSAGE = 4000
"""Characters; a longer text is a selection, which does not come again."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece that is quoted whole or not at all: a sentence, a list item, a table, a code block, a formula."""

    kind: Kind
    text: str
    start: int
    end: int
    """Offsets in the passage's text."""
    block: int
    """Number of the paragraph, list, table or code block it is in."""
    words: frozenset[str]
    length: int
    """Number of words as a reader counts them."""

    @property
    def leads_in(self) -> bool:
        """Whether it announces what comes next."""
        return self.kind in (Kind.SENTENCE, Kind.ITEM) and self.text.rstrip("*_`").endswith(":")


def units_of(passage: Passage) -> tuple[Unit, ...]:
    """The units of a passage, in reading order."""
    analyse = _remembered if len(passage.text) <= _PASSAGE else _analysed
    return analyse(passage.text, passage.language, passage.parts)


def _analysed(text: str, language: str, parts: tuple[Part, ...]) -> tuple[Unit, ...]:
    return tuple(_unit(text[part.start : part.end], part, language) for part in parts)


_remembered = lru_cache(maxsize=_REMEMBERED)(_analysed)


def _unit(own: str, part: Part, language: str) -> Unit:
    return Unit(part.kind, own, part.start, part.end, part.block, frozenset(words(own, language)), count_words(own))


def readable(passage: Passage) -> Readable:
    """A passage as the reader takes it."""
    return Readable(" > ".join(map(without_number, passage.path)), tuple(unit.text for unit in units_of(passage)))
