"""How often an answer is wrong at each cut, the bound that these counts prove, and the cut for a wanted bound.

Wrong means answered though the book does not say. Knows no question and no score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Risk:
    """Counts for held-out questions at one cut; half of them are foreign to the book."""

    cut: float
    answered: int
    wrong: int

    @property
    def share(self) -> float:
        """Share of the answers that were wrong."""
        return self.wrong / self.answered if self.answered else 0.0

    @property
    def bound(self) -> float:
        """Upper bound of the share, with 95 % confidence."""
        return upper_bound(self.wrong, self.answered)


# 4,616 questions of eight public sets, half answerable, half of other books; each set scored by a head fitted on the
# others. Conversations of bare follow-ups are left out.
RISKS = tuple(
    Risk(*row)
    for row in (
        (-1.5, 2625, 334),
        (-1.0, 2499, 224),
        (-0.5, 2386, 146),
        (-0.25, 2339, 120),
        (0.0, 2299, 103),
        (0.25, 2258, 88),
        (0.5, 2212, 74),
        (0.75, 2161, 65),
        (1.0, 2116, 51),
        (1.5, 1995, 39),
        (2.0, 1841, 29),
        (2.5, 1682, 24),
        (3.0, 1502, 13),
        (3.5, 1312, 6),
        (4.0, 1106, 5),
        (5.0, 728, 1),
    )
)

# 674 questions to eight documentation books as readers ask them, near misses among them, each book scored by a head
# fitted on the others: quotes given as the answer at each cut of engine/extract/gate.py, and how many did not answer.
ANSWERS = tuple(
    Risk(*row)
    for row in (
        (0.8, 468, 97),
        (1.0, 449, 91),
        (1.4, 410, 82),
        (2.0, 340, 68),
        (2.5, 247, 42),
        (3.0, 169, 26),
        (3.5, 120, 16),
        (4.0, 94, 10),
        (4.5, 71, 6),
    )
)


def cut_for(max_wrong: float, risks: Sequence[Risk] = RISKS) -> Risk:
    """The lowest cut whose bound is within the limit; the safest one if none is.

    >>> cut_for(0.05).cut, cut_for(0.10).cut
    (0.25, -1.0)
    """
    kept = [risk for risk in risks if risk.bound <= max_wrong]
    return min(kept, key=lambda risk: risk.cut) if kept else min(risks, key=lambda risk: risk.bound)


def upper_bound(wrong: int, answered: int, doubt: float = 0.05) -> float:
    """The Clopper–Pearson bound: the largest true share that gives so few wrong answers with probability ``doubt``.

    >>> round(upper_bound(0, 59), 3), round(upper_bound(5, 100), 3), upper_bound(0, 0)
    (0.05, 0.102, 1.0)
    """
    if wrong >= answered:
        return 1.0
    low, high = wrong / answered, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(wrong, answered, middle) > doubt else (low, middle)
    return high


def _at_most(count: int, of: int, share: float) -> float:
    """Probability of at most ``count`` in ``of`` trials that each succeed with this share."""
    if share <= 0 or share >= 1:
        return float(share <= 0)
    log, other = math.log(share), math.log1p(-share)
    choose = math.lgamma(of + 1)
    return sum(
        math.exp(choose - math.lgamma(k + 1) - math.lgamma(of - k + 1) + k * log + (of - k) * other)
        for k in range(count + 1)
    )
