"""Cuts sections into passages, along headings, blocks and sentences. Knows sizes and places, no file format.

A passage never extends across a heading, even if that makes it short, so that its anchor is exact. It keeps the blocks
that its reader found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from footnoted.domain.book import Passage, passage_id
from footnoted.domain.text.parts import BlockSpan, Kind, parts_in, parts_of
from footnoted.domain.text.sentences import sentences
from footnoted.ingest.manuscript import Block, Reading, Section
from footnoted.ingest.passages.fragment import PageWords
from footnoted.ingest.passages.role import role_of
from footnoted.ingest.passages.split import split_code, split_table
from footnoted.ingest.passages.token_limit import pieces_that_fit

AIM = 950
"""Characters that a passage should have: two or three paragraphs, well within the 512 tokens that embedders read."""
LIMIT = 1200
"""Characters; only code without a blank line and a single table row may be longer."""
_ON_PAPER = 800, 1000
"""The same where a link opens a whole page: a shorter passage says better which page it is."""

_MANY, _TINY, _RUN = 2_000, 20, 80
"""From this many units on, with so few characters on average, units are merged into runs of so many characters: no
author writes such a section."""

# What it costs to cut somewhere, on the scale of (length - aim)² / aim².
_BETWEEN_SENTENCES, _BETWEEN_ITEMS, _INSIDE_ITEM, _AFTER_LEAD_IN, _FORCED = 0.15, 0.08, 0.3, 1.0, -1000.0


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is never cut: a sentence, an item, a formula, a piece of code or table."""

    text: str
    glue: str
    """What joins it to the unit before."""
    cut_cost: float
    """What it costs to begin a passage with it."""
    kind: Kind | None
    """What its block is; None for prose."""
    block: int
    """Which block of the section it is from."""

    @property
    def is_prose(self) -> bool:
        return self.kind is None


@dataclass(frozen=True, slots=True)
class _Cut:
    """A passage's text and its blocks; None if they must be read from the Markdown."""

    text: str
    blocks: tuple[BlockSpan, ...] | None


_KINDS = {"table": Kind.TABLE, "code": Kind.CODE, "math": Kind.FORMULA}

Fits = Callable[[str], bool]


def chunk(
    reading: Reading, *, book: str, site: str, route: str, order: int, language: str = "", fits: Fits = lambda _: True
) -> tuple[Passage, ...]:
    """The page's passages in reading order; ``fits`` says whether an embedder reads the whole of a text."""
    headings = {reading.title, *(step for section in reading.sections for step in section.headings)}
    page = PageWords(reading.visible, headings, is_whole=not reading.warnings)
    aim, limit = _ON_PAPER if reading.on_paper else (AIM, LIMIT)
    passages: list[Passage] = []
    for section, after in zip_longest(reading.sections, reading.sections[1:]):
        place = Passage("", book, site, route, section.anchor, reading.title, section.headings, 0, order, "")
        cut = _cut(section, aim, limit) if section.blocks else _bare_heading(section, after)
        for piece in _cut_to_fit(cut, place, fits):
            position, text = len(passages), piece.text
            fragments = page.fragments(text) if section.blocks else ()
            passages.append(
                Passage(
                    id=passage_id(book, route, position),
                    book=book,
                    site=site,
                    route=route,
                    anchor=section.anchor,
                    title=reading.title,
                    headings=section.headings,
                    position=position,
                    order=order,
                    text=text,
                    fragment=next((words for _, words in fragments if words), ""),
                    fragments=fragments,
                    role=role_of((reading.title, *section.headings), text, route),
                    language=language,
                    kept=parts_of(text, language) if piece.blocks is None else parts_in(text, piece.blocks, language),
                )
            )
    return tuple(passages)


def _cut_to_fit(cut: Iterator[_Cut], place: Passage, fits: Fits) -> Iterator[_Cut]:
    """The same texts, in pieces where they do not fit together with their headings; headings alone are never cut."""
    has_room = fits(place.in_context)
    for whole in cut:
        pieces = pieces_that_fit(whole.text, lambda piece: not has_room or fits(place.in_context + piece))
        yield from (_Cut(piece, None) for piece in pieces) if len(pieces) > 1 else (whole,)


def _bare_heading(section: Section, after: Section | None) -> Iterator[_Cut]:
    """A heading with nothing under it, not even another heading: its words, so that it can be found."""
    depth = len(section.headings)
    if depth and (after is None or after.headings[:depth] != section.headings):
        yield _Cut(section.headings[-1], None)


