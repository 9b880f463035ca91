"""Puts an index's candidates in order: both arms' scores on one scale, wording on top, copies and stubs down.

Knows no calibrated score: what the order is worth to a reader is confidence.py's to say.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from footnoted.domain.book import Hit, Passage
from footnoted.engine.coverage import Coverage

POOL = 30
"""How many of the best candidates are read word by word."""
_LEXICAL = 0.8
"""Weight of the words' arm against meaning; 0.7–1.0 measured alike."""
_COVERAGE = 2.0
_CONTEXT = 0.7
"""Weight of what was talked about against the question itself; 0.5–0.8 measured best."""
_STUB_CHARACTERS = 80
_STUB_PENALTY = 1.0
_COPY_COSINE = 0.985


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
    order = sorted(by_id, key=lambda id: (-fused[id], id))
    coverage = Coverage(question, [by_id[id].passage for id in order[:POOL]])
    ranked = [
        Ranked(
            by_id[id],
            fused[id]
            - _stub(by_id[id].passage)
            + (_COVERAGE * coverage.by(by_id[id].passage) if place < POOL else 0.0),
        )
        for place, id in enumerate(order)
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
    """A line or two cannot carry an answer, yet short texts score high in both arms."""
    return _STUB_PENALTY * max(0.0, 1 - len(passage.text) / _STUB_CHARACTERS)


def _without_copies(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Of passages that say the same, the best ranked stays."""
    kept: list[Ranked] = []
    texts: set[str] = set()
    for one in ranked:
        if one.hit.passage.text in texts or (len(kept) < POOL and any(_is_copy(one.hit, other.hit) for other in kept)):
            continue
        texts.add(one.hit.passage.text)
        kept.append(one)
    return kept


def _is_copy(hit: Hit, other: Hit) -> bool:
    # Passages about as similar to the question can only be copies of each other; that spares most of the products.
    if not hit.vector or not other.vector or abs(hit.similarity - other.similarity) > 0.05:
        return False
    return sum(a * b for a, b in zip(hit.vector, other.vector, strict=True)) > _COPY_COSINE
