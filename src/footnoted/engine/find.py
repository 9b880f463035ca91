"""Finds the passages for a question: embed, search, rank, score. Searches by words alone when the embedder is down."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from footnoted.domain.book import Source, Vector
from footnoted.domain.calibration import Calibrations
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.ports import Embedder, PassageIndex, Search
from footnoted.domain.question import Confidence, Question
from footnoted.engine.confidence import confidence, score
from footnoted.engine.retrieve import rank

_log = logging.getLogger("footnoted")

_CANDIDATES = 30
"""How many each arm of the search may bring; more changed no ranking that was measured."""


@dataclass(frozen=True, slots=True)
class Found:
    """The passages for a question, best first, and how well they cover it."""

    sources: tuple[Source, ...]
    confidence: Confidence


class Finder:
    """Searches the books by meaning and by words, and puts what it finds on the calibrated scale."""

    def __init__(self, embedder: Embedder, index: PassageIndex, calibrations: Calibrations) -> None:
        self._embedder, self.index, self._calibrations = embedder, index, calibrations

    async def find(self, question: Question, text: str, context: str = "") -> Found:
        """The best passages for the text, none below the question's threshold; ``context`` weighs less."""
        vector = await self._vector(f"{text} {context}" if context else text)
        search = Search(text, vector, _CANDIDATES, question.book, question.filters, context)
        hits = await self.index.search(search)
        calibrations = self._calibrations if vector else None
        ranking = rank(text, hits, calibrations)
        best = ranking.candidates[0].hit.passage if ranking.candidates else None
        neighbours = await self.index.neighbours(best) if best else []
        scored = score(ranking, calibrations, neighbours, question.limit)
        sources = tuple([one for one in scored if one.score >= question.threshold])
        return Found(sources, confidence(sources, hits))

    async def _vector(self, text: str) -> Vector | None:
        try:
            return await self._embedder.embed_question(text)
        except EmbedderDown as error:
            _log.warning("searching by words alone: %s", error.message)
            return None

    async def ping(self) -> None:
        """Return when the embedder can embed, else raise."""
        await self._embedder.embed_question("ping")
