"""Whether an excerpt is given as the answer, or only shown as the place that is about it: one fitted head, one cut.

The head says how likely the excerpt's words answer the question. Knows no text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footnoted.domain.calibration import probability
from footnoted.domain.question import Verdict
from footnoted.domain.reading import Excerpt
from footnoted.engine.find.confidence import over
from footnoted.engine.find.finder import Found


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for an excerpt."""

    covered: float
    """Logit of "the book covers the question"."""
    reading: float | None
    """What the reader says to its passage; None where nothing was read."""
    margin: float
    """How far its passage stands above the next, by search and reading."""
    held: float
    """Share of the question's telling words in the excerpt."""
    held_with_place: float
    """The same with the words of the headings above it."""
    words: int
    """Content words of the question."""


@dataclass(frozen=True, slots=True)
class RightHead:
    """A logistic head over the evidence: one weight each, in its order."""

    intercept: float
    weights: tuple[float, ...]


# Fitted on the questions of four documentation books, each scored by a fit on the others before its figures were
# believed: docs/lab-book.md.
_READ = RightHead(-0.106, (0.033, 0.368, 0.193, -1.056, 1.544, -0.326))
_UNREAD = RightHead(0.127, (0.163, -1.151, 2.172, -0.25))

CUT = 0.8
"""The logit from which on an excerpt is given as the answer: with each book scored by a fit on the others, 44 % of the
answerable questions are answered rightly there and 9 % wrongly; at 0, 60 and 17 %."""


_ABOUT_IT, _OUTRIGHT = 0.7, 0.85
"""The wire's scale (docs/contracts): from the first on a passage is about the question, from the second on it says it
outright."""


def rated(found: Found, excerpts: Sequence[Excerpt], threshold: float = 0.0) -> Found:
    """What was found, no passage scored higher than its excerpt is likely to answer; best first, as before."""
    most, sources = 1.0, []
    right = {excerpt.source: excerpt.right for excerpt in excerpts}
    for number, source in enumerate(found.sources, 1):
        most = min(most, source.score, ceiling(right[number]) if number in right else 1.0)
        sources.append(replace(source, score=most))
    kept = tuple(source for source in sources if source.score >= threshold)
    return replace(found, sources=kept, confidence=over(found.confidence, kept))


def ceiling(right: float) -> float:
    """The most that a passage scores: what answers, how likely it does so; what does not, as much as being about it.

    >>> [round(ceiling(right), 2) for right in (-4, 0, CUT, 3, 6)]
    [0.7, 0.81, 0.85, 0.95, 1.0]
    """
    if right >= CUT:
        return max(_OUTRIGHT, probability(right))
    return _ABOUT_IT + (_OUTRIGHT - _ABOUT_IT) * probability(right) / probability(CUT)


def tier(verdict: Verdict, excerpts: Sequence[Excerpt]) -> Verdict:
    """The verdict on an answer in the book's own words: the best excerpt answers, or it is shown as the place."""
    if verdict is Verdict.DECLINE or not excerpts:
        return Verdict.DECLINE
    return Verdict.ANSWER if verdict is Verdict.ANSWER and excerpts[0].right >= CUT else Verdict.SHOW


def right(evidence: Evidence) -> float:
    """Logit of "these words answer it"."""
    if evidence.reading is None:
        return _sum(_UNREAD, unread_features(evidence))
    return _sum(_READ, read_features(evidence))


def read_features(evidence: Evidence) -> tuple[float, ...]:
    """What the head weighs where a reader has read."""
    assert evidence.reading is not None
    return (
        evidence.covered,
        evidence.reading,
        evidence.margin,
        evidence.held,
        evidence.held_with_place,
        math.log1p(evidence.words),
    )


def unread_features(evidence: Evidence) -> tuple[float, ...]:
    """What it weighs without one."""
    return evidence.covered, evidence.held, evidence.held_with_place, math.log1p(evidence.words)


def _sum(head: RightHead, features: Sequence[float]) -> float:
    return head.intercept + sum(weight * value for weight, value in zip(head.weights, features, strict=True))
