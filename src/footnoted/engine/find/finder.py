"""Finds the passages for a question: embed, search, rank, rerank, score.

Searches by words alone when the embedder is down, and keeps the search's order when the reranker is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from footnoted.domain.book import Hit, Source, Vector
from footnoted.domain.calibration import Calibrations
from footnoted.domain.errors import EmbedderDown, RerankerDown
from footnoted.domain.ports import Embedder, PassageIndex, Reranker, Search
from footnoted.domain.question import Confidence, Question
from footnoted.engine.find.confidence import confidence, score
from footnoted.engine.find.rank import Ranking, rank, reorder

_log = logging.getLogger("footnoted")

_CANDIDATES = 30
"""How many each arm of the search may bring; more changed no ranking that was measured."""

_RERANKED = 20
"""How many of the best a reranker reads, which is slow; more than an answer is made from."""


@dataclass(frozen=True, slots=True)
class Found:
    """The passages for a question, best first, and how well they cover it."""

    sources: tuple[Source, ...]
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search brought, in order and not yet scored."""

    ranking: Ranking
    hits: Sequence[Hit]
    calibrations: Calibrations | None
    """None where the embedder was down: then words alone decide."""


class Finder:
    """Searches the books by meaning and by words, and puts what it finds on the calibrated scale."""

    def __init__(
        self, embedder: Embedder, index: PassageIndex, calibrations: Calibrations, reranker: Reranker | None = None
    ) -> None:
        self._embedder, self.index, self.calibrations = embedder, index, calibrations
        self.reranker = reranker

    async def find(self, question: Question, text: str, context: str = "") -> Found:
        """The best passages for the text, none below the question's threshold; ``context`` weighs less."""
        searched = await self.search(question, text, context)
        candidates = searched.ranking.candidates
        neighbours = await self.index.neighbours(candidates[0].hit.passage) if candidates else []
        scored = score(searched.ranking, searched.calibrations, neighbours, question.limit)
        sources = tuple([source for source in scored if source.score >= question.threshold])
        return Found(sources, confidence(sources, searched.hits))

    async def search(self, question: Question, text: str, context: str = "") -> Searched:
        """The candidates for the text in their order, as many as every answer is chosen from."""
        asked = f"{text} {context}" if context else text
        vector = await self._vector(asked)
        hits = await self.index.search(Search(text, vector, _CANDIDATES, question.book, question.filters, context))
        calibrations = self.calibrations if vector else None
        return Searched(await self._reranked(rank(text, hits, calibrations), asked), hits, calibrations)

    async def _vector(self, text: str) -> Vector | None:
        try:
            return await self._embedder.embed_question(text)
        except EmbedderDown as error:
            _log.warning("searching by words alone: %s", error.message)
            return None

    async def _reranked(self, ranking: Ranking, asked: str) -> Ranking:
        first = ranking.candidates[:_RERANKED]
        if self.reranker is None or len(first) < 2:
            return ranking
        try:
            texts = [candidate.hit.passage.in_context for candidate in first]
            return reorder(ranking, await self.reranker.rate(asked, texts))
        except RerankerDown:
            return ranking  # BudgetedReranker has logged it

    async def ping(self) -> None:
        """Return when the embedder can embed, else raise."""
        await self._embedder.embed_question("ping")
