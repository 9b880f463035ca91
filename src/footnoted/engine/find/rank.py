"""Orders an index's candidates: both arms on one scale, then wording; copies and stubs move down.

Knows no calibrated score; confidence.py makes that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from footnoted.domain.book import Hit, Passage
from footnoted.domain.reading import Reading
from footnoted.domain.scores.calibration import Calibration, Calibrations
from footnoted.engine.find.across import Alike, CoverageAcross
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.talk import Page, page_of

POOL = 30
"""How many of the best candidates are kept and compared word by word; more than any contract may ask for."""
_MEANING = 8.4
"""Weight of a similarity on the gauge, against one standard score of the search by words.

Not a standard score: where all cosines are alike, as among fairy tales, small differences mean little.
"""
_MEANING_UNGAUGED = 1.3
"""Weight of a similarity's standard score, for an embedder without a gauge."""
_COVERAGE = 3.0
"""Weight of the share of the question's words that a passage has; helps with stories, elsewhere neutral."""
_ACROSS = 28.0
"""The same where the question is in another language and words are compared by meaning: they count as much as the
similarity of whole texts. The first passage is right for .95 of XQuAD's Spanish questions to the English paragraphs
instead of .82, for .75 of the Arabic ones instead of .68."""
_PAIRS = 3.0
"""Weight of the share of the question's word pairs that are also neighbours in a passage."""
_ENTRY = 4.0
"""Bonus of the entry of an option or function that the question names; others only mention it. As far as a passage may
be below the best to be read. Of 300 questions to eight books three have such an entry, and none fares worse."""
_DEFINITION = 3.0
"""Bonus of a passage that defines the term a question asks about: enough to be read, not enough for others not to be,
for below a heading that is the term may stand just anything."""
_PROCEDURE = 5.0
"""Bonus of steps, for a question that asks how to do what their headings are about: enough to be among the five that an
answer gets. Of 433 questions to twelve books one comes out differently, and better."""
_OWN = 2.0
"""Bonus of a passage with the one word of a follow-up: "and in winter?" is about winter. Of 43 follow-ups
the first passage is right for 30 instead of 29; where a follow-up has more words of its own they gain nothing."""
_GROUND = 3.0
"""Bonus of a passage on a page that the conversation is about. Of 89 complete questions in conversations about stories
the right story is first for 65 instead of 58."""
_ASIDE = 2.0
"""What a passage falls that is not the book's text, such as "see also": it cannot answer, and only five are read. Of
385 questions, the first passage is right for two more."""
_PAGE = 0.6
"""Weight of all candidates under one title together."""
_NEGLIGIBLE = 10.0
"""A candidate this far below the best adds nothing to its page."""
_STUB = 80
"""A passage with fewer characters is a stub."""
_COPY = 0.99
"""Cosine above which every pair looked at was a copy; at 0.987 two differed in a number that mattered."""
_COMPARED = 12
"""How many of the best are compared for copies: as many as a reader may get, and a few more."""


_SECOND_OPINION = 1.0
"""Weight of a reranker's standard score against the search's own: as much as everything else together.

Not more, because none was available to be measured: a poor one must not overrule a search that is sure.
"""


_READING = 1.0
"""Weight of the reader's logit against one unit of the search's scale: without it the first passage is right for .72
of the questions to four documentation books, with it for .78 (docs/lab-book.md)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate and its value on the scale of its own search; comparable within one list only."""

    hit: Hit
    fused: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates, best first, and how they cover the question."""

    question: str
    coverage: Coverage
    candidates: tuple[Ranked, ...]
    before_reranking: tuple[Ranked, ...] = ()
    """The same candidates in the search's order; empty if no reranker moved them."""
    margin: float = 0.0
    """Distance of the first candidate from the second, if the reader has read them."""

    @property
    def as_searched(self) -> tuple[Ranked, ...]:
        """The candidates in the search's order, which calibration is made for."""
        return self.before_reranking or self.candidates


def rank(
    question: str,
    hits: Sequence[Hit],
    calibrations: Calibrations | None = None,
    alike: Alike | None = None,
    own: str = "",
    ground: Collection[Page] = (),
) -> Ranking:
    """Order the hits of a search; ``calibrations`` make the similarities of different books comparable.

    ``alike`` has the words that are similar to the question's, for passages in another language; ``own`` is a follow-up
    without what was added to it; ``ground`` has the pages that the conversation is about.
    """
    calibrations = calibrations or Calibrations()
    hits = [hit for hit in hits if hit.lexical > 0 or not _is_by_words(calibrations.of(hit.passage.book))]
    fused = _fuse(hits, calibrations)
    together = _by_title(hits, fused)
    best = sorted(zip(fused, hits, strict=True), key=lambda pair: (-pair[0], pair[1].passage.id))[:POOL]
    passages = [hit.passage for _, hit in best]
    coverage = CoverageAcross(question, passages, alike) if alike else Coverage(question, passages)
    stressed = Coverage(own, passages) if own else None
    ranked = [
        Ranked(
            hit,
            score
            + _wording(coverage, hit.passage)
            + (_OWN * stressed.by(hit.passage) if stressed and len(stressed.words) == 1 else 0.0)
            + (_GROUND if page_of(hit.passage) in ground else 0.0)
            - (0.0 if hit.passage.is_text or hit.passage.role == "changes" else _ASIDE)
            + _PAGE * together[hit.passage.book, hit.passage.title]
            - max(0.0, 1 - len(hit.passage.text) / _STUB),  # short texts score high but cannot answer
        )
        for score, hit in best
    ]
    ranked.sort(key=lambda candidate: (-candidate.fused, candidate.hit.passage.id))
    return Ranking(question, coverage, tuple(_without_copies(ranked)))


