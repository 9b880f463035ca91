"""Puts an index's candidates in order: both arms' scores on one scale, wording on top, copies and stubs down.

Knows no calibrated score: what the order is worth to a reader is confidence.py's to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import mul

from footnoted.domain.book import Hit, Passage
from footnoted.engine.coverage import Coverage

POOL = 30
"""How many of the best candidates are kept and read word by word; more than any contract may ask for."""
_LEXICAL = 0.8
"""Weight of the search by words against the one by meaning; 0.7–1.0 measured alike."""
_COVERAGE = 2.0
"""Weight of the share of the question that a passage takes up in words."""
_CONTEXT = 0.7
"""Weight of what was talked about against the question itself; 0.5–0.8 measured best."""
_STUB = 80
"""Characters below which a passage is a stub."""
_COPY = 0.99
"""Cosine above which every pair of passages looked at was a copy; at 0.987 two differed in a number that mattered."""
_COMPARED = 12
"""How many of the best are compared for copies: as many as a reader may get, and some."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate and its place on the scale of its own search: comparable within one list only."""

    hit: Hit
    fused: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates best first, and how they cover the question."""

    question: str
    coverage: Coverage
    candidates: tuple[Ranked, ...]


def rank(question: str, hits: Sequence[Hit], context: Sequence[Hit] = ()) -> Ranking:
    """Order the hits of a search; ``context`` are the hits of a second, weaker search for what was talked about."""
    by_id = {hit.passage.id: hit for hit in hits}
    for hit in context:
        by_id.setdefault(hit.passage.id, _unscored(hit, hits))
    fused = dict.fromkeys(by_id, 0.0)
    for search, weight in ((hits, 1.0), (context, _CONTEXT)):
        for id, score in _fuse(search, by_id).items():
            fused[id] += weight * score
    best = sorted(by_id.values(), key=lambda hit: (-fused[hit.passage.id], hit.passage.id))[:POOL]
    coverage = Coverage(question, [hit.passage for hit in best])
    ranked = [
        Ranked(hit, fused[hit.passage.id] + _COVERAGE * coverage.by(hit.passage) - _stub(hit.passage)) for hit in best
    ]
    ranked.sort(key=lambda one: (-one.fused, one.hit.passage.id))
    return Ranking(question, coverage, tuple(_without_copies(ranked)))


def _unscored(hit: Hit, hits: Sequence[Hit]) -> Hit:
    """A passage that only the context brought: its scores say nothing about the question, so it gets the lowest."""
    return replace(hit, similarity=min((one.similarity for one in hits), default=0.0), lexical=0.0)


def _fuse(search: Sequence[Hit], wanted: Iterable[str]) -> dict[str, float]:
    """Sum of both arms' standard scores; a passage this search did not bring stands with its last."""
    if not search:
        return {}
    meaning = _standardised([hit.similarity for hit in search])
    by_words = _standardised([hit.lexical for hit in search])
    found = {hit.passage.id: m + _LEXICAL * w for hit, m, w in zip(search, meaning, by_words, strict=True)}
    last = min(found.values())
    return {id: found.get(id, last) for id in wanted}


def _standardised(scores: Sequence[float]) -> list[float]:
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))
    return [(score - mean) / spread if spread > 1e-9 else 0.0 for score in scores]


def _stub(passage: Passage) -> float:
    """A line or two cannot carry an answer, yet short texts score high in both searches."""
    return max(0.0, 1 - len(passage.text) / _STUB)


def _without_copies(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Of passages that say the same, the best ranked stays."""
    kept: list[Ranked] = []
    texts: set[str] = set()
    for one in ranked:
        if one.hit.passage.text in texts:
            continue
        if len(kept) < _COMPARED and any(_is_copy(one.hit, other.hit) for other in kept):
            continue
        texts.add(one.hit.passage.text)
        kept.append(one)
    return kept


def _is_copy(hit: Hit, other: Hit) -> bool:
    # Copies score alike in both arms, whatever is asked; that spares nearly all of the products.
    if (
        not hit.vector
        or abs(hit.similarity - other.similarity) > 0.02
        or abs(hit.lexical - other.lexical) > 0.1 * other.lexical
    ):
        return False
    cosine: float = sum(map(mul, hit.vector, other.vector))
    return cosine > _COPY
