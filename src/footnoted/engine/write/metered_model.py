"""A model whose calls are counted against a daily budget. Knows neither prompts nor prices."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from uuid import UUID

from footnoted.domain.door.stores import CallBudget, CallPermit
from footnoted.domain.errors import BudgetSpent
from footnoted.domain.writing import ConversingModel


class MeteredModel:
    """Counts every call before it is made, so that conversations at the same time do not exceed the budget."""

    def __init__(self, model: ConversingModel, budget: CallBudget, key: UUID, most: int) -> None:
        self._model, self._budget, self._key, self._most = model, budget, key, most

    @property
    def name(self) -> str:
        return self._model.name

    def converse(
        self,
        system: str,
        user: str,
        search: Callable[[str], Awaitable[str]] | None,
        seconds: float,
        on_usage: Callable[[int, int, int], None],
        permit: CallPermit | None = None,
    ) -> AsyncGenerator[str, None]:
        return self._model.converse(system, user, search, seconds, on_usage, permit or self)

    async def call(self) -> None:
        if not await self._budget.spend(self._key, self._most):
            raise BudgetSpent("The model calls for today are used up.")

    async def ping(self) -> None:
        await self._model.ping()