def reorder(ranking: Ranking, ratings: Sequence[float]) -> Ranking:
    """Move the first candidates by a reranker's ratings; in a tie the search's order decides.

    Only the order changes: each rank keeps its value on the search's scale, so that calibration stays valid.
    """
    first, rest = ranking.candidates[: len(ratings)], ranking.candidates[len(ratings) :]
    if not first:
        return ranking
    by_search, by_reading = _standardised([candidate.fused for candidate in first]), _standardised(ratings)
    both = [s + _SECOND_OPINION * r for s, r in zip(by_search, by_reading, strict=True)]
    places = sorted(range(len(first)), key=lambda place: -both[place])
    moved = [Ranked(first[place].hit, candidate.fused) for place, candidate in zip(places, first, strict=True)]
    return replace(ranking, candidates=(*moved, *rest), before_reranking=ranking.candidates)


def _wording(coverage: Coverage, passage: Passage) -> float:
    alone, side_by_side = coverage.by_words_and_pairs(passage)
    if isinstance(coverage, CoverageAcross):
        return _ACROSS * alone
    entry = _ENTRY * coverage.is_entry(passage) + _DEFINITION * coverage.is_definition(passage)
    return _COVERAGE * alone + _PAIRS * side_by_side + entry + _PROCEDURE * coverage.is_procedure(passage)


def by_reading(ranking: Ranking, readings: Mapping[str, Reading]) -> Ranking:
    """Move the passages that were read by the reader's logits; the others stay behind them."""
    first, rest = ranking.candidates[: len(readings)], ranking.candidates[len(readings) :]
    if len(first) < 2:
        return ranking

    def worth(candidate: Ranked) -> float:
        return candidate.fused + _READING * readings[candidate.hit.passage.id].answers

    best = sorted(first, key=worth, reverse=True)
    moved = [Ranked(candidate.hit, place.fused) for candidate, place in zip(best, first, strict=True)]
    margin = worth(best[0]) - worth(best[1])
    return replace(ranking, candidates=(*moved, *rest), before_reranking=ranking.as_searched, margin=margin)


def _is_by_words(calibration: Calibration | None) -> bool:
    """Whether similarities are ignored, so that a passage without any word of the question was found by chance."""
    return calibration is not None and calibration.by_words


def _fuse(hits: Sequence[Hit], calibrations: Calibrations) -> list[float]:
    """The sum of both arms' scores."""
    if not hits:
        return []
    by_words = _standardised([hit.lexical for hit in hits])
    known = {book: calibrations.of(book) for book in {hit.passage.book for hit in hits}}
    if None in known.values():
        by_meaning = _standardised([hit.similarity for hit in hits])
        return [_MEANING_UNGAUGED * m + w for m, w in zip(by_meaning, by_words, strict=True)]
    read = [0.0 if own.by_words else own.gauge.read(hit.similarity) for hit in hits if (own := known[hit.passage.book])]
    return [_MEANING * m + w for m, w in zip(read, by_words, strict=True)]


def _standardised(scores: Sequence[float]) -> list[float]:
    mean = sum(scores) / len(scores)
    spread = math.sqrt(sum([(score - mean) ** 2 for score in scores]) / len(scores))
    return [(score - mean) / spread for score in scores] if spread > 1e-9 else [0.0] * len(scores)


def _by_title(hits: Sequence[Hit], fused: Sequence[float]) -> dict[tuple[str, str], float]:
    """Title → logarithm of the sum of likelihoods: one strong candidate counts fully, several a little more."""
    best = max(fused, default=0.0)
    sums: dict[tuple[str, str], float] = {}
    for hit, score in zip(hits, fused, strict=True):
        key = hit.passage.book, hit.passage.title
        sums[key] = sums.get(key, 1e-12) + (math.exp(score - best) if score > best - _NEGLIGIBLE else 0.0)
    return {key: math.log(total) for key, total in sums.items()}


def _without_copies(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Without copies; the best ranked of them stays."""
    kept: list[Ranked] = []
    texts: set[str] = set()
    for candidate in ranked:
        if candidate.hit.passage.text in texts:
            continue
        if len(kept) < _COMPARED and any(_is_copy(candidate.hit, other.hit) for other in kept):
            continue
        texts.add(candidate.hit.passage.text)
        kept.append(candidate)
    return kept


def _is_copy(hit: Hit, other: Hit) -> bool:
    # Copies have nearly equal scores in both arms; checking that first avoids nearly all products.
    if (
        not hit.vector
        or len(hit.vector) != len(other.vector)  # from books with different embedders
        or abs(hit.similarity - other.similarity) > 0.02
        or abs(hit.lexical - other.lexical) > 0.1 * other.lexical
    ):
        return False
    return float(np.dot(hit.vector, other.vector)) > _COPY
