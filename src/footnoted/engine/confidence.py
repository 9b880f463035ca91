"""Says how well passages cover a question, on the calibrated scale of 0 to 1 that every contract's thresholds assume.

One logistic head reads the whole search and says whether the book covers the question; each passage then falls from
that by its distance to the best one. Knows no threshold: a policy judges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from footnoted.domain.book import Hit, Passage, Source
from footnoted.domain.calibration import Calibration, Gauge, probability
from footnoted.domain.question import Confidence
from footnoted.engine.retrieve import Ranking

_ATTAINABLE = 3.3
"""Lexical score of a word at its most frequent, in text and headings both, per unit of its rarity."""
_NEXT_DOOR = 0.7
"""What the logit falls from a passage to the next one in its section: they share a subject."""
_UNREAD = 0.8
"""What it falls besides for a neighbour that holds none of the question's words."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What a search shows about whether the book covers the question."""

    meaning: float
    """Best similarity as the gauge reads it: 0 unrelated, 1 related."""
    lexical: float
    """Best lexical score, as a share of what the question's words could attain."""
    sentence: float
    """Share of the question's telling words in the best single sentence of the best passage."""
    names: float
    """Share of its names, numbers and code that the three best passages hold."""
    length: float
    """Logarithm of its number of content words: a long question is rarely covered in all of them."""


def signals(ranking: Ranking, gauge: Gauge) -> Signals:
    """Read the signals off a ranking, which has at least one candidate."""
    hits = [one.hit for one in ranking.candidates]
    coverage = ranking.coverage
    return Signals(
        meaning=gauge.read(max(hit.similarity for hit in hits)),
        lexical=max(hit.lexical for hit in hits) / (_ATTAINABLE * coverage.total) if coverage.total else 0.0,
        sentence=coverage.by_one_sentence(hits[0].passage),
        names=coverage.of_names(hit.passage for hit in hits[:3]),
        length=math.log1p(len(coverage.words)),
    )


def score(
    ranking: Ranking, calibration: Calibration, neighbours: Sequence[Passage] = (), *, by_words_alone: bool = False
) -> list[Source]:
    """Every candidate with its score, best first.

    ``neighbours`` are the passages next to the best one; those of its section are scored too, found or not.
    """
    if not ranking.candidates:
        return []
    logit = _logit(signals(ranking, calibration.gauge), calibration, by_words_alone)
    best = ranking.candidates[0]
    logits = {one.hit.passage.id: logit - calibration.fall * (best.fused - one.fused) for one in ranking.candidates}
    hits = {one.hit.passage.id: one.hit for one in ranking.candidates}
    for passage in neighbours:
        if passage.headings == best.hit.passage.headings and passage.id != best.hit.passage.id:
            beside = logit - _NEXT_DOOR - _UNREAD * (1 - ranking.coverage.by(passage))
            logits[passage.id] = max(beside, logits.get(passage.id, beside))
            hits.setdefault(passage.id, Hit(passage, 0.0, 0.0))
    order = sorted(logits, key=lambda id: (-logits[id], id))
    return [Source(hits[id].passage, probability(logits[id]), hits[id].similarity) for id in order]


def _logit(seen: Signals, calibration: Calibration, by_words_alone: bool) -> float:
    head = calibration.words_head if by_words_alone else calibration.head
    found = seen.lexical if by_words_alone else seen.meaning
    return (
        head.intercept
        + head.meaning * found
        + head.sentence * seen.sentence
        + head.names * seen.names
        + head.length * seen.length
    )


def confidence(sources: Sequence[Source], diversity: float = 0.0) -> Confidence:
    """The metrics over the sources that were left after the reader's threshold."""
    scores = tuple(sorted((source.score for source in sources), reverse=True))
    if not scores:
        return Confidence(0.0, 0.0, 0.0, 0, 0.0)
    return Confidence(sum(scores) / len(scores), scores[-1], scores[0], len(scores), diversity, scores)


def diversity(hits: Sequence[Hit]) -> float:
    """One minus the mean pairwise cosine of the hits that carry a vector; 0 for fewer than two."""
    vectors = [hit.vector for hit in hits if len(hit.vector)]
    if len(vectors) < 2:
        return 0.0
    # The sum of all pairs is the squared length of the sum, less each vector with itself: one pass instead of n².
    total = [sum(column) for column in zip(*vectors, strict=True)]
    pairs = len(vectors) * (len(vectors) - 1)
    mean: float = (sum(x * x for x in total) - sum(x * x for vector in vectors for x in vector)) / pairs
    return min(1.0, max(0.0, 1 - mean))
