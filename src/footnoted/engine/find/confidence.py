"""Says how well passages cover a question, on the calibrated scale of 0 to 1 that every contract's thresholds assume.

One logistic head reads the whole search and says whether the book covers the question; each passage then falls from
that by its distance to the best one. Knows no threshold: a policy judges.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from footnoted.domain.book import Hit, Passage, Source
from footnoted.domain.question import NO_CONFIDENCE, Confidence
from footnoted.domain.reading import Reading
from footnoted.domain.scores.calibration import BY_WORDS, Calibration, Calibrations
from footnoted.domain.scores.read_head import READ
from footnoted.engine.find.across import CoverageAcross
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.rank import POOL, Ranking

# How relevance falls from passage to passage is chosen, not fitted: no set says which of the others are relevant too.
_FALL = 0.15
"""How much a passage's logit falls for each unit of the ranking that it stands below the best."""
_NEXT_DOOR = 0.25
"""What the logit falls from the best passage to the next one in its section: they share a subject."""
_WORDLESS = 0.3
"""What it falls besides when that neighbour holds none of the question's words."""
_COMPANION = 0.2
"""What it falls at most to the next best: a thing that a book states just once must not be refused for that."""
_KEYWORDS = 3
"""A single keyword is as good a question as so many."""
_ATTAINABLE = 3.3
"""Lexical score of a word at its most frequent, in text and headings both, per unit of its weight."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What a search shows about whether the book covers the question."""

    found: float
    """Best similarity as the book's gauge reads it; by words alone, the share of the attainable lexical score."""
    sentence: float
    """Share of the question's telling words in the best single sentence of the best passage."""
    around: float
    """The same among the three best passages: the best one may be a neighbour of the answer."""
    names: float
    """Share of its names, numbers and code that the three best passages hold."""
    length: float
    """Logarithm of its number of content words: a long question is rarely covered in all of them."""
    whole: float = 0.0
    """Share of its words that the best passage takes up, for a question in another language."""
    margin: float = 0.0
    """How far the best similarity stands above those of the third to tenth, on the gauge; for such a question too."""
    size: float = 0.0
    """Logarithm of the number of the book's passages."""


def signals(ranking: Ranking, calibration: Calibration | None) -> Signals:
    """Read the signals off a ranking that has candidates."""
    hits = [ranked.hit for ranked in ranking.as_searched]
    coverage = ranking.coverage
    if calibration is None or calibration.by_words:
        found = max([hit.lexical for hit in hits]) / (_ATTAINABLE * coverage.total) if coverage.total else 0.0
        found *= calibration.size.word_scale if calibration else 1.0
    else:
        found = calibration.gauge.read(max([hit.similarity for hit in hits]))
    if isinstance(coverage, CoverageAcross) and calibration and not calibration.by_words:
        return _across(hits, coverage, calibration)
    sentences = [coverage.by_one_sentence(hit.passage) for hit in hits[:3]]
    return Signals(
        found=found,
        sentence=sentences[0],
        around=max(sentences),
        names=coverage.of_names(hit.passage for hit in hits[:3]),
        length=_length(ranking.question, len(coverage.words)),
        size=calibration.size.logarithm if calibration else 0.0,
    )


def _across(hits: Sequence[Hit], coverage: Coverage, calibration: Calibration) -> Signals:
    """The signals of a question in another language: neither names nor its length told anything more."""
    read = calibration.gauge.read
    near = sorted([read(hit.similarity) for hit in hits], reverse=True)
    next_best = near[2:10] or near[-1:]
    sentences = [coverage.by_one_sentence(hit.passage) for hit in hits[:3]]
    return Signals(
        found=near[0],
        sentence=0.0,
        around=max(sentences),
        names=0.0,
        length=0.0,
        whole=coverage.by(hits[0].passage),
        margin=near[0] - sum(next_best) / len(next_best),
        size=calibration.size.logarithm,
    )


def _length(question: str, content: int) -> float:
    """Keywords alone are a whole question; "how long does it take?" has one content word too, but leans on others."""
    is_keywords = 2 * content >= len(question.split())
    return math.log1p(max(content, _KEYWORDS) if is_keywords else content)


