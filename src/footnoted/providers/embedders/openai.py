"""OpenAI's embeddings, and those of any server with the same protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footnoted.domain.errors import Misconfigured
from footnoted.providers.embedders.api import EmbeddingApi, Request

_URL = "https://api.openai.com/v1"
_DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}
_BATCH = 256
"""Texts in one request; the API's limit is 2,048."""


class OpenAIEmbedder:
    """``provider`` is the first part of its name: openai, or compatible for another server."""

    def __init__(
        self,
        model: str = "text-embedding-3-small",
        *,
        api_key: str | None,
        base_url: str | None = None,
        dimensions: int | None = None,
        provider: str = "openai",
    ) -> None:
        if base_url is None and not api_key:
            raise Misconfigured(f"FOOTNOTED_EMBEDDER={provider}:{model} needs a key. Set OPENAI_API_KEY.")
        known = dimensions or _DIMENSIONS.get(model)
        if known is None:
            raise Misconfigured(
                f"The length of the vectors of {model} is not known. Set FOOTNOTED_EMBEDDER_DIMENSIONS."
            )
        self._model, self._provider, self._dimensions = model, provider, known
        # Only the third generation can shorten its vectors; others refuse the field.
        self._asks_dimensions = bool(dimensions) and model.startswith("text-embedding-3")
        self._url = f"{(base_url or _URL).rstrip('/')}/embeddings"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._api = EmbeddingApi("The embedder", known)

    @property
    def name(self) -> str:
        return f"{self._provider}:{self._model}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._api.embed(texts, self._request, batch=_BATCH)

    async def embed_question(self, text: str) -> list[float]:
        return await self._api.embed_question(text, self._request)

    async def close(self) -> None:
        await self._api.close()

    def _request(self, texts: Sequence[str]) -> Request:
        body: dict[str, Any] = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        if self._asks_dimensions:
            body["dimensions"] = self._dimensions
        return Request(self._url, body, _vectors, self._headers)


def _vectors(response: Any) -> list[list[float]]:
    return [item["embedding"] for item in sorted(response["data"], key=lambda item: int(item["index"]))]
