"""Questions that come at once are embedded together, and a question asked again is not embedded again.

Knows no model: it is given the function that embeds a batch. How questions meet in a batch is the batcher's.
"""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Sequence

from footnoted.providers.onnx.batcher import Batcher

_KEPT = 2_048
"""Questions whose vectors are remembered; 3 MB with 384 dimensions."""
_LONGEST_KEPT = 1_000
"""Characters of a question worth remembering; longer ones are hardly asked twice and would fill the memory."""
_TOGETHER = 32
"""Questions in a batch. Larger ones measured no faster, and the first readers would wait for the last."""

EmbedBatch = Callable[[Sequence[str]], Awaitable[Sequence[Sequence[float]]]]


class Questions:
    """Takes questions one by one, embeds them in batches, remembers the latest."""

    def __init__(self, embed: EmbedBatch, *, kept: int = _KEPT, together: int = _TOGETHER) -> None:
        async def work(texts: Sequence[str]) -> list[array[float]]:
            return [array("f", row) for row in await embed(texts)]

        self._batcher = Batcher(work, kept=kept, together=together, is_kept=lambda text: len(text) <= _LONGEST_KEPT)

    async def embed(self, text: str) -> list[float]:
        """The vector of one question; whoever asks the same at the same time shares the work."""
        return (await self._batcher.get(text)).tolist()

    async def close(self) -> None:
        """Give up what still waits."""
        await self._batcher.close()
