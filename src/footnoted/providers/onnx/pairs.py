"""Reads pairs of texts with a local model: in one thread, so that the event loop never waits; results are cached.

Pairs that come at once share batches. Reading takes about ten times as long as finding, so only a few questions may
wait for it: the others are answered without. Knows no model: it is given the function that opens one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from footnoted.domain.errors import ReaderDown
from footnoted.providers.onnx.batcher import Batcher

P = TypeVar("P", bound=Hashable)
R = TypeVar("R")

Model = Callable[[Sequence[P]], Sequence[R]]
"""Reads pairs and returns a result for each."""

_TOGETHER = 40
"""Pairs in a batch: enough to sort by length, and the first ones need not wait for all."""
_KEPT = 2_048
"""Results that are cached, each with its pair: some 5 MB."""
_LONGEST_KEPT = 1_000
"""Results for longer questions, in characters, are not cached."""


class Pairs(Generic[P, R]):
    """Opens the model with ``open()`` or when the first pair comes."""

    def __init__(
        self, opened: Callable[[], Model[P, R]], asked: Callable[[P], str], *, thread: str, waiting: int
    ) -> None:
        """``asked`` is the question of a pair; ``waiting`` says how many callers may wait."""
        self._open, self._thread = opened, thread
        self._model: Model[P, R] | None = None
        self._opening = threading.Lock()
        self._most, self._waiting = waiting, 0
        self._worker = ThreadPoolExecutor(1, thread)
        self._batcher: Batcher[P, R] = Batcher(
            self._read, kept=_KEPT, together=_TOGETHER, is_kept=lambda pair: len(asked(pair)) <= _LONGEST_KEPT
        )

    async def open(self) -> None:
        """Load the model now, so that the first question does not wait."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._opened)

    async def read(self, pairs: Sequence[P]) -> list[R]:
        """A result for each pair, in the order given. Raises ReaderDown, at once if too many callers wait."""
        if all(map(self._batcher.remembers, pairs)):
            return [await self._batcher.get(pair) for pair in pairs]
        if self._waiting >= self._most:
            raise ReaderDown(f"{self._waiting} questions wait for the {self._thread} model already.")
        self._waiting += 1
        try:
            return await asyncio.gather(*map(self._batcher.get, pairs))
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Finish the current batch and release the model."""
        await self._batcher.close()
        await asyncio.to_thread(lambda: self._worker.shutdown(cancel_futures=True))
        self._model = None

    async def _read(self, pairs: Sequence[P]) -> Sequence[R]:
        return await asyncio.get_running_loop().run_in_executor(self._worker, lambda: self._opened()(pairs))

    def _opened(self) -> Model[P, R]:
        with self._opening:
            if self._model is None:
                self._model = self._open()
            return self._model
