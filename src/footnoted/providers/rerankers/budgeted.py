"""Keeps a reranker within its time budget, and pauses one that fails. Knows no model and no vendor.

All or nothing: ratings for only some texts would favour these, so when the budget runs out there are none.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence

from footnoted.domain.errors import RerankerDown
from footnoted.domain.ports import Reranker
from footnoted.providers.remote.circuit_breaker import CircuitBreaker

_log = logging.getLogger("footnoted")


class BudgetedReranker:
    """Wraps a reranker; logs when it stops working and when it works again."""

    def __init__(self, reranker: Reranker, seconds: float, circuit: CircuitBreaker | None = None) -> None:
        self._reranker, self._seconds = reranker, seconds
        self._circuit = circuit or CircuitBreaker()
        self._is_tried = False
        self._trouble = ""
        """The error of the last call; empty if it succeeded."""

    @property
    def name(self) -> str:
        return self._reranker.name

    async def rate(self, question: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        if not self._circuit.allows_call():
            raise RerankerDown(self._trouble)
        try:
            ratings = await self._in_time(question, texts)
        except RerankerDown as error:
            self._failed(error)
            raise
        self._went_well()
        return ratings

    async def ping(self) -> None:
        """Raise if the last question got no ratings; makes a call only before the first question, as calls may cost."""
        if not self._is_tried:
            await self.rate("ping", ["ping"])
        if self._trouble:
            raise RerankerDown(self._trouble)

    async def close(self) -> None:
        await self._reranker.close()

    async def _in_time(self, question: str, texts: Sequence[str]) -> list[float]:
        try:
            async with asyncio.timeout(self._seconds):
                ratings = list(await self._reranker.rate(question, texts))
        except TimeoutError as error:
            raise RerankerDown(
                f"The reranker took longer than FOOTNOTED_RERANK_SECONDS={self._seconds:g} for {len(texts)} passages."
            ) from error
        if len(ratings) != len(texts) or not all(map(math.isfinite, ratings)):
            raise RerankerDown("The reranker did not send one number for each passage.")
        return ratings

    def _failed(self, error: RerankerDown) -> None:
        self._circuit.record_failure()
        if not self._trouble:
            _log.warning("keeping the order of the search: %s Cause: %r", error.message, error.__cause__)
        self._is_tried, self._trouble = True, error.message

    def _went_well(self) -> None:
        self._circuit.record_success()
        if self._trouble:
            _log.warning("the reranker works again: %s", self.name)
        self._is_tried, self._trouble = True, ""
