"""Puts excerpts into words: the book's own, block by block, each with its ``[n]`` marker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from footnoted.domain.book import Source
from footnoted.domain.reading import Excerpt
from footnoted.domain.text.sentences import STOPS
from footnoted.engine.units import units_of

_REFERENCE = re.compile(r"(```.*?```|~~~.*?~~~|`[^`\n]+`)|\[(\d{1,4})\](?!\()", re.DOTALL)
"""The book's own "[12]", outside of code."""
_END = re.compile(rf"[{STOPS}]$")
_SET_OFF = ("```", "~~~", "|", "$$")
"""How code, tables and formulas begin, which end before a marker."""


def quoted(excerpts: Sequence[Excerpt], sources: Sequence[Source]) -> Iterator[str]:
    """The pieces of the text, a block each; joined they are all of it."""
    gap = ""
    for excerpt in excerpts:
        passage = sources[excerpt.source - 1].passage
        text = passage.text
        inside = [unit for unit in units_of(passage) if excerpt.start <= unit.start and unit.end <= excerpt.end]
        blocks = [list(block) for _, block in groupby(inside, key=lambda unit: unit.block)]
        for number, block in enumerate(blocks):
            own = text[block[0].start : block[-1].end]
            leads = block[-1].leads_in and number + 1 < len(blocks)
            yield gap + (own if leads else cited(own, excerpt.source))
            gap = "\n\n"


def cited(text: str, source: int) -> str:
    """A block of the book, or a sentence, with a marker at its end; its own "[12]" must not look like one.

    >>> cited("As in [3], it moves.", 1)
    'As in (3), it moves [1].'
    """
    text = _REFERENCE.sub(lambda found: found[1] or f"({found[2]})", text)
    if text.startswith(_SET_OFF):
        return f"{text}\n\n[{source}]"
    return f"{text[:-1].rstrip()} [{source}]{text[-1]}" if _END.search(text) else f"{text} [{source}]"
