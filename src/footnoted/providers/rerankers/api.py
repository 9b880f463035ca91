"""Rerankers behind an HTTP API: Cohere, Jina, any server with their common format, and Hugging Face's TEI.

One request for a question and no retry, because a reader waits. Knows no time budget; its caller cancels it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urldefrag, urlsplit

import aiohttp
import orjson

from footnoted.domain.errors import Misconfigured, RerankerDown
from footnoted.providers.remote.proxy import proxy_for
from footnoted.providers.remote.reply import PER_CHARACTER, SPARE, TooLong, read_reply
from footnoted.providers.utf8 import encodable

Body = Callable[[str, list[str]], dict[str, Any]]
Rated = Iterable[tuple[int, float]]

_VENDORS = {
    "cohere": ("https://api.cohere.com/v2/rerank", "COHERE_API_KEY"),
    "jina": ("https://api.jina.ai/v1/rerank", "JINA_API_KEY"),
}
_SECONDS = 30.0
"""Timeout for a request that nobody cancels."""
_PER_RATING = 1_000
"""Bytes of JSON for one of them."""


@dataclass(frozen=True, slots=True)
class RerankEndpoint:
    """Where a reranker is reached, and its protocol."""

    name: str
    url: str
    body: Body
    read: Callable[[Any], Rated]
    """Gets position and rating of each text from the decoded response."""
    api_key: str | None = field(default=None, repr=False)


def rerank_endpoint(
    reranker: str, *, base_url: str | None = None, api_key: str | None = None, keys: Mapping[str, str]
) -> RerankEndpoint:
    """The endpoint that FOOTNOTED_RERANKER names; ``keys`` has the vendors' variables that are set.

    A server may have several models: the part after ``#`` in its address names one.

    >>> rerank_endpoint("http://127.0.0.1:8080/v1#bge", keys={}).url
    'http://127.0.0.1:8080/v1/rerank'
    """
    provider, _, rest = reranker.partition(":")
    if provider in _VENDORS:
        url, variable = _VENDORS[provider]
        key = api_key or keys.get(variable)
        if not rest:
            raise Misconfigured(f"FOOTNOTED_RERANKER={reranker} names no model. Write it as {provider}:MODEL.")
        if not key:
            raise Misconfigured(f"FOOTNOTED_RERANKER={reranker} needs a key. Set {variable}.")
        # Jina sends all texts back unless told not to; Cohere never does and rejects the field.
        more = {"return_documents": False} if provider == "jina" else {}
        return RerankEndpoint(reranker, base_url or url, _common(rest, more), _read_common, key)
    is_tei = provider == "tei"
    url, model = urldefrag(rest if is_tei else reranker)
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Misconfigured(f"FOOTNOTED_RERANKER={reranker} has no address. Write it as tei:http://HOST:PORT.")
    # An address may have a password, which must not be logged.
    name = ("tei:" if is_tei else "") + urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2]).geturl()
    if not urlsplit(url).path.endswith(("/rerank", "/reranking")):
        url = url.rstrip("/") + "/rerank"
    if is_tei:
        return RerankEndpoint(name, url, _tei, _read_tei, api_key)
    return RerankEndpoint(name, url, _common(model, {}), _read_common, api_key)


class RerankerApi:
    """Rates with the reranker at an endpoint."""

    def __init__(self, endpoint: RerankEndpoint) -> None:
        self._endpoint = endpoint
        self._session: aiohttp.ClientSession | None = None

    @property
    def name(self) -> str:
        return self._endpoint.name

    async def rate(self, question: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        body = orjson.dumps(self._endpoint.body(_sendable(question), [_sendable(text) for text in texts]))
        try:
            async with self._opened().post(
                self._endpoint.url,
                data=body,
                headers=self._headers(),
                proxy=proxy_for(self._endpoint.url),
                allow_redirects=False,
            ) as response:
                if response.status != 200:
                    raise RerankerDown(_refusal(response.status))
                decoded = orjson.loads(await read_reply(response, _longest(body, texts)))
        except (aiohttp.ClientError, OSError) as error:
            raise RerankerDown("The reranker cannot be reached.") from error
        except (ValueError, TooLong) as error:
            raise RerankerDown("The reranker sent something other than ratings.") from error
        return self._in_order(decoded, len(texts))

    async def ping(self) -> None:
        await self.rate("ping", ["ping"])

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _in_order(self, response: Any, expected: int) -> list[float]:
        """The ratings in the order of the texts; servers send the best first."""
        try:
            rated = [(int(position), float(rating)) for position, rating in self._endpoint.read(response)]
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            raise RerankerDown("The reranker sent something other than ratings.") from error
        if sorted(position for position, _ in rated) != list(range(expected)):
            raise RerankerDown("The reranker did not rate every passage once.")
        return [rating for _, rating in sorted(rated)]

    def _headers(self) -> dict[str, str]:
        key = self._endpoint.api_key
        return {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            limit = aiohttp.ClientTimeout(total=_SECONDS)
            self._session = aiohttp.ClientSession(timeout=limit)
        return self._session


def _common(model: str, more: Mapping[str, Any]) -> Body:
    def body(question: str, texts: list[str]) -> dict[str, Any]:
        named = {"model": model} if model else {}
        return {**named, "query": question, "documents": texts, "top_n": len(texts), **more}

    return body


def _read_common(response: Any) -> Rated:
    return [(result["index"], result["relevance_score"]) for result in response["results"]]


def _tei(question: str, texts: list[str]) -> dict[str, Any]:
    # Without `truncate` one passage too long for the model fails the whole request.
    return {"query": question, "texts": texts, "truncate": True}


def _read_tei(response: Any) -> Rated:
    return [(result["index"], result["score"]) for result in response]


def _longest(body: bytes, texts: Sequence[str]) -> int:
    """Bytes of a reply; some servers send all texts back with their ratings."""
    return SPARE + PER_CHARACTER * len(body) + _PER_RATING * len(texts)


def _refusal(status: int) -> str:
    if status in (401, 403):
        return "The reranker refuses the key."
    return f"The reranker answers with status {status}."


def _sendable(text: str) -> str:
    """Some vendors reject an empty text."""
    return encodable(text) or " "
