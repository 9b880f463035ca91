"""Puts excerpts into words: the book's own, block by block, each with its ``[n]`` marker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from footnoted.domain.book import Source
from footnoted.domain.reading import Excerpt
from footnoted.engine.units import Kind, Unit, units_of

_REFERENCE = re.compile(r"(`[^`\n]+`)|\[(\d{1,4})\](?!\()")
"""The book's own "[12]", which must not look like a marker of ours."""
_END = re.compile(r"[.!?؟۔।॥。！？｡]$")
_SET_OFF = (Kind.CODE, Kind.TABLE, Kind.FORMULA)


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
            yield gap + (own if leads else _marked(own, block[-1], excerpt.source))
            gap = "\n\n"


def _marked(text: str, last: Unit, source: int) -> str:
    if last.kind is Kind.CODE:
        return f"{text}\n\n[{source}]"
    text = _REFERENCE.sub(lambda found: found[1] or f"({found[2]})", text)
    if last.kind in _SET_OFF:
        return f"{text}\n\n[{source}]"
    return f"{text[:-1].rstrip()} [{source}]{text[-1]}" if _END.search(text) else f"{text} [{source}]"