def score(
    ranking: Ranking,
    calibrations: Calibrations | None,
    neighbours: Sequence[Passage] = (),
    limit: int = POOL,
    covered: float | None = None,
) -> list[Source]:
    """The first candidates with their scores, best first; without calibrations the words alone decide.

    ``neighbours`` are the passages around the best one: those of its section are scored too, found or not, for a book
    may state a thing just once.
    """
    if not ranking.candidates:
        return []
    best = ranking.candidates[0]
    own = _own(ranking, calibrations)
    covered = covers(ranking, calibrations) if covered is None else covered
    hits = {ranked.hit.passage.id: ranked.hit for ranked in ranking.candidates}
    logits = {ranked.hit.passage.id: covered - _FALL * (best.fused - ranked.fused) for ranked in ranking.candidates}
    for passage in neighbours:
        if passage.headings == best.hit.passage.headings and passage.id != best.hit.passage.id:
            beside = covered - _NEXT_DOOR - _WORDLESS * (1 - ranking.coverage.by(passage))
            logits[passage.id] = max(beside, logits.get(passage.id, beside))
            hits.setdefault(passage.id, Hit(passage, similarity=0.0, lexical=0.0))
    scale = (own or BY_WORDS).score
    order = sorted(logits, key=lambda id: -logits[id])
    for companion in order[1:2]:
        logits[companion] = max(logits[companion], covered - _COMPANION)
    return [Source(hits[id].passage, scale(logits[id]), hits[id].similarity) for id in order[:limit]]


def figures_for(ranking: Ranking, calibrations: Calibrations | None) -> Calibration:
    """The figures of the best passage's book: its cut, and whether questions like this one were tried on it."""
    return _own(ranking, calibrations) or BY_WORDS


def _own(ranking: Ranking, calibrations: Calibrations | None) -> Calibration | None:
    return calibrations.of(ranking.as_searched[0].hit.passage.book) if calibrations else None


def covers(ranking: Ranking, calibrations: Calibrations | None, readings: Sequence[Reading] = ()) -> float:
    """Logit of "the book covers the question", by what a search shows and, where a reader has read, by that too."""
    own = _own(ranking, calibrations)
    return with_readings(logit(signals(ranking, own), own), readings)


def with_readings(seen: float, readings: Sequence[Reading]) -> float:
    """What the search shows, corrected by what the reader says to the best passage; the cut stays where it is."""
    if not readings:
        return seen
    best = max(reading.answers for reading in readings)
    return seen + min(READ.most, READ.weight * (best - READ.mark))


def logit(seen: Signals, calibration: Calibration | None) -> float:
    """What the head says to the signals."""
    head = (calibration or BY_WORDS).head
    return (
        head.intercept
        + head.found * seen.found
        + head.sentence * seen.sentence
        + head.around * seen.around
        + head.names * seen.names
        + head.length * seen.length
        + head.whole * seen.whole
        + head.margin * seen.margin
        + head.size * seen.size
    )


def confidence(sources: Sequence[Source], hits: Sequence[Hit] = ()) -> Confidence:
    """The figures over the sources left after the reader's threshold; ``hits`` lend the vectors for diversity."""
    if not sources:
        return NO_CONFIDENCE
    vectors = {hit.passage.id: hit.vector for hit in hits if len(hit.vector)}
    of_sources = [vectors[source.passage.id] for source in sources if source.passage.id in vectors]
    return over(replace(NO_CONFIDENCE, diversity=_diversity(of_sources)), sources)


def over(known: Confidence, sources: Sequence[Source]) -> Confidence:
    """The figures over these sources; how diverse they are is taken from what is known."""
    if not sources:
        return NO_CONFIDENCE
    scores = tuple(sorted((source.score for source in sources), reverse=True))
    return Confidence(sum(scores) / len(scores), scores[-1], scores[0], len(scores), known.diversity, scores)


def _diversity(vectors: Sequence[Sequence[float]]) -> float:
    if len(vectors) < 2:
        return 0.0
    # The sum over all pairs is the squared length of the sum of the vectors, which have length one.
    total = np.asarray(vectors, dtype=np.float64).sum(axis=0)
    alike = (float(total @ total) - len(vectors)) / (len(vectors) * (len(vectors) - 1))
    return min(1.0, max(0.0, 1 - alike))
