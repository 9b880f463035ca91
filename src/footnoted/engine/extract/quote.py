"""Puts excerpts into words: the book's own, block by block, each with its ``[n]`` marker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from footnoted.domain.book import Passage, Source
from footnoted.domain.reading import Excerpt
from footnoted.domain.text.sentences import STOPS
from footnoted.engine.place_line import is_named, place_line
from footnoted.engine.units import units_of

_REFERENCE = re.compile(r"(```.*?```|~~~.*?~~~|`[^`\n]+`)|\[(\d{1,4})\](?!\()", re.DOTALL)
"""The book's own "[12]", outside of code."""
_END = re.compile(rf"[{STOPS}]$")
_SET_OFF = ("```", "~~~", "|", "$$")
"""How code, tables and formulas begin, which end before a marker."""


def quoted(excerpts: Sequence[Excerpt], sources: Sequence[Source]) -> Iterator[str]:
    """The pieces of the text, a block each; joined they are all of it."""
    gap, place = "", None
    for excerpt in in_reading_order(excerpts, sources):
        passage = sources[excerpt.source - 1].passage
        text = passage.text
        inside = [unit for unit in units_of(passage) if excerpt.start <= unit.start and unit.end <= excerpt.end]
        if (passage.route, passage.headings) != place and not is_named(passage, inside):
            yield gap + place_line(passage)
            gap = "\n\n"
        place = passage.route, passage.headings
        blocks = [list(block) for _, block in groupby(inside, key=lambda unit: unit.block)]
        for number, block in enumerate(blocks):
            own = text[block[0].start : block[-1].end]
            leads = block[-1].leads_in and number + 1 < len(blocks)
            yield gap + (own if leads else cited(own, excerpt.source))
            gap = "\n\n"


def in_reading_order(excerpts: Sequence[Excerpt], sources: Sequence[Source]) -> list[Excerpt]:
    """The excerpts as given, but a passage that another one goes on from comes before it: its code, its list."""
    runs: list[list[Excerpt]] = []

    def passage(excerpt: Excerpt) -> Passage:
        return sources[excerpt.source - 1].passage

    for excerpt in excerpts:
        own = next((run for run in runs if any(_go_on(passage(other), passage(excerpt)) for other in run)), None)
        if own is None:
            runs.append([excerpt])
        else:
            own.append(excerpt)
    return [excerpt for run in runs for excerpt in sorted(run, key=lambda excerpt: passage(excerpt).position)]


def _go_on(first: Passage, second: Passage) -> bool:
    """Whether one passage goes on where the other ends, under the same heading."""
    places = [(passage.book, passage.route, passage.headings) for passage in (first, second)]
    return places[0] == places[1] and abs(first.position - second.position) <= 1


def cited(text: str, source: int) -> str:
    """A block of the book, or a sentence, with a marker at its end; its own "[12]" must not look like one.

    >>> cited("As in [3], it moves.", 1)
    'As in (3), it moves [1].'
    """
    text = _REFERENCE.sub(lambda found: found[1] or f"({found[2]})", text)
    if text.startswith(_SET_OFF):
        return f"{text}\n\n[{source}]"
    return f"{text[:-1].rstrip()} [{source}]{text[-1]}" if _END.search(text) else f"{text} [{source}]"
