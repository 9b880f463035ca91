"""Gemini's embeddings, which treat questions and passages differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footnoted.domain.errors import Misconfigured
from footnoted.providers.embedders.api import EmbeddingApi, Request

_URL = "https://generativelanguage.googleapis.com/v1beta"
_DIMENSIONS = 1536
"""The length asked for by default; the model's full length is twice that."""
_BATCH = 100
"""Limit of texts in one request."""


class GeminiEmbedder:
    """Embeds with a Gemini model; shortened vectors arrive unnormalised, so all are scaled to unit length."""

    def __init__(
        self,
        model: str = "gemini-embedding-001",
        *,
        api_key: str | None,
        base_url: str | None = None,
        dimensions: int | None = None,
    ) -> None:
        if not api_key:
            raise Misconfigured(f"FOOTNOTED_EMBEDDER=gemini:{model} needs a key. Set GEMINI_API_KEY.")
        self._model, self._dimensions = model, dimensions or _DIMENSIONS
        self._url = f"{(base_url or _URL).rstrip('/')}/models/{model}:batchEmbedContents"
        self._headers = {"x-goog-api-key": api_key}
        self._api = EmbeddingApi("Gemini", self._dimensions)

    @property
    def name(self) -> str:
        return f"gemini:{self._model}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._api.embed(texts, lambda group: self._request(group, "RETRIEVAL_DOCUMENT"), batch=_BATCH)

    async def embed_question(self, text: str) -> list[float]:
        return await self._api.embed_question(text, lambda group: self._request(group, "RETRIEVAL_QUERY"))

    async def close(self) -> None:
        await self._api.close()

    def _request(self, texts: Sequence[str], task: str) -> Request:
        requests: list[dict[str, Any]] = [
            {
                "model": f"models/{self._model}",
                "content": {"parts": [{"text": text}]},
                "taskType": task,
                "outputDimensionality": self._dimensions,
            }
            for text in texts
        ]
        return Request(self._url, {"requests": requests}, _vectors, self._headers)


def _vectors(response: Any) -> list[list[float]]:
    return [embedding["values"] for embedding in response["embeddings"]]
