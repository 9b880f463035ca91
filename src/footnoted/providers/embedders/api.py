"""Shared by embedders behind an HTTP API: batches, retries at rate limits, unit length, questions asked again.

Knows no vendor's format: each gives its address, its requests and how to read a response.
"""

from __future__ import annotations

import math
from array import array
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import orjson

from footnoted.domain.errors import EmbedderDown
from footnoted.providers.remote.proxy import proxy_for
from footnoted.providers.remote.reply import PER_CHARACTER, SPARE, TooLong, read_reply
from footnoted.providers.remote.retry import Refused, Retries, retrying

_BATCH_CHARACTERS = 200_000
"""Vendors also limit the tokens of one request; this stays below all of their limits."""
_WHILE_INDEXING = Retries(attempts=6, pause=1.0, longest_pause=60.0)
"""Waits for limits per minute to pass: half a minute by itself, or as long as the vendor asks."""
_WHILE_A_READER_WAITS = Retries(attempts=2, pause=1.0, longest_pause=1.0)
"""One more attempt, within a second."""
_PER_NUMBER = 40
"""Bytes; the longest that JSON needs for one of a vector's numbers are 25, and blanks."""
_KEPT = 512
"""Questions whose vectors are cached: readers click on the same suggestions. 13 MB with 3,072 dimensions."""
_LONGEST_KEPT = 1_000
"""Longer questions, in characters, are rarely asked twice."""
_FAILURES = (aiohttp.ClientError, OSError, TimeoutError, Refused)


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a vendor's API."""

    url: str
    body: Mapping[str, Any]
    read: Callable[[Any], Sequence[Sequence[float]]]
    """Gets the vectors, in the order of the texts, from the decoded response."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


MakeRequest = Callable[[Sequence[str]], Request]
"""The call that embeds some texts."""


class EmbeddingApi:
    """Sends requests to one vendor and waits when it asks to."""

    def __init__(self, vendor: str, dimensions: int, *, seconds: float = 30.0, urgent_seconds: float = 4.0) -> None:
        self._vendor, self._dimensions = vendor, dimensions
        self._seconds, self._urgent_seconds = seconds, urgent_seconds
        self._session: aiohttp.ClientSession | None = None
        self._questions: OrderedDict[str, array[float]] = OrderedDict()

    async def embed(self, texts: Sequence[str], request: MakeRequest, *, batch: int) -> list[list[float]]:
        """A vector for each text, in the order given; raises EmbedderDown."""
        vectors: list[list[float]] = []
        for group in batches(texts, batch):
            vectors += self._checked(await self._send(request(group), len(group)), len(group))
        return vectors

    async def embed_question(self, text: str, request: MakeRequest) -> list[float]:
        """The vector of a question, for which a reader waits; the latest are cached. Raises EmbedderDown."""
        known = self._questions.get(text)
        if known is None:
            (group,) = batches([text], 1)
            vector = self._checked(await self._send(request(group), 1, is_urgent=True), 1)[0]
            if len(text) > _LONGEST_KEPT:
                return vector
            known = self._questions[text] = array("d", vector)
        self._questions.move_to_end(text)
        if len(self._questions) > _KEPT:
            self._questions.popitem(last=False)
        return known.tolist()

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _send(self, request: Request, expected: int, is_urgent: bool = False) -> Sequence[Sequence[float]]:
        seconds = self._urgent_seconds if is_urgent else self._seconds
        try:
            data = await retrying(
                lambda: self._post(request, expected, seconds),
                _WHILE_A_READER_WAITS if is_urgent else _WHILE_INDEXING,
                _FAILURES,
            )
        except Refused as error:
            if error.is_temporary:
                raise EmbedderDown(f"{self._vendor} does not answer.") from error
            raise EmbedderDown(self._refusal(error.status)) from error
        except _FAILURES as error:
            raise EmbedderDown(f"{self._vendor} does not answer.") from error
        except TooLong as error:
            raise EmbedderDown(f"{self._vendor} sent more than {expected} vectors.") from error
        try:
            return request.read(orjson.loads(data))
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise EmbedderDown(f"{self._vendor} sent something other than vectors.") from error

    async def _post(self, request: Request, expected: int, seconds: float) -> bytes:
        body = orjson.dumps(request.body)
        most = SPARE + PER_CHARACTER * len(body) + _PER_NUMBER * self._dimensions * expected
        async with self._opened().post(
            request.url,
            data=body,
            headers=_headers(request),
            timeout=aiohttp.ClientTimeout(total=seconds),
            proxy=proxy_for(request.url),
            allow_redirects=False,  # else the key goes wherever a broken server points
        ) as response:
            if response.status != 200:
                raise Refused(response.status, response.headers)
            return await read_reply(response, most)

    def _refusal(self, status: int) -> str:
        if status in (401, 403):
            return f"{self._vendor} refuses the key."
        return f"{self._vendor} refuses the request with status {status}."

    def _checked(self, vectors: Sequence[Sequence[float]], expected: int) -> list[list[float]]:
        try:
            if len(vectors) == expected and all(len(vector) == self._dimensions for vector in vectors):
                return [unit(vector) for vector in vectors]
        except (TypeError, OverflowError):  # something other than numbers, or one without end
            pass
        raise EmbedderDown(f"{self._vendor} did not send {expected} vectors of {self._dimensions} numbers.")

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session


def batches(texts: Sequence[str], most: int) -> list[list[str]]:
    """The texts in order, in groups within the vendor's limits; an empty text is sent as a blank.

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
    """The vector scaled to length 1; some vendors send shortened vectors unnormalised.

    >>> unit([3.0, 4.0])
    [0.6, 0.8]
    """
    length = math.sqrt(math.fsum(number * number for number in vector))
    return [number / length for number in vector] if length else list(vector)


def _headers(request: Request) -> dict[str, str]:
    return {"Content-Type": "application/json", **request.headers}
