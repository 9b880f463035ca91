"""Embeds questions that arrive together in one batch, and caches the vectors of questions.

Knows no model: it is given the function that embeds a batch. Batching itself is in onnx/batcher.py.
"""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Sequence

from footnoted.providers.onnx.batcher import Batcher

_KEPT = 2_048
"""Questions whose vectors are cached; 3 MB with 384 dimensions."""
_LONGEST_KEPT = 1_000
"""Longer questions, in characters, are rarely asked twice and would fill the memory."""
_TOGETHER = 32
"""Questions in a batch. Larger batches measured no faster, and early readers would wait for late ones."""

EmbedBatch = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]


class Questions:
    """Takes single questions, embeds them in batches, caches the latest."""

    def __init__(self, embed: EmbedBatch, *, kept: int = _KEPT, together: int = _TOGETHER) -> None:
        async def work(texts: Sequence[str]) -> list[array[float]]:
            return [array("f", row) for row in await embed(texts)]

        self._batcher = Batcher(work, kept=kept, together=together, is_kept=lambda text: len(text) <= _LONGEST_KEPT)

    async def embed(self, text: str) -> list[float]:
        """The vector of a question; equal questions at the same time are embedded once."""
        return (await self._batcher.get(text)).tolist()

    async def close(self) -> None:
        """Cancel what is still waiting."""
        await self._batcher.close()
