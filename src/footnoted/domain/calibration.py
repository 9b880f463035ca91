"""What a search shows, turned into the calibrated 0–1 scale: figures measured for an embedder, and for a book.

Knows no text and no vectors; who measures and who stores is not its concern.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gauge:
    """Two marks on an embedder's cosines: what has nothing to do with a question, and what answers it."""

    unrelated: float
    related: float

    def read(self, cosine: float) -> float:
        """0 at the lower mark, 1 at the upper one; may lie outside.

        >>> Gauge(0.5, 0.8).read(0.65)
        0.5
        """
        return (cosine - self.unrelated) / (self.related - self.unrelated)

    def for_book(self, kinship: float) -> Gauge:
        """The marks for a book whose passages on different pages have this mean cosine.

        In a book of fairy tales everything is alike, so a foreign tale scores what a good answer scores elsewhere.
        Half of the shift is what held across the measured books.
        """
        return Gauge(min((self.unrelated + kinship) / 2, self.related - 0.05), self.related)


@dataclass(frozen=True, slots=True)
class Head:
    """A logistic head over what a search shows; one weight each."""

    intercept: float
    meaning: float
    sentence: float
    names: float
    length: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """All that turns one embedder's searches into scores."""

    gauge: Gauge
    head: Head
    words_head: Head
    """For a search by words alone; its ``meaning`` weighs the share of attainable lexical score instead."""
    fall: float
    """How much a passage's logit falls for each standard score it ranks below the best."""


def probability(logit: float) -> float:
    """The logistic function, safe at both ends."""
    return 1 / (1 + math.exp(-logit)) if logit > -700 else 0.0


GRANITE = Calibration(
    gauge=Gauge(unrelated=0.50, related=0.80),
    head=Head(intercept=-21.2, meaning=14.65, sentence=9.64, names=0.97, length=3.93),
    words_head=Head(intercept=-21.2, meaning=14.65, sentence=9.64, names=0.97, length=3.93),
    fall=0.4,
)

_MEASURED = {"local:granite-embedding-30m-english": GRANITE}


def calibration(embedder: str) -> Calibration:
    """The figures measured for an embedder; granite's for one that was not measured."""
    return _MEASURED.get(embedder, GRANITE)
