"""Splits a passage's text into parts: sentences, list items, tables, code, formulas. Offsets make quotes exact.

Done once, when a passage is cut, from the blocks that were read, and stored with it; a text without known blocks is
split by Markdown syntax. Knows nothing about questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.sentences import sentences

_ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\s+\S")


class Kind(StrEnum):
    """What a part is made of."""

    SENTENCE = "sentence"
    ITEM = "item"
    TABLE = "table"
    CODE = "code"
    FORMULA = "formula"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a passage that is quoted whole or not at all."""

    kind: Kind
    start: int
    end: int
    """Offsets in the passage's text."""
    block: int
    """Number of the paragraph, list, table or code block it is in."""


@dataclass(frozen=True, slots=True)
class BlockSpan:
    """Where a block is in a passage's text."""

    kind: Kind | None
    """None for prose: paragraphs and lists."""
    start: int
    end: int


def parts_in(text: str, blocks: Sequence[BlockSpan], language: str = ENGLISH) -> tuple[Part, ...]:
    """The parts of a text whose blocks are known, in reading order.

    >>> text = "Solve it. $$a = b. So c.$$"
    >>> [part.kind.value for part in parts_in(text, [BlockSpan(None, 0, 9), BlockSpan(Kind.FORMULA, 10, 26)])]
    ['sentence', 'formula']
    """
    found: list[Part] = []
    number = 0
    for block in blocks:
        if block.kind:
            inside: tuple[Part, ...] = (Part(block.kind, 0, block.end - block.start, 0),)
        else:
            inside = parts_of(text[block.start : block.end], language)
        at = block.start
        found += [Part(part.kind, at + part.start, at + part.end, number + part.block) for part in inside]
        number = found[-1].block + 1 if found else 0
    return tuple(found)


def parts_of(text: str, language: str = ENGLISH) -> tuple[Part, ...]:
    """The parts of a text in reading order, split by Markdown syntax; ``language`` is the text's own.

    >>> parts = parts_of("Run this:\\n\\n```sh\\nmake\\n```\\n\\nIt builds. It tests.")
    >>> [(part.kind.value, part.block) for part in parts]
    [('sentence', 0), ('code', 1), ('sentence', 2), ('sentence', 2)]
    """
    found: list[Part] = []
    at = block = 0
    for sentence in sentences(text, language):
        start = text.find(sentence, at)
        kind, end = _kind(sentence), start + len(sentence)
        if found:
            gap, last = text[at:start], found[-1]
            if kind is Kind.TABLE and last.kind is Kind.TABLE and "\n\n" not in gap:
                found[-1] = Part(Kind.TABLE, last.start, end, block)
                at = end
                continue
            block += "\n\n" in gap or (kind is not last.kind and {kind, last.kind} != {Kind.SENTENCE, Kind.ITEM})
        at = end
        found.append(Part(kind, start, end, block))
    return tuple(found)


def _kind(sentence: str) -> Kind:
    if sentence.startswith(("```", "~~~")):
        return Kind.CODE
    if sentence.startswith("$$"):
        return Kind.FORMULA
    if sentence.startswith("|"):
        return Kind.TABLE
    return Kind.ITEM if _ITEM.match(sentence) else Kind.SENTENCE


def as_rows(parts: Iterable[Part]) -> list[list[Any]]:
    """The parts as lists, for storing."""
    return [[part.kind.value, part.start, part.end, part.block] for part in parts]


def from_rows(rows: Sequence[Sequence[Any]] | None) -> tuple[Part, ...] | None:
    """The parts that ``as_rows`` made; None for a passage that was stored without parts."""
    return tuple(Part(Kind(kind), *place) for kind, *place in rows) if rows else None
