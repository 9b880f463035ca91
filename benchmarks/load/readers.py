"""Readers on plain sockets: they ask, take what comes, and note when it came. A token is a word and its space."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import quantiles

_TEXT = re.compile(rb'"(?:delta|content)": ?"([^"]*)"')


@dataclass
class Received:
    """What one reader received of one answer; times in seconds."""

    status: int = 0
    retry_after: float | None = None
    head: float = 0.0
    """From asking to the reply's head."""
    first_word: float = 0.0
    gaps: list[float] = field(default_factory=list)
    tokens: int = 0
    is_whole: bool = False


class Reader(asyncio.Protocol):
    """One question over a connection of its own."""

    def __init__(self, request: bytes) -> None:
        self._request, self._seen, self._is_stream = request, b"", False
        self._clock = asyncio.get_running_loop()
        self.received = Received()
        self.over: asyncio.Future[Received] = self._clock.create_future()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._link = transport
        self._began = self._last = self._clock.time()
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = self._clock.time()
        if not self.received.status:
            self._head(data, now)
        if words := self._words(data):
            if self.received.tokens:
                self.received.gaps.append(now - self._last)
            else:
                self.received.first_word = now - self._began
            self.received.tokens += words
            self._last = now
        self._seen = self._seen[-8:] + data[-8:]
        if self._seen.endswith(b"0\r\n\r\n"):
            self.received.is_whole = True
            self._link.close()
        elif not self._is_stream:
            self._link.close()

    def _words(self, data: bytes) -> int:
        """How many words begin in the data; the model's blank before the very first may be gone."""
        text = b"".join(_TEXT.findall(data))
        return text.count(b" ") if self.received.tokens else len(text.split())

    def _head(self, data: bytes, now: float) -> None:
        self.received.status, self.received.head = int(data[9:12]), now - self._began
        head = data.partition(b"\r\n\r\n")[0].lower()
        self._is_stream = b"\r\ntransfer-encoding: chunked" in head and self.received.status == 200
        waits = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.startswith(b"retry-after:")]
        self.received.retry_after = float(waits[0]) if waits else None

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(self.received)


async def read(port: int, request: bytes) -> Received:
    """Ask once and read to the end."""
    _, reader = await asyncio.get_running_loop().create_connection(lambda: Reader(request), "127.0.0.1", port)
    return await reader.over


def post(path: str, body: bytes) -> bytes:
    """A request as it goes over the wire."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


async def crowd(port: int, request: bytes, readers: int, *, spread: float, rounds: int = 1) -> list[Received]:
    """So many readers, who arrive over ``spread`` seconds; each asks ``rounds`` times."""

    async def reader(number: int) -> list[Received]:
        await asyncio.sleep(spread * number / readers)
        return [await read(port, request) for _ in range(rounds)]

    return [received for each in await asyncio.gather(*map(reader, range(readers))) for received in each]


def p99(values: Sequence[float]) -> float:
    """In milliseconds."""
    return 1000 * (quantiles(values, n=100)[-1] if len(values) > 1 else sum(values))
