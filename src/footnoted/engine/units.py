"""A passage's parts with their words, as the units that an answer is made of. Knows nothing of questions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from footnoted.domain.book import Passage
from footnoted.domain.text.parts import Kind, Part
from footnoted.domain.text.script import count_words
from footnoted.domain.text.words import words

_REMEMBERED = 4096
"""How many passages' words stay analysed: the same ones come up again and again."""
_PASSAGE = 4000
"""Characters; what is longer is a text that somebody selected, and does not come again."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is quoted whole or not at all: a sentence, a list item, a table, a code block, a formula."""

    kind: Kind
    text: str
    start: int
    end: int
    """Characters of the passage's text."""
    block: int
    """Which paragraph, list, table or code block it stands in."""
    words: frozenset[str]
    length: int
    """Words as a reader counts them."""

    @property
    def leads_in(self) -> bool:
        """It announces what comes next."""
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
