"""What embedders behind an HTTP API share: batches, patience with rate limits, vectors of unit length.

Knows no vendor's format: each gives its address, its requests and its way to read a response.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import orjson

from footnoted.domain.errors import EmbedderDown

_BATCH_CHARACTERS = 200_000
"""Vendors also limit the tokens of one request; this stays below all of their limits."""
_LONGEST_WAIT = 60.0
_PATIENT, _QUICK = 6, 2
"""Attempts for a book being indexed, and for a reader who waits."""


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a vendor's API."""

    url: str
    body: Mapping[str, Any]
    read: Callable[[Any], Sequence[Sequence[float]]]
    """Finds the vectors, in the order of the texts, in the decoded response."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class EmbeddingApi:
    """Sends requests to one vendor and waits when it says so."""

    def __init__(self, vendor: str, dimensions: int, *, seconds: float = 30.0, urgent_seconds: float = 4.0) -> None:
        self._vendor, self._dimensions = vendor, dimensions
        self._seconds, self._urgent_seconds = seconds, urgent_seconds
        self._session: aiohttp.ClientSession | None = None

    async def embed(
        self, texts: Sequence[str], request: Callable[[Sequence[str]], Request], *, batch: int, is_urgent: bool = False
    ) -> list[list[float]]:
        """One vector a text, in the order given; raises EmbedderDown."""
        vectors: list[list[float]] = []
        for group in batches(texts, batch):
            vectors += self._checked(await self._send(request(group), is_urgent), len(group))
        return vectors

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _send(self, request: Request, is_urgent: bool) -> Sequence[Sequence[float]]:
        attempts = _QUICK if is_urgent else _PATIENT
        limit = aiohttp.ClientTimeout(total=self._urgent_seconds if is_urgent else self._seconds)
        for attempt in range(1, attempts + 1):
            wait = 0.5 * 2**attempt * random.uniform(0.5, 1.0)
            try:
                async with self._opened().post(
                    request.url, data=orjson.dumps(request.body), headers=_headers(request), timeout=limit
                ) as response:
                    if response.status == 200:
                        return request.read(orjson.loads(await response.read()))
                    error: Exception = EmbedderDown(f"{self._vendor} answers with status {response.status}.")
                    if response.status != 429 and response.status < 500:
                        raise EmbedderDown(self._refusal(response.status))
                    wait = _retry_after(response.headers, wait)
            except (aiohttp.ClientError, OSError, TimeoutError) as failure:
                error = failure
            except (KeyError, TypeError, IndexError, ValueError) as failure:
                raise EmbedderDown(f"{self._vendor} sent something else than vectors.") from failure
            if attempt == attempts or wait > (1.0 if is_urgent else _LONGEST_WAIT):
                raise EmbedderDown(f"{self._vendor} does not answer.") from error
            await asyncio.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _refusal(self, status: int) -> str:
        if status in (401, 403):
            return f"{self._vendor} refuses the key."
        return f"{self._vendor} refuses the request with status {status}."

    def _checked(self, vectors: Sequence[Sequence[float]], expected: int) -> list[list[float]]:
        if len(vectors) != expected or any(len(vector) != self._dimensions for vector in vectors):
            raise EmbedderDown(f"{self._vendor} did not send {expected} vectors of {self._dimensions} numbers.")
        return [unit(vector) for vector in vectors]

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(trust_env=True)
        return self._session


def batches(texts: Sequence[str], most: int) -> list[list[str]]:
    """The texts in order, in groups that stay within the vendor's limits; an empty text travels as a blank.

    >>> batches(["a", "", "c"], 2)
    [['a', ' '], ['c']]
    """
    groups: list[list[str]] = []
    size = 0
    for text in texts:
        if not groups or len(groups[-1]) >= most or size + len(text) > _BATCH_CHARACTERS:
            groups.append([])
            size = 0
        groups[-1].append(text.strip() or " ")
        size += len(text)
    return groups


def unit(vector: Sequence[float]) -> list[float]:
    """The vector with length 1; shortened vectors come unnormalised from some vendors.

    >>> unit([3.0, 4.0])
    [0.6, 0.8]
    """
    length = math.sqrt(math.fsum(number * number for number in vector))
    return [number / length for number in vector] if length else list(vector)


def _headers(request: Request) -> dict[str, str]:
    return {"Content-Type": "application/json", **request.headers}


def _retry_after(headers: Mapping[str, str], otherwise: float) -> float:
    try:
        return max(0.0, float(headers["Retry-After"]))
    except (KeyError, ValueError):
        return otherwise
