"""Questions that come at once are embedded together, and a question asked again is not embedded again.

No question waits for company: a batch starts as soon as the one before it is done, with whatever has come by then.
Knows no model: it is given the function that embeds a batch.
"""

from __future__ import annotations

import asyncio
from array import array
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

_KEPT = 2_048
"""Questions whose vectors are remembered; 3 MB with 384 dimensions."""
_LONGEST_KEPT = 1_000
"""Characters of a question worth remembering; longer ones are hardly asked twice and would fill the memory."""
_TOGETHER = 32
"""Questions in a batch. Larger ones measured no faster, and the first readers would wait for the last."""

EmbedBatch = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]

_Batch = dict[str, list[asyncio.Future[list[float]]]]
"""Each text once, with all who wait for its vector."""


class Questions:
    """Takes questions one by one, embeds them in batches, remembers the latest."""

    def __init__(self, embed: EmbedBatch, *, kept: int = _KEPT, together: int = _TOGETHER) -> None:
        self._embed, self._kept, self._together = embed, kept, together
        self._vectors: OrderedDict[str, array[float]] = OrderedDict()
        self._waiting: _Batch = {}
        self._working: asyncio.Task[None] | None = None

    async def embed(self, text: str) -> list[float]:
        """The vector of one question; whoever asks the same at the same time shares the work."""
        known = self._vectors.get(text)
        if known is not None:
            self._vectors.move_to_end(text)
            return known.tolist()
        vector: asyncio.Future[list[float]] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(text, []).append(vector)
        if self._working is None:
            # The task's first step comes after all that is ready to run now: those questions are in its first batch.
            self._working = asyncio.create_task(self._work())
        return await vector

    async def close(self) -> None:
        """Give up what still waits."""
        if self._working:
            self._working.cancel()
            await asyncio.wait([self._working])
        self._vectors.clear()

    async def _work(self) -> None:
        try:
            while batch := self._next():
                await self._serve(batch)
        finally:
            self._working = None
            _fail(self._waiting, asyncio.CancelledError())
            self._waiting.clear()

    def _next(self) -> _Batch:
        """The questions that have waited longest; those whose readers have all left are dropped."""
        batch: _Batch = {}
        while self._waiting and len(batch) < self._together:
            text = next(iter(self._waiting))
            vectors = self._waiting.pop(text)
            if not all(vector.done() for vector in vectors):
                batch[text] = vectors
        return batch

    async def _serve(self, batch: _Batch) -> None:
        try:
            rows = list(zip(batch.items(), await self._embed(list(batch)), strict=True))
        except BaseException as error:
            _fail(batch, error)
            if not isinstance(error, Exception):
                raise
            return
        for (text, vectors), row in rows:
            self._remember(text, row)
            for vector in vectors:
                if not vector.done():
                    vector.set_result(list(row))

    def _remember(self, text: str, row: Sequence[float]) -> None:
        if len(text) <= _LONGEST_KEPT:
            self._vectors[text] = array("f", row)
        if len(self._vectors) > self._kept:
            self._vectors.popitem(last=False)


def _fail(batch: _Batch, error: BaseException) -> None:
    for vectors in batch.values():
        for vector in vectors:
            if isinstance(error, asyncio.CancelledError):
                vector.cancel()
            elif not vector.done():
                vector.set_exception(error)
