"""fastembed's ONNX models, for machines that may download them from a hub."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import footnoted.providers.onnx  # noqa: F401 - before onnxruntime, which would report its use
from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.providers.embedders.api import unit


class FastembedEmbedder:
    """Loads the model at once, so that an unreachable hub is noticed at the start."""

    def __init__(self, model: str, cache_dir: Path) -> None:
        try:
            text_embedding: Any = importlib.import_module("fastembed").TextEmbedding
        except ImportError as error:
            raise Misconfigured(
                f"FOOTNOTED_EMBEDDER=fastembed:{model} needs a package. Run: pip install 'footnoted[fastembed]'"
            ) from error
        try:
            self._embedding = text_embedding(model, cache_dir=str(cache_dir))
        except Exception as error:  # unknown names and unreachable hubs share no class
            raise Misconfigured(
                f"fastembed cannot load {model}. Check the name and that its hub can be reached from this machine."
            ) from error
        self._model = model
        self._dimensions = int(text_embedding.get_embedding_size(model))
        self._thread = ThreadPoolExecutor(1, "fastembed")

    @property
    def name(self) -> str:
        return f"fastembed:{self._model}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._run(lambda: self._embedding.passage_embed(list(texts)))

    async def embed_question(self, text: str) -> list[float]:
        return (await self._run(lambda: self._embedding.query_embed(text)))[0]

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown, cancel_futures=True)

    async def _run(self, embed: Any) -> list[list[float]]:
        def work() -> list[list[float]]:
            return [unit(vector.tolist()) for vector in embed()]

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except Exception as error:
            raise EmbedderDown("The embedder failed.") from error
