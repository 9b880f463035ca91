"""Where two columns meet that stand so close that their lines read as one. Knows words on a page, not what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_WIDE_GAP = 1.6
"""Times the letter size: what stands further apart is two things, such as columns or cells."""
_SEAM_GAP = 0.6
"""The same where columns are known to meet; a space between words is about a quarter."""
_LINES = 6
"""Lines that must begin again at the same place for it to be a column's edge."""
_SHARE = 0.5
"""The share of the lines reaching over the place that must begin again there."""
_MIDDLE = 0.3, 0.7
"""The part of a page's width in which columns meet."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word's first and last character, and its box."""

    first: int
    last: int
    left: float
    right: float
    bottom: float
    top: float


def parts(word: Word, following: Word, seam: float | None) -> bool:
    """Whether two neighbours on a line belong to different runs."""
    gap = following.left - word.right
    height = max(following.top - following.bottom, 1.0)
    if gap > _WIDE_GAP * height:
        return True
    return seam is not None and gap > _SEAM_GAP * height and word.right <= seam <= following.left + 2


def seam_of(lines: Sequence[Sequence[Word]], width: float) -> float | None:
    """The left edge of a second column: where line after line goes on behind more than a space."""
    starts: Counter[int] = Counter()
    for line in lines:
        for word, following in pairwise(line):
            gap = following.left - word.right
            if gap > _SEAM_GAP * max(following.top - following.bottom, 1.0):
                starts[round(following.left)] += 1
    best: tuple[int, float] = (0, 0.0)
    for at in starts:
        if _MIDDLE[0] * width < at < _MIDDLE[1] * width:
            best = max(best, (starts[at - 1] + starts[at] + starts[at + 1], float(at)))
    count, seam = best
    over = sum(bool(line) and line[0].left < seam - 30 and line[-1].right > seam + 30 for line in lines)
    return seam if count >= _LINES and count >= _SHARE * over else None
