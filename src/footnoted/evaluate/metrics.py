"""The arithmetic of evaluation: samples, rankings, calibration, risk. Pure functions; knows no engine and no file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")

_DEPTH = 10
"""Places of a ranking that count."""
_BINS = 10
"""Parts of the scale in which scores are compared with truths."""


def evenly_spread(items: Sequence[T], count: int) -> list[T]:
    """This many of the items, evenly spread.

    >>> evenly_spread("abcdef", 3)
    ['a', 'c', 'e']
    """
    if len(items) <= count:
        return list(items)
    return [items[n * len(items) // count] for n in range(count)]


def ndcg(found: Sequence[str], relevant: Mapping[str, float]) -> float:
    """Normalised discounted cumulative gain of a ranking without repeats.

    >>> round(ndcg(["b", "a"], {"a": 1}), 3), ndcg(["a"], {"a": 1})
    (0.631, 1.0)
    """
    gains = [relevant.get(document, 0.0) / math.log2(place + 2) for place, document in enumerate(found[:_DEPTH])]
    best = sorted(relevant.values(), reverse=True)[:_DEPTH]
    ideal = sum(gain / math.log2(place + 2) for place, gain in enumerate(best))
    return sum(gains) / ideal if ideal else 0.0


def recall(found: Sequence[str], relevant: Mapping[str, float]) -> float:
    """Share of the relevant documents among the first ten.

    >>> recall(["b", "a"], {"a": 1, "c": 1})
    0.5
    """
    return len(relevant.keys() & set(found[:_DEPTH])) / len(relevant) if relevant else 0.0


def reciprocal_rank(found: Sequence[str], relevant: Mapping[str, float]) -> float:
    """One over the rank of the first relevant document.

    >>> reciprocal_rank(["b", "a"], {"a": 1})
    0.5
    """
    return next((1 / place for place, document in enumerate(found, 1) if document in relevant), 0.0)


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """Probability that a score of the first kind is above one of the second; ties count half.

    >>> auroc([0.9, 0.5], [0.1, 0.5])
    0.875
    """
    if not higher or not lower:
        return math.nan
    every = sorted([*((score, True) for score in higher), *((score, False) for score in lower)])
    wins, below, at = 0.0, 0, 0
    while at < len(every):
        end = at
        while end < len(every) and every[end][0] == every[at][0]:
            end += 1
        tied_low = sum(not is_higher for _, is_higher in every[at:end])
        wins += (end - at - tied_low) * (below + tied_low / 2)
        below += tied_low
        at = end
    return wins / (len(higher) * len(lower))


def reliability(
    scores: Sequence[float], truths: Sequence[bool], sides: Sequence[bool] | None = None
) -> list[tuple[float, float, float]]:
    """For each tenth of the scale with any scores: mean score, share that is true, share of the weight.

    Both sides (by default true and false) have the same total weight, so that sets with few questions of one side can
    be compared.
    """
    sides = truths if sides is None else sides
    weight = {side: 0.5 / count for side in (True, False) if (count := sum(other is side for other in sides))}
    found = []
    for tenth in range(_BINS):
        inside = [
            (score, truth, weight[side])
            for score, truth, side in zip(scores, truths, sides, strict=True)
            if min(int(score * _BINS), _BINS - 1) == tenth
        ]
        if total := sum(w for _, _, w in inside):
            mean = sum(score * w for score, _, w in inside) / total
            found.append((mean, sum(w for _, truth, w in inside if truth) / total, total))
    return found


def calibration_error(scores: Sequence[float], truths: Sequence[bool], sides: Sequence[bool] | None = None) -> float:
    """Expected calibration error over ten bins.

    >>> round(calibration_error([0.95, 0.05], [True, False]), 3)
    0.05
    """
    rows = reliability(scores, truths, sides)
    whole = sum(weight for *_, weight in rows)
    return sum(weight * abs(mean - share) for mean, share, weight in rows) / whole if whole else math.nan


def risk_coverage(scores: Sequence[float], truths: Sequence[bool]) -> list[tuple[float, float]]:
    """If the most certain are answered first: the share of questions answered, and the share of these that are wrong.

    >>> risk_coverage([0.9, 0.1, 0.5], [True, False, True])
    [(0.3333333333333333, 0.0), (0.6666666666666666, 0.0), (1.0, 0.3333333333333333)]
    """
    order = sorted(zip(scores, truths, strict=True), key=lambda scored: -scored[0])
    wrong = accumulate(not truth for _, truth in order)
    return [(n / len(order), count / n) for n, count in enumerate(wrong, 1)]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values is.

    >>> percentile([3, 1, 2], 0.5)
    2
    """
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else math.nan
