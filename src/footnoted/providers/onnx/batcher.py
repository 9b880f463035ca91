"""Processes requests that arrive together in one batch, and caches results.

A batch does not wait to fill: it starts as soon as the previous one is done, with the requests that have arrived. Knows
no model: it is given the function that processes a batch.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_Batch = dict[K, list[asyncio.Future[V]]]
"""Each piece of work once, with all who wait for its result."""


class Batcher(Generic[K, V]):
    """Takes single pieces, processes them in batches of ``together``, caches the latest ``kept`` results."""

    def __init__(
        self,
        work: Callable[[Sequence[K]], Awaitable[Sequence[V]]],
        *,
        kept: int,
        together: int,
        is_kept: Callable[[K], bool] = lambda _: True,
    ) -> None:
        self._work, self._kept, self._together, self._is_kept = work, kept, together, is_kept
        self._results: OrderedDict[K, V] = OrderedDict()
        self._waiting: _Batch[K, V] = {}
        self._working: asyncio.Task[None] | None = None

    async def get(self, piece: K) -> V:
        """The result for a piece; equal pieces at the same time are processed once."""
        known = self._results.get(piece)
        if known is not None:
            self._results.move_to_end(piece)
            return known
        result: asyncio.Future[V] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(piece, []).append(result)
        if self._working is None:
            # The task's first step runs after everything that is ready now: those pieces are in its first batch.
            self._working = asyncio.create_task(self._run())
        return await result

    def remembers(self, piece: K) -> bool:
        """Whether the result is cached."""
        return piece in self._results

    async def close(self) -> None:
        """Cancel what is still waiting."""
        if self._working:
            self._working.cancel()
            await asyncio.wait([self._working])
        self._results.clear()

    async def _run(self) -> None:
        try:
            while batch := self._next():
                await self._serve(batch)
        finally:
            self._working = None
            _fail(self._waiting, asyncio.CancelledError())
            self._waiting.clear()

    def _next(self) -> _Batch[K, V]:
        """The pieces that have waited longest, without those whose callers have left."""
        batch: _Batch[K, V] = {}
        while self._waiting and len(batch) < self._together:
            piece = next(iter(self._waiting))
            results = self._waiting.pop(piece)
            if not all(result.done() for result in results):
                batch[piece] = results
        return batch

    async def _serve(self, batch: _Batch[K, V]) -> None:
        try:
            rows = list(zip(batch.items(), await self._work(list(batch)), strict=True))
        except BaseException as error:
            _fail(batch, error)
            if not isinstance(error, Exception):
                raise
            return
        for (piece, results), row in rows:
            self._remember(piece, row)
            for result in results:
                if not result.done():
                    result.set_result(row)

    def _remember(self, piece: K, row: V) -> None:
        if self._is_kept(piece):
            self._results[piece] = row
        if len(self._results) > self._kept:
            self._results.popitem(last=False)


def _fail(batch: _Batch[K, V], error: BaseException) -> None:
    for results in batch.values():
        for result in results:
            if isinstance(error, asyncio.CancelledError):
                result.cancel()
            elif not result.done():
                result.set_exception(error)
