"""A model whose calls are counted against a key's budget for the day. Knows neither prompts nor what the calls cost."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from uuid import UUID

from footnoted.domain.errors import ModelDown
from footnoted.domain.stores import CallBudget
from footnoted.engine.write.model_writer import ConversingModel


class MeteredModel:
    """Passes a conversation on to the model as long as there is something left to spend."""

    def __init__(self, model: ConversingModel, budget: CallBudget, key: UUID, most: int) -> None:
        self._model, self._budget, self._key, self._most = model, budget, key, most

    @property
    def name(self) -> str:
        return self._model.name

    async def converse(
        self,
        system: str,
        user: str,
        search: Callable[[str], Awaitable[str]] | None,
        seconds: float,
        on_usage: Callable[[int, int, int], None],
    ) -> AsyncGenerator[str, None]:
        # The first call is counted before it is made: many at once then spend no more than there is.
        if not await self._budget.spend(self._key, self._most):
            raise ModelDown("The key's model calls of today are used up.")
        made = 1

        def used(calls: int, read: int, wrote: int) -> None:
            nonlocal made
            made = max(made, calls)
            on_usage(calls, read, wrote)

        try:
            async with aclosing(self._model.converse(system, user, search, seconds, used)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            if made > 1:  # it searched, and was called again with what it found
                await self._budget.spend(self._key, None, made - 1)

    async def ping(self) -> None:
        await self._model.ping()
