"""Cohere's embeddings, which treat questions and passages differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footnoted.domain.errors import Misconfigured
from footnoted.providers.embedders.api import EmbeddingApi, Request

_URL = "https://api.cohere.com"
_DIMENSIONS = {
    "embed-v4.0": 1536,
    "embed-english-v3.0": 1024,
    "embed-multilingual-v3.0": 1024,
    "embed-english-light-v3.0": 384,
    "embed-multilingual-light-v3.0": 384,
}
_BATCH = 96
"""Limit of texts in one request."""


class CohereEmbedder:
    """Embeds with a model of the third or fourth generation."""

    def __init__(
        self,
        model: str = "embed-v4.0",
        *,
        api_key: str | None,
        base_url: str | None = None,
        dimensions: int | None = None,
    ) -> None:
        if not api_key:
            raise Misconfigured(f"FOOTNOTED_EMBEDDER=cohere:{model} needs a key. Set COHERE_API_KEY.")
        known = dimensions or _DIMENSIONS.get(model)
        if known is None:
            raise Misconfigured(
                f"The length of the vectors of {model} is not known. Set FOOTNOTED_EMBEDDER_DIMENSIONS."
            )
        self._model, self._dimensions = model, known
        # Only the fourth generation can shorten its vectors.
        self._asks_dimensions = bool(dimensions) and model.startswith("embed-v4")
        self._url = f"{(base_url or _URL).rstrip('/')}/v2/embed"
        self._headers = {"Authorization": f"Bearer {api_key}", "Accept": "application/json"}
        self._api = EmbeddingApi("Cohere", known)

    @property
    def name(self) -> str:
        return f"cohere:{self._model}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    async def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        return await self._api.embed(texts, lambda group: self._request(group, "search_document"), batch=_BATCH)

    async def embed_question(self, text: str) -> list[float]:
        return await self._api.embed_question(text, lambda group: self._request(group, "search_query"))

    async def close(self) -> None:
        await self._api.close()

    def _request(self, texts: Sequence[str], kind: str) -> Request:
        body: dict[str, Any] = {
            "model": self._model,
            "texts": list(texts),
            "input_type": kind,
            "embedding_types": ["float"],
            "truncate": "END",
        }
        if self._asks_dimensions:
            body["output_dimension"] = self._dimensions
        return Request(self._url, body, lambda response: response["embeddings"]["float"], self._headers)
