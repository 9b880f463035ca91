"""Puts chosen units into words: completes what leans on a sentence before, orders, joins, adds the ``[n]`` markers.

Every word is the book's own; only a leading connective may go.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from footnoted.domain.words import words
from footnoted.engine.extract.features import upright
from footnoted.engine.extract.score import Weighed
from footnoted.engine.extract.split_passage import Kind, Unit

_REFERENCE = re.compile(r"(`[^`\n]+`)|\[(\d{1,4})\](?!\()")
"""The book's own "[12]", which must not look like a marker of ours."""
_END = re.compile(r"[.!?。！？]$")


def completed(one: Weighed, weighed: Sequence[Weighed]) -> list[Weighed]:
    """The unit behind the sentences it leans on; ``weighed`` is in reading order."""
    run = [one]
    at = weighed.index(one) if one.unit.leans else 0
    while run[0].unit.leans and len(run) < 3 and at > 0:
        at -= 1
        before = weighed[at]
        if before.source != one.source or before.unit.block != one.unit.block:
            break
        run.insert(0, before)
    return run


def under_heading(one: Weighed) -> Weighed:
    """A sentence that leaves its subject to the heading, with that heading in front of it."""
    unit = one.unit
    if unit.words.issuperset(words(unit.lead)):
        return one
    return replace(one, unit=replace(unit, text=f"{unit.lead.rstrip(':.?!')}: {unit.text}"))


def length_of(one: Weighed, weighed: Sequence[Weighed]) -> int:
    return sum(each.unit.length for each in completed(one, weighed))


def in_order(chosen: Sequence[Weighed], weighed: Sequence[Weighed]) -> list[Weighed]:
    """What was chosen and what it leans on: the best unit's passage first, each passage in its reading order."""
    rank: dict[int, int] = {}
    for one in chosen:
        rank.setdefault(one.source, len(rank))
    whole = {(each.source, each.place): each for one in chosen for each in completed(one, weighed)}
    return sorted(whole.values(), key=lambda one: (rank[one.source], one.place))


def written(chosen: Sequence[Weighed]) -> Iterator[str]:
    """Each unit as text with its marker; a lead-in is said once."""
    blocks = Counter((one.source, one.unit.block) for one in chosen)
    before: Weighed | None = None
    for one in chosen:
        unit = one.unit
        goes_on = before if before and (before.source, before.unit.block) == (one.source, unit.block) else None
        text = unit.text
        if unit.kind is Kind.SENTENCE:
            text = text if goes_on and goes_on.place == one.place - 1 else upright(text)
        elif unit.lead and unit.kind is not Kind.ROW:
            text = _led(unit, said=goes_on is not None, alone=blocks[(one.source, unit.block)] == 1)
        yield _gap(before, one) + _marked(text, one.source, unit.kind)
        before = one


def _gap(before: Weighed | None, one: Weighed) -> str:
    if before is None:
        return ""
    kinds = {before.unit.kind, one.unit.kind}
    if kinds == {Kind.SENTENCE}:
        return " "
    return "\n" if kinds == {Kind.ITEM} and one.unit.block == before.unit.block else "\n\n"


def _led(unit: Unit, said: bool, alone: bool) -> str:
    """The unit behind its lead-in; an item that is a sentence of its own needs none."""
    if unit.kind is not Kind.ITEM:
        return f"{unit.lead}\n\n{unit.text}"
    if alone and _END.search(unit.text) and unit.length > 5:
        return unit.text
    return f"- {unit.text}" if said else f"{unit.lead}\n\n- {unit.text}"


def _marked(text: str, source: int, kind: Kind) -> str:
    if kind is Kind.CODE:
        return f"{text}\n\n[{source}]"
    text = _REFERENCE.sub(lambda found: found[1] or f"({found[2]})", text)
    if kind in (Kind.FORMULA, Kind.TABLE):
        return f"{text}\n\n[{source}]"
    end = _END.search(text)
    return f"{text[:-1].rstrip()} [{source}]{text[-1]}" if end else f"{text} [{source}]"
