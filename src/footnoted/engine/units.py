"""A passage as the units an answer can be made of, each with its place in the passage's text, so that quotes are exact.

Knows Markdown's shapes and nothing of questions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from footnoted.domain.book import Passage
from footnoted.domain.language import ENGLISH
from footnoted.domain.script import count_words
from footnoted.domain.sentences import sentences
from footnoted.domain.words import words

_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+\S")
_REMEMBERED = 4096
"""How many texts stay taken apart: the same passages come up again and again."""
_PASSAGE = 4000
"""Characters; what is longer is a text that somebody selected, and does not come again."""


class Kind(Enum):
    """What a unit is made of."""

    SENTENCE = auto()
    ITEM = auto()
    TABLE = auto()
    CODE = auto()
    FORMULA = auto()


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


def units(text: str, language: str = ENGLISH) -> tuple[Unit, ...]:
    """The units of a text in reading order; ``language`` is the text's own.

    >>> [(unit.kind.name, unit.block) for unit in units("Run this:\\n\\n```sh\\nmake\\n```\\n\\nIt builds. It tests.")]
    [('SENTENCE', 0), ('CODE', 1), ('SENTENCE', 2), ('SENTENCE', 2)]
    """
    return _remembered(text, language) if len(text) <= _PASSAGE else _split(text, language)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(text: str, language: str) -> tuple[Unit, ...]:
    return _split(text, language)


def _split(text: str, language: str) -> tuple[Unit, ...]:
    spans: list[tuple[Kind, int, int, int]] = []
    at = block = 0
    for sentence in sentences(text, language):
        start = text.find(sentence, at)
        kind, end = _kind(sentence), start + len(sentence)
        if spans:
            gap, (last, first, _, _) = text[at:start], spans[-1]
            if kind is Kind.TABLE and last is Kind.TABLE and "\n\n" not in gap:
                spans[-1] = Kind.TABLE, first, end, block
                at = end
                continue
            block += "\n\n" in gap or (kind is not last and {kind, last} != {Kind.SENTENCE, Kind.ITEM})
        at = end
        spans.append((kind, start, end, block))
    return tuple(_unit(kind, text, start, end, block, language) for kind, start, end, block in spans)


def units_of(passage: Passage) -> tuple[Unit, ...]:
    """The units of a passage, cut as its language cuts them."""
    return units(passage.text, passage.language)


def _unit(kind: Kind, text: str, start: int, end: int, block: int, language: str) -> Unit:
    own = text[start:end]
    return Unit(kind, own, start, end, block, frozenset(words(own, language)), count_words(own))


def _kind(sentence: str) -> Kind:
    if sentence.startswith(("```", "~~~")):
        return Kind.CODE
    if sentence.startswith("$$"):
        return Kind.FORMULA
    if sentence.startswith("|"):
        return Kind.TABLE
    return Kind.ITEM if _ITEM.match(sentence) else Kind.SENTENCE
