"""A model and an embedder that cost next to nothing, over TCP: what is left of the time is the server's own.

``python -m benchmarks.load.stubs PORT TOKENS PER_SECOND`` speaks as much of OpenAI's API as the server asks for; a
SIGUSR1 makes it drop all its connections.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
import zlib
from collections.abc import Sequence
from itertools import islice

import uvloop

from benchmarks.sample import BOOK

DIMENSIONS = 64
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d+)", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_ASKED_ABOUT = "become well adapted"
"""Words of the page that the readers ask about: its sentences come first, so that the answer has support."""
_SENTENCE = re.compile(r"[A-Z][a-z]+(?:,? [a-z0-9]+){6,20}(?=\.)")
_LAST = (
    b'data: {"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":2000,"completion_tokens":%d}}'
    b"\n\ndata: [DONE]\n\n"
)
"""Servers say what an answer cost; one that does not makes Footnoted count."""

_OPEN: set[asyncio.Transport] = set()


def drop_all() -> None:
    """Drop every connection, whatever is being sent."""
    for link in list(_OPEN):
        link.abort()


class Stub(asyncio.Protocol):
    """One connection: takes requests one after the other; a question gets its tokens at an even pace."""

    def __init__(self, tokens: Sequence[bytes], pause: float) -> None:
        self._tokens, self._pause = tokens, pause
        self._clock = asyncio.get_running_loop()
        self._waiting = b""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._link = transport
        _OPEN.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _OPEN.discard(self._link)
        if self._timer:
            self._timer.cancel()

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        head, found, rest = self._waiting.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        if not found or len(rest) < size:
            return
        self._waiting = rest[size:]
        if b"/embeddings " in head:
            self._reply(json.dumps({"data": _embedded(json.loads(rest[:size])["input"])}).encode())
        elif b"/completions " in head:
            self._link.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
            )
            self._speak(0, self._clock.time())
        else:
            self._reply(b'{"data": []}')

    def _reply(self, body: bytes) -> None:
        self._link.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body))
        self._link.write(body)

    def _speak(self, number: int, began: float) -> None:
        """The next token; one that was late does not delay those after it."""
        while number < len(self._tokens):
            self._link.write(self._tokens[number])
            number += 1
            due = began + number * self._pause
            if due > self._clock.time():
                self._timer = self._clock.call_at(due, self._speak, number, began)
                return
        self._link.write(_chunked(_LAST % len(self._tokens)))
        self._link.write(b"0\r\n\r\n")


def _chunked(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def _tokens(count: int) -> list[bytes]:
    """What a model would say: the book's own sentences with a marker, a word a token."""
    pages = [path.read_text("utf-8") for path in sorted(BOOK.rglob("*.md*"))]
    prose = " ".join(sorted(pages, key=lambda page: _ASKED_ABOUT not in page))
    sentences = (f"{sentence} [1]." for sentence in _SENTENCE.findall(prose))
    words = list(islice((word for sentence in sentences for word in sentence.split()), count))
    chunks = ({"choices": [{"index": 0, "delta": {"content": f" {word}"}, "finish_reason": None}]} for word in words)
    return [_chunked(b"data: " + json.dumps(chunk).encode() + b"\n\n") for chunk in chunks]


def _embedded(given: str | list[str]) -> list[dict[str, object]]:
    texts = [given] if isinstance(given, str) else given
    return [{"index": number, "embedding": _vector(text)} for number, text in enumerate(texts)]


def _vector(text: str) -> list[float]:
    """Which words are in the text: enough for a search to find passages that share them."""
    vector = [0.0] * DIMENSIONS
    for word in _WORD.findall(text.lower()):
        vector[zlib.crc32(word.encode()) % DIMENSIONS] += 1.0
    size = sum(value * value for value in vector) ** 0.5 or 1.0
    return [value / size for value in vector]


async def serve(port: int, tokens: int, per_second: float) -> None:
    """Serve until killed."""
    tokens_to_send, loop = _tokens(tokens), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, drop_all)
    server = await loop.create_server(lambda: Stub(tokens_to_send, 1 / per_second), "127.0.0.1", port, backlog=4096)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
