"""Model servers for tests, on loopback sockets: one that plays a script, faults included, and one with a real model.

A play is what the scripted server does with one request. It writes bytes itself, so that it can stop anywhere: inside a
JSON object, inside a UTF-8 character, before or after the first token.
"""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import json
import re
import sys
import time
import zlib
from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

import pytest

from footnoted.domain.errors import Misconfigured
from footnoted.providers.models.local import SMALL, LocalModel


@dataclass
class Call:
    """One request, and the means to answer it."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    writer: asyncio.StreamWriter
    arrived: float = field(default_factory=time.perf_counter)
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """The client closed the connection before the play was over."""

    @property
    def prompt(self) -> str:
        """Everything in the model's messages, in order."""
        return "\n".join(str(message.get("content") or "") for message in self.body.get("messages", []))

    async def status(self, code: int, body: bytes = b"{}", **headers: str) -> None:
        named = {"content-type": "application/json", "content-length": str(len(body)), **headers}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
        await self.send(f"HTTP/1.1 {code} -\r\n{lines}\r\n".encode() + body)

    async def start(self) -> None:
        await self.send(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")

    async def event(self, value: Any) -> None:
        await self.part(_event(value))

    async def part(self, data: bytes) -> None:
        await self.send(_chunked(data))

    async def delta(self, **delta: Any) -> None:
        await self.event(_chunk(delta))

    async def finish(self, reason: str = "stop") -> None:
        await self.event(_chunk({}, reason))
        await self.event({"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}})
        await self.part(b"data: [DONE]\n\n")
        await self.send(b"0\r\n\r\n")

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    def cut(self) -> None:
        self.writer.transport.abort()


Play = Callable[[Call], Awaitable[None]]


def _event(value: Any) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


def _chunked(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def _chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}


def says(*tokens: str, pace: float = 0.0, reason: str = "stop") -> Play:
    """Streams the tokens, one a chunk, ``pace`` seconds apart; one that was late does not delay the next."""
    # Encoded once, so that a hundred readers do not slow the server down.
    encoded = [_chunked(_event(_chunk({"content": token}))) for token in tokens]

    async def play(call: Call) -> None:
        await call.start()
        for number, data in enumerate(encoded, 1):
            await call.send(data)
            if pace:
                await asyncio.sleep(max(0.0, call.arrived + number * pace - time.perf_counter()))
        await call.finish(reason)

    return play


def fails(code: int, **headers: str) -> Play:
    """Answers with a status, such as 500, or 429 with ``retry_after="1"``."""

    async def play(call: Call) -> None:
        await call.status(code, b'{"error": {"message": "scripted"}}', **headers)

    return play


def hangs(*tokens: str, then: Callable[[], object] = lambda: None) -> Play:
    """Goes silent: at once, or after some tokens. ``then`` is called when it does."""

    async def play(call: Call) -> None:
        if tokens:
            await call.start()
        for token in tokens:
            await call.delta(content=token)
        then()
        await asyncio.Event().wait()

    return play


def cuts(*tokens: str) -> Play:
    """Closes the connection: at once, or after some tokens."""

    async def play(call: Call) -> None:
        if tokens:
            await call.start()
        for token in tokens:
            await call.delta(content=token)
        await asyncio.sleep(0.02)
        call.cut()

    return play


def ends_early(*tokens: str, then: bytes = b"") -> Play:
    """Ends the response in good order, but without the end of the answer; ``then`` are its last bytes."""

    async def play(call: Call) -> None:
        await call.start()
        for token in tokens:
            await call.delta(content=token)
        if then:
            await call.part(then)
        await call.send(b"0\r\n\r\n")

    return play


def _never_ends(data: bytes, **headers: str) -> Play:
    """A reply that begins with a bracket and then holds the same bytes for as long as anyone reads."""

    async def play(call: Call) -> None:
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        await call.send(f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{lines}\r\n".encode())
        while True:
            await call.send(data)

    return play


@cache
def _packed_blanks() -> bytes:
    """A thousand times as many as there are bytes. Packing takes half a second, so only tests that send them wait."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(b" " * 100_000_000) + packer.flush()


async def _bomb(call: Call) -> None:
    await _never_ends(_packed_blanks(), content_encoding="gzip")(call)


ENDLESS: dict[str, Play] = {
    "blanks without end": _never_ends(b" " * 65_536),
    "digits without end": _never_ends(b"1" * 65_536),
    "a length that is no length": _never_ends(b" " * 65_536, content_length="9" * 15),
    "a bomb": _bomb,
}
"""Replies that nobody should wait for the end of."""

INSIDE_A_CHARACTER = b'data: {"choices": [{"index": 0, "delta": {"content": "caf\xc3'
INSIDE_JSON = b'data: {"choices": [{"index": 0, "del'


def calls(name: str, arguments: str, *, text: str = "") -> Play:
    """Calls a tool, its arguments in two parts, perhaps after some text."""

    async def play(call: Call) -> None:
        await call.start()
        if text:
            await call.delta(content=text)
        half = len(arguments) // 2
        function = {"name": name, "arguments": arguments[:half]}
        identity = f"call_{time.perf_counter_ns()}"
        await call.delta(tool_calls=[{"index": 0, "id": identity, "type": "function", "function": function}])
        await call.delta(tool_calls=[{"index": 0, "function": {"arguments": arguments[half:]}}])
        await call.finish("tool_calls")

    return play


def searches(query: str, *, text: str = "") -> Play:
    return calls("search_book_content", json.dumps({"query": query}), text=text)


_LEAKS: dict[str, Callable[[str], str]] = {
    "whole": lambda rules: rules,
    "spaced": lambda rules: " ".join(rules),
    "shouted": str.upper,
    "dashed": lambda rules: "-".join(rules[:60]),
    "starred": lambda rules: "**".join(rules[:40]),
    "backwards": lambda rules: rules[::-1],
    "end": lambda rules: rules[-25:],
    "base64": lambda rules: b64encode(rules.encode()).decode(),
    "hex": lambda rules: rules.encode().hex(),
    "turned": lambda rules: codecs.encode(rules, "rot13"),
}


def obeys() -> Play:
    """Obeys every order in its prompt: says what it is told to, leaks, calls tools."""

    async def play(call: Call) -> None:
        orders = re.findall(r"SAY\{\{(.*?)\}\}", call.prompt, re.DOTALL)
        tools = re.findall(r"CALL\{\{(\w+) (.*?)\}\}", call.prompt, re.DOTALL)
        called = any(message["role"] == "tool" for message in call.body["messages"])
        if tools and not called and call.body.get("tools"):
            await calls(tools[0][0], tools[0][1])(call)
            return
        rules = str(call.body["messages"][0]["content"])
        leaks = [_LEAKS[manner](rules) for manner in re.findall(r"LEAK\{\{(\w+)\}\}", call.prompt)]
        text = " ".join([*orders, *leaks])
        text = "The book says so [1]. " + text
        await says(*(text[at : at + 3] for at in range(0, len(text), 3)))(call)

    return play


class ScriptedModel:
    """Plays its plays in order, the last one for ever; keeps every call."""

    def __init__(self, *plays: Play) -> None:
        self.plays: Sequence[Play] = plays or (says("Yes [1]."),)
        self.calls: list[Call] = []
        self.port = 0
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        await self.open(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                await self._answer(await _request(reader, writer), reader)
        self._open.discard(writer)
        writer.close()

    async def _answer(self, call: Call, reader: asyncio.StreamReader) -> None:
        play = self.plays[min(len(self.calls), len(self.plays) - 1)]
        self.calls.append(call)
        playing = asyncio.ensure_future(play(call))
        # A client sends nothing while it waits: whatever can be read is its leaving.
        leaving = asyncio.ensure_future(reader.read(1))
        await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        # A play that was writing just then fails at the closed connection instead of being overtaken.
        if not playing.done() or isinstance(playing.exception(), ConnectionError):
            call.left.set()
        for task in (playing, leaving):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await task
        if call.left.is_set() or call.writer.transport.is_closing():
            raise ConnectionResetError


async def _request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Call:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Call(head[0].split()[1], headers, json.loads(body) if body else {}, writer)


@pytest.fixture(scope="session")
def small_model() -> Iterator[LocalModel]:
    """A llama.cpp server with SmolLM2-135M, whose weights come inside a package; skips where they are not installed."""
    try:
        model = LocalModel(SMALL)
    except Misconfigured as missing:
        pytest.skip(missing.message)
    yield model
    model.close()


async def _play_for_ever(port: int, tokens: int, pace: float) -> None:
    server = ScriptedModel(says(*(f"word{number} " for number in range(tokens)), pace=pace))
    await server.open(port)
    await asyncio.sleep(3600)


if __name__ == "__main__":
    asyncio.run(_play_for_ever(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
