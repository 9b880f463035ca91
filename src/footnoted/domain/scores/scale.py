"""The scale from 0 to 1 that every contract's thresholds assume, from logits and similarities. Knows no book."""

from __future__ import annotations

import math
from dataclasses import dataclass

GAP = 3.0
"""How far apart the logits just below and just above the cut are pushed: half of the distance."""


def on_scale(away: float) -> float:
    """The score of a logit by its distance from the cut: steep there, and true to the logit far from it.

    The contracts cut at 0.1, 0.3 and 0.7; with a gap there they refuse nearly the same questions.

    >>> [round(on_scale(away), 2) for away in (-4, -1, -0.2, 0, 0.2, 1, 4)]
    [0.01, 0.04, 0.22, 0.5, 0.78, 0.96, 0.99]
    """
    return probability(away + GAP * math.tanh(2 * away) * math.exp(-abs(away) / 3))


def probability(logit: float) -> float:
    """The logistic function, safe at both ends."""
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, logit))))


@dataclass(frozen=True, slots=True)
class Gauge:
    """Two typical cosines of an embedder: for a passage unrelated to the question, and for one that answers it."""

    unrelated: float
    related: float

    def read(self, cosine: float) -> float:
        """0 at the lower cosine, 1 at the upper one; may be outside that range.

        >>> round(Gauge(0.5, 0.8).read(0.65), 6)
        0.5
        """
        return (cosine - self.unrelated) / max(self.related - self.unrelated, 0.05)