def _cut(section: Section, aim: int, limit: int) -> Iterator[_Cut]:
    """Each passage's text and blocks."""
    units = _merge_tiny(list(_units(section.blocks)))
    for start, end in _best_cuts(units, aim, limit):
        text, blocks = "", list[BlockSpan]()
        for index, unit in enumerate(units[start:end]):
            text += unit.glue if index else ""
            goes_on = index > 0 and units[start + index - 1].block == unit.block
            begin = blocks.pop().start if goes_on else len(text)
            text += unit.text
            blocks.append(BlockSpan(unit.kind, begin, len(text)))
        yield _Cut(text, tuple(blocks))


def _merge_tiny(units: list[_Unit]) -> list[_Unit]:
    """The units; those of a section with thousands of tiny ones merged into runs, as finding cuts tries every pair."""
    if len(units) < _MANY or sum(len(unit.text) for unit in units) > _TINY * len(units):
        return units
    merged: list[list[_Unit]] = []
    length = 0
    for unit in units:
        if merged and length < _RUN and merged[-1][0].is_prose and unit.is_prose:
            merged[-1].append(unit)
        else:
            merged.append([unit])
            length = 0
        length += len(unit.text) + len(unit.glue)
    return [replace(run[0], text=run[0].text + "".join(unit.glue + unit.text for unit in run[1:])) for run in merged]


def _best_cuts(units: Sequence[_Unit], aim: int, limit: int) -> list[tuple[int, int]]:
    """The cheapest way to cut: lengths near the aim, and cuts at good places."""
    best: list[tuple[float, int]] = [(0.0, 0)] + [(math.inf, 0)] * len(units)
    for end in range(1, len(units) + 1):
        length = 0
        for start in range(end - 1, -1, -1):
            unit = units[start]
            length += len(unit.text) + (len(units[start + 1].glue) if start + 1 < end else 0)
            if length > limit and start < end - 1:
                break
            cost = best[start][0] + (length / aim - 1) ** 2 + (unit.cut_cost if start else 0.0)
            if cost < best[end][0]:
                best[end] = (cost, start)
    cuts: list[tuple[int, int]] = []
    end = len(units)
    while end:
        cuts.append((best[end][1], end))
        end = best[end][1]
    return cuts[::-1]


def _units(blocks: Sequence[Block]) -> Iterator[_Unit]:
    lead_in = False
    for number, block in enumerate(blocks):
        cost = _AFTER_LEAD_IN if lead_in else 0.0
        pieces = list(_pieces(block))
        for index, (text, glue, cut_cost) in enumerate(pieces):
            first = index == 0
            glue, cut_cost = ("\n\n", cost) if first else (glue, cut_cost)
            yield _Unit(text, glue, cut_cost, _KINDS.get(block.kind), number)
        lead_in = block.kind == "text" and block.text.endswith(":")


def _pieces(block: Block) -> Iterator[tuple[str, str, float]]:
    """A block's units, each with the glue before it and the cost of cutting there."""
    match block.kind:
        case "text":
            for line in block.text.split("\n"):
                yield from _line(line)
        case "list":
            for line in block.text.split("\n"):
                yield from _item(line, _INSIDE_ITEM if line.startswith(" ") else _BETWEEN_ITEMS)
        case "table":
            yield from ((piece, "\n\n", _FORCED) for piece in split_table(block.text, AIM, LIMIT))
        case "code":
            yield from ((piece, "\n\n", _FORCED) for piece in split_code(block.text, AIM, LIMIT))
        case "math":
            yield block.text, "\n\n", 0.0


def _line(line: str) -> Iterator[tuple[str, str, float]]:
    for sentence, glue in _sentences_with_glue(line):
        yield from _cut_between_words(sentence, glue, _BETWEEN_SENTENCES)


def _item(line: str, cost: float) -> Iterator[tuple[str, str, float]]:
    if len(line) <= LIMIT:
        yield line, "\n", cost
        return
    for sentence, glue in _sentences_with_glue(line):
        yield from _cut_between_words(sentence, glue, _INSIDE_ITEM)


def _sentences_with_glue(line: str) -> Iterator[tuple[str, str]]:
    """Each sentence with the white space before it: a space, or in Chinese nothing."""
    at = 0
    for index, sentence in enumerate(sentences(line)):
        start = line.index(sentence, at)
        yield sentence, "\n" if not index else " " if start > at else ""
        at = start + len(sentence)


def _cut_between_words(sentence: str, glue: str, cost: float) -> Iterator[tuple[str, str, float]]:
    """The sentence; one that is longer than a passage may be is cut between words."""
    while len(sentence) > LIMIT:
        at = sentence.rfind(" ", 0, LIMIT)
        at = at if at > 0 else LIMIT
        yield sentence[:at], glue, cost
        glue = " " if sentence[at] == " " else ""
        sentence = sentence[at:].lstrip(" ")
    if sentence:
        yield sentence, glue, cost
