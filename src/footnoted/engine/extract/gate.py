"""Whether a quote is given as the answer, or only shown as the place that is about it: one fitted head, one cut.

The head says how likely the quote's words answer the question. Knows no text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from footnoted.domain.question import Verdict
from footnoted.domain.reading import Quote
from footnoted.domain.scores.language_figures import RIGHT, RIGHT_ACROSS
from footnoted.domain.scores.scale import probability
from footnoted.engine.find.confidence import over
from footnoted.engine.find.finder import Found


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a quote."""

    covered: float
    """Logit of "the book covers the question"."""
    inside: float | None
    """What the reader says to the words quoted; None where nothing was read."""
    held: float
    """Share of the question's telling words in the quote and in the headings above it."""
    length: int
    """Words of the quote."""
    margin: float
    """How far the first passage stands above the second, by search and reading."""
    above_cut: float | None = None
    """How far "covered" lies above the cut, where question or passage is not in English: words mean less there."""
    is_across: bool = False
    """Whether the question is in another language than the passage."""


@dataclass(frozen=True, slots=True)
class RightHead:
    """A logistic head over the evidence: one weight each, in its order."""

    intercept: float
    weights: tuple[float, ...]


# Fitted on questions to eight documentation books, each scored by a fit on the others before its figures were believed,
# and stretched so that CUT and SURE stand where they stood: docs/lab-book.md.
_READ = RightHead(-5.838, (0.463, 2.364, 0.913, 0.310))
_UNREAD = RightHead(-2.767, (0.389, 1.765, 0.336))
_NOT_ENGLISH, _ACROSS = (RightHead(weights[0], weights[1:]) for weights in (RIGHT, RIGHT_ACROSS))

CUT = 0.8
"""The logit from which on a quote is given as the answer; docs/lab-book.md shows right and wrong at others."""
SURE = 2.0
"""The same for an excerpt alone; less sure, it comes with all that stands around it."""
CERTAIN = 2.8
"""The same for a short excerpt; less would cost right answers."""
_ABOUT_IT, _SAYS_IT, _OUTRIGHT = 0.7, 0.75, 0.85
"""The wire's scale: what is shown is about it and does not say it outright; what is given as the answer likely does."""
_LEAST = -9.0
"""A quote that is never an answer counts as one that is as unlikely as this."""

DOUBTED = CUT - 1.0
"""The most for a quote where the book hardly covers the question: it is shown."""
_EXACT = 0.9
"""Weight of what the checker says in a score."""
_SOMETHING_ELSE = -2.1
"""Below this the checker is sure that a quote answers something else than what is asked: of SQuAD's adversarial
questions 41 of 136 that were answered lie below it, of 403 right answers to eighteen documentation books two."""
NEVER = -math.inf
"""Of an excerpt that may be shown but is no answer: a list of further reading, objectives, a licence."""


def tier(verdict: Verdict, quote: Quote, cut: float = CUT, *, is_measured: bool = True) -> Verdict:
    """The verdict on an answer in the book's own words: the quote answers, or it is shown as the place.

    In a language that nobody measured, what likely answers is given with a hedge.
    """
    if verdict is Verdict.DECLINE or not quote.excerpts:
        return Verdict.DECLINE
    if verdict is Verdict.HEDGE and not is_measured and quote.right >= cut:
        return Verdict.HEDGE
    return Verdict.ANSWER if verdict is Verdict.ANSWER and quote.right >= cut else Verdict.SHOW


def rated(found: Found, quote: Quote, threshold: float = 0.0) -> Found:
    """What was found, no passage scored higher than the quote is likely to answer; best first, as before."""
    most = ceiling(quote.right, found.above_cut, quote.exactly)
    sources = [replace(source, score=min(source.score, most)) for source in found.sources]
    kept = tuple(source for source in sources if source.score >= threshold)
    return replace(found, sources=kept, confidence=over(found.confidence, kept))


def doubted(quote: Quote, exactly: float | None) -> Quote:
    """The quote with what the checker says; one that answers something else is only shown."""
    if exactly is None:
        return quote
    right = min(quote.right, DOUBTED) if exactly < _SOMETHING_ELSE else quote.right
    return replace(quote, right=right, exactly=exactly)


def ceiling(right: float, above_cut: float, exactly: float | None = None) -> float:
    """The most that a passage scores: half by how likely the quote answers, half by how well the book covers it.

    Either alone tells less: the first which of the book's passages answer, the second what the book does not say. What
    nearly answers has both; there the checker knows more.

    >>> [round(ceiling(right, 3.0), 2) for right in (-9, CUT - 1, CUT, 3)]
    [0.7, 0.8, 0.87, 0.95]
    """
    likely = probability((max(right, _LEAST) + above_cut) / 2 + _EXACT * (exactly or 0.0))
    return max(_SAYS_IT, likely) if right >= CUT else min(_OUTRIGHT, max(_ABOUT_IT, likely))


def right(evidence: Evidence) -> float:
    """Logit of "these words answer it"."""
    if evidence.above_cut is not None:
        return _sum(_ACROSS if evidence.is_across else _NOT_ENGLISH, (evidence.above_cut, math.log1p(evidence.length)))
    shared = evidence.held, math.log1p(evidence.length)
    if evidence.inside is None:
        return _sum(_UNREAD, (evidence.covered, *shared))
    return _sum(_READ, (evidence.inside, *shared, evidence.margin))


def _sum(head: RightHead, features: Sequence[float]) -> float:
    return head.intercept + sum(weight * value for weight, value in zip(head.weights, features, strict=True))
