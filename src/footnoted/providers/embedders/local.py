"""The embedder without key and network: granite-embedding-30m-english, run in this process by onnxruntime.

Opened by ``open()`` or by the first text. Works in two threads, one for passages and one for questions, so that the
event loop never waits and a question never queues behind a book that is being indexed. How the model's files are made
is in onnx/granite.py, how questions are batched in questions.py.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.providers.embedders.questions import Questions
from footnoted.providers.onnx import granite
from footnoted.providers.onnx.onnx_text import batches, fit, session
from footnoted.providers.utf8 import encodable

_PADDING = 1
"""The id of the model's padding token."""
_WINDOW = 512
"""Texts tokenised and sorted together: enough for batches of even length, few enough to save memory."""


class LocalEmbedder:
    """Embeds with the model from its Python package; the unpacked files are stored in ``cache_dir``."""

    def __init__(self, cache_dir: Path, *, threads: int | None = None) -> None:
        self._cache_dir = cache_dir
        self._threads = threads or os.cpu_count() or 1
        self._model: _Model | None = None
        self._opening = threading.Lock()
        self._for_passages = ThreadPoolExecutor(1, "embed-passages")
        self._for_questions = ThreadPoolExecutor(1, "embed-question")
        self._questions = Questions(self._embed_questions)

    @property
    def name(self) -> str:
        return f"local:{granite.MODEL}"

    @property
    def dimensions(self) -> int:
        return granite.DIMENSIONS

    async def open(self) -> None:
        """Load the model now: a missing package is noticed at the start, and the first reader does not wait."""
        await asyncio.get_running_loop().run_in_executor(self._for_questions, self._opened)

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector for each text, in the order given."""
        loop = asyncio.get_running_loop()
        vectors: list[list[float]] = [[]] * len(texts)
        for start in range(0, len(texts), _WINDOW):
            window = texts[start : start + _WINDOW]
            tokens = await loop.run_in_executor(self._for_passages, self._tokenise, window)
            # A call for each batch, not for each job: two jobs take turns, and a cancelled one stops here.
            for batch in batches([len(ids) for ids in tokens]):
                rows = await loop.run_in_executor(self._for_passages, self._embed, [tokens[i] for i in batch])
                for position, row in zip(batch, rows, strict=True):
                    vectors[start + position] = row
        return vectors

    async def embed_question(self, text: str) -> list[float]:
        """The question's vector: from the cache, or embedded together with other questions that arrive now."""
        return await self._questions.embed(text)

    async def _embed_questions(self, texts: Sequence[str]) -> list[list[float]]:
        def embed() -> list[list[float]]:
            tokens = self._tokenise(texts)
            vectors: list[list[float]] = [[]] * len(texts)
            for batch in batches([len(ids) for ids in tokens]):
                for position, row in zip(batch, self._embed([tokens[i] for i in batch]), strict=True):
                    vectors[position] = row
            return vectors

        return await asyncio.get_running_loop().run_in_executor(self._for_questions, embed)

    def reads_all(self, text: str) -> bool:
        """Whether the text is within the model's limit."""
        # A character gives four tokens at most, so short texts need no counting.
        return 5 * len(text) < granite.MAX_TOKENS or self._opened().count(encodable(text)) <= granite.MAX_TOKENS

    def is_word(self, text: str) -> bool:
        """Whether the text is a common word: one token of the model. Any text is until the model is open."""
        model = self._model
        return model is None or model.is_token(text.lower()) or model.is_token(text.capitalize())

    async def close(self) -> None:
        """Finish the current batch and release the model."""

        def finish() -> None:
            self._for_passages.shutdown(cancel_futures=True)
            self._for_questions.shutdown(cancel_futures=True)

        await self._questions.close()
        await asyncio.to_thread(finish)
        self._model = None

    def _opened(self) -> _Model:
        with self._opening:
            if self._model is None:
                self._model = _Model(granite.model_folder(self._cache_dir), self._threads)
            return self._model

    def _tokenise(self, texts: Sequence[str]) -> list[list[int]]:
        return self._opened().tokenise([fit(text, granite.MAX_TOKENS) for text in texts])

    def _embed(self, tokens: list[list[int]]) -> list[list[float]]:
        return self._opened().embed(tokens)


class _Model:
    """The tokenizer and the session; both may be used from several threads at once."""

    def __init__(self, folder: Path, threads: int) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / granite.TOKENIZER))
            self._session = session(folder / granite.GRAPH, threads)
        except Exception as error:  # neither library has a narrower class for a damaged file
            raise Misconfigured(f"The embedding model cannot be opened. Delete {folder} and start again.") from error
        self._tokenizer.enable_truncation(granite.MAX_TOKENS)
        self._special = self._tokenizer.num_special_tokens_to_add(is_pair=False)
        # A book may contain "<s>": it is text here, never a control token.
        self._tokenizer.encode_special_tokens = True

    def count(self, text: str) -> int:
        """The number of tokens, including those beyond the model's limit."""
        (encoding,) = self._tokenizer.encode_batch_fast([text])
        return len(encoding.ids) + sum(len(rest.ids) - self._special for rest in encoding.overflowing)

    def is_token(self, word: str) -> bool:
        """Whether a word is one token behind a space."""
        return self._tokenizer.token_to_id(f"Ġ{word}") is not None

    def tokenise(self, texts: list[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(texts)]

    def embed(self, tokens: list[list[int]]) -> list[list[float]]:
        lengths = np.array([len(ids) for ids in tokens], np.int32)
        padded = np.full((len(tokens), lengths.max()), _PADDING, np.int32)
        for row, ids in zip(padded, tokens, strict=True):
            row[: len(ids)] = ids
        try:
            (vectors,) = self._session.run(None, {"ids": padded, "lengths": lengths})
        except Exception as error:  # onnxruntime's errors share no narrower class
            raise EmbedderDown("The local embedder failed.") from error
        # Lists, because Qdrant's bindings read them five times faster than numpy rows.
        rows: list[list[float]] = vectors.tolist()
        return rows
