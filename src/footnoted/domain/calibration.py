"""What a search shows, turned into the calibrated 0–1 scale: figures measured for an embedder, and marks for a book.

Knows no text; who measures a book and where the figures are kept is not its concern.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Vector


@dataclass(frozen=True, slots=True)
class Gauge:
    """Two marks on an embedder's cosines: what has nothing to do with a question, and what answers it."""

    unrelated: float
    related: float

    def read(self, cosine: float) -> float:
        """0 at the lower mark, 1 at the upper one; may lie outside.

        >>> round(Gauge(0.5, 0.8).read(0.65), 6)
        0.5
        """
        return (cosine - self.unrelated) / max(self.related - self.unrelated, 0.05)


@dataclass(frozen=True, slots=True)
class Head:
    """A logistic head over what a search shows: one weight each."""

    intercept: float
    found: float
    """Weight of the best similarity as the gauge reads it; by words alone, of the share of attainable lexical score."""
    sentence: float
    names: float
    length: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """All that turns one embedder's searches into scores."""

    floor: float
    """Cosine of a question with text of another subject."""
    related: float
    """Cosine of a question with the passage that answers it."""
    usual_kinship: float
    """Kinship of a book that was not measured."""
    head: Head

    def gauge(self, kinship: float | None = None) -> Gauge:
        """The marks for a book of this kinship.

        Where everything is alike, as in a book of fairy tales, a foreign tale scores what an answer scores elsewhere.
        Moving the lower mark halfway is what held across the measured books.
        """
        return Gauge((self.floor + (self.usual_kinship if kinship is None else kinship)) / 2, self.related)


def kinship(pages: Iterable[Sequence[Vector]]) -> float | None:
    """Mean cosine between passages of different pages: how alike a book is to itself; None for a single page.

    Exact and in one pass: the sum over all pairs is the squared length of the sum of the vectors.
    """
    whole: list[float] = []
    within = passages = pairs_within = 0.0
    for page in pages:
        if not len(page):
            continue
        total = [math.fsum(column) for column in zip(*page, strict=True)]
        whole = [a + b for a, b in zip(whole, total, strict=True)] if whole else total
        within += math.fsum(x * x for x in total)
        passages += len(page)
        pairs_within += len(page) ** 2
    between = passages**2 - pairs_within
    return (math.fsum(x * x for x in whole) - within) / between if between else None


def probability(logit: float) -> float:
    """The logistic function, safe at both ends."""
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, logit))))


# Both heads were fitted on questions of public sets (nine; by words alone, eight): answerable ones against questions of
# other books, of pages taken out, and of other subjects. Each set was scored by a fit on the others before its figures
# were believed.
# The logits are then stretched 2.5-fold (by words alone, twofold), so that thresholds from 0.1 to 0.7 refuse nearly the
# same questions: 90 instead of 80 of 100 off-book ones fall below 0.1, for one point of calibration error (.09 to .10).
WORDS = Head(intercept=-23.4, found=19.2, sentence=9.8, names=3.3, length=6.3)
"""For a search by words alone: the embedder is down, or was never measured."""

GRANITE = Calibration(
    floor=0.50,
    related=0.80,
    usual_kinship=0.55,
    head=Head(intercept=-23.2, found=15.1, sentence=11.9, names=1.9, length=3.8),
)

_MEASURED = {"local:granite-embedding-30m-english": GRANITE}
_FLOOR_BELOW_KINSHIP = 0.2
"""Granite's floor lies a fifth of the way from kinship to related below its usual kinship."""


def calibration(embedder: str, kinship: float | None = None, related: float | None = None) -> Calibration | None:
    """The figures measured for an embedder, or, for any other, made from two that its book gives; None without them.

    ``related`` is the mean cosine between a section's heading, asked as a question, and the section's best passage.
    """
    if embedder in _MEASURED:
        return _MEASURED[embedder]
    if kinship is None or related is None:
        return None
    floor = kinship - _FLOOR_BELOW_KINSHIP * (related - kinship)
    return Calibration(floor, related, kinship, GRANITE.head)
