"""Finds the seam between columns that are so close that their lines look like one. Knows words on a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_WIDE_GAP = 1.6
"""Times the letter size; a wider gap separates columns or cells."""
_SEAM_GAP = 0.6
"""The same at a seam; a space between words is about a quarter."""
_LINES = 6
"""Lines that must begin again at the same place for it to be a column's edge."""
_SHARE = 0.5
"""Of the lines across the place, from the first of those to the last, the share that must begin again there."""
_BOTH_SIDES = 30.0
"""Points that a line must have on both sides of the place to count as across it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word's first and last character, and its box."""

    first: int
    last: int
    left: float
    right: float
    bottom: float
    top: float


def are_separate(word: Word, following: Word, seams: Sequence[float]) -> bool:
    """Whether two neighbours on a line belong to different runs."""
    gap = following.left - word.right
    height = max(following.top - following.bottom, 1.0)
    is_below = following.top < word.bottom or following.bottom > word.top
    if gap > _WIDE_GAP * height or is_below:
        return True
    return gap > _SEAM_GAP * height and any(word.right <= seam <= following.left + 2 for seam in seams)


def seams_of(lines: Sequence[Sequence[Word]]) -> list[float]:
    """The left edges of columns other than the first: where line after line goes on behind more than a space."""
    places: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        for word, following in pairwise(line):
            gap = following.left - word.right
            if gap > _SEAM_GAP * max(following.top - following.bottom, 1.0):
                places[round(following.left)].append(following.bottom)
    counts = {at: len(places[at]) for at in places}
    return [
        float(at)
        for at, count in counts.items()
        if count >= max(counts.get(at - 1, 0), counts.get(at + 1, 0)) and _is_seam(at, places, lines)
    ]


def _is_seam(at: int, places: Mapping[int, Sequence[float]], lines: Sequence[Sequence[Word]]) -> bool:
    found = [bottom for near in (at - 1, at, at + 1) for bottom in places.get(near, ())]
    if len(found) < _LINES:
        return False
    lowest, highest = min(found), max(found)
    over = sum(
        line[0].left < at - _BOTH_SIDES and line[-1].right > at + _BOTH_SIDES
        for line in lines
        if line and lowest <= line[0].bottom <= highest
    )
    return len(found) >= _SHARE * over
