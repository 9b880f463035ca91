"""What one connection may cost: heads that never end, bodies that trickle, replies that nobody reads, requests sent ahead."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import AsyncGenerator
from contextlib import suppress

import pytest
from starlette.types import Message, Scope

from footnoted.contracts import book_api
from footnoted.contracts.door.gate import Room
from footnoted.domain.answer import Event, TextDelta
from footnoted.domain.question import Question
from footnoted.server import connection
from footnoted.server.listen import open_many_files
from tests import scenes
from tests.client import put
from tests.contracts.live import StuckEngine, request, sent, serving
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

ASK = request("/chat", {"query": "How warm?"})
STREAM = request("/chat/stream", {"query": "How warm?"})
START = b"GET /health HTTP/1.1\r\nHost: here\r\n"
ENDLESS = {
    "a value": (START + b"X-Long: ", b"x" * 4096),
    "a name": (START, b"x" * 4096),
    "an address": (b"GET /", b"x" * 4096),
    "a method": (b"", b"G" * 4096),
    "many headers": (START, b"X: y\r\n" * 64),
    "folded lines": (START + b"X: y", b"\r\n y" * 64),
    "nothing but line feeds": (START, b"X: y\n\n" * 64),
}


async def fill(writer: asyncio.StreamWriter, piece: bytes, most: int = 64_000_000) -> int:
    """Send the piece over and over until the other side has had enough; how many bytes went."""
    sent = 0
    with suppress(OSError):
        while sent < most:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)
    return sent


@pytest.mark.parametrize("kind", ENDLESS)
async def test_a_head_that_never_ends_is_cut_off(kind: str) -> None:
    start, piece = ENDLESS[kind]
    async with serving(book_api.app, PlayedEngine(scenes.answered)) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(start)
        sent = await fill(writer, piece)
        assert sent < 32_000_000  # what lies in the sockets' own buffers, not what was wanted
        with suppress(OSError):
            assert (await reader.read()).startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))
        writer.close()


@pytest.mark.parametrize(("headers", "status"), [(90, b"200"), (101, b"431"), (5_000, b"431")])
async def test_headers_are_counted(headers: int, status: bytes) -> None:
    async with serving(book_api.app, PlayedEngine()) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(START + b"".join(b"A%d: b\r\n" % number for number in range(headers)) + b"\r\n")
        assert (await reader.readline()).split()[1] == status
        writer.close()


@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_a_request_may_come_in_pieces(size: int) -> None:
    async with serving(book_api.app, PlayedEngine(scenes.answered)) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for start in range(0, len(ASK), size):
            writer.write(ASK[start : start + size])
            await asyncio.sleep(0)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_a_chunked_request_is_answered_and_its_connection_serves_on() -> None:
    body = ASK.rpartition(b"\r\n\r\n")[2]
    head = b"POST /chat HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with serving(book_api.app, PlayedEngine(scenes.answered)) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(head + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
            assert (await reader.readuntil(b'"}]}')).startswith(b"HTTP/1.1 200")
        writer.close()


async def test_requests_sent_ahead_are_answered_in_order() -> None:
    engine = PlayedEngine(scenes.answered)
    async with serving(book_api.app, engine) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\r\n".join(request("/chat", {"query": f"Question {number}?"}) for number in range(5)))
        for _ in range(5):
            assert (await reader.readuntil(b'"}]}')).startswith(b"HTTP/1.1 200")
        assert [asked.text for asked in engine.asked] == [f"Question {number}?" for number in range(5)]
        writer.close()


@pytest.mark.parametrize("ahead", [ASK * 5, ASK[:-3], START, b"x", ASK + START + b"X: "])
async def test_who_sends_ahead_and_leaves_gives_the_place_back(ahead: bytes) -> None:
    engine, room = StuckEngine(2), Room(1)
    async with serving(book_api.app, engine, room=room) as (port, _):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASK + ahead)
        await engine.stuck.wait()
        writer.close()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while room.taken:  # noqa: ASYNC110 - a room has no event
                await asyncio.sleep(0.01)


async def test_more_than_a_head_sent_ahead_is_cut_off() -> None:
    engine = StuckEngine(2)
    async with serving(book_api.app, engine) as (port, _):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASK)
        await engine.stuck.wait()
        assert await fill(writer, b"x" * 4096) < 32_000_000
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)


class FloodEngine(PlayedEngine):
    """Answers without end."""

    def __init__(self) -> None:
        super().__init__()
        self.stopped = asyncio.Event()

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        self.asked.append(question)
        try:
            while True:
                yield TextDelta("x" * 10_000 + "\n\n")
                await asyncio.sleep(0)
        finally:
            self.stopped.set()


def stubborn(port: int) -> socket.socket:
    """A client with the smallest buffer, which never reads."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    client.connect(("127.0.0.1", port))
    return client


async def test_who_never_reads_gives_the_place_back() -> None:
    engine, room = FloodEngine(), Room(1)
    async with serving(book_api.app, engine, write_seconds=0.3, room=room) as (port, server):
        client = stubborn(port)
        client.sendall(STREAM)
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while room.taken or server.server_state.connections:  # noqa: ASYNC110 - they have no events
                await asyncio.sleep(0.01)
        client.close()


async def test_who_never_reads_what_was_whole_is_hung_up_on() -> None:
    """Replies shorter than the buffers: the app has long finished when the reader's time is over."""
    engine = PlayedEngine(scenes.answered)
    async with serving(book_api.app, engine, write_seconds=0.3) as (port, server):
        client = stubborn(port)
        client.setblocking(False)
        loop = asyncio.get_running_loop()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await loop.sock_sendall(client, ASK)
        async with asyncio.timeout(PATIENCE):
            while server.server_state.connections:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.01)
        client.close()


async def test_a_slow_body_ends_its_connection_with_the_contracts_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_GRACE", 300.0)  # a busy machine may take its time to say them
    async with serving(book_api.app, PlayedEngine(), read_seconds=0.3) as (port, _):
        reader, writer = await sent(port, ASK[:-3])
        reply = await asyncio.wait_for(reader.read(), PATIENCE)  # to the end of the connection
        assert b"The request did not arrive in time." in reply
        assert b"connection: close" in reply
        writer.close()


async def test_head_and_body_share_one_deadline() -> None:
    """A head that took all the time leaves none for the body: the door goes by when the first byte came."""

    scope: Scope = {"type": "http", "method": "POST", "path": "/chat", "headers": [], "query_string": b""}
    scope["extensions"] = {"footnoted.began": asyncio.get_running_loop().time() - 1001}
    put(scope, PlayedEngine(), read_seconds=1000)
    sent: list[Message] = []

    async def nothing_comes() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async with asyncio.timeout(PATIENCE):
        await book_api.app(scope, nothing_comes, send)
    assert sent[0]["status"] == 400


@pytest.mark.parametrize("body", [b"", b'{"query": ', b"1\r\n{\r\n"])
@pytest.mark.parametrize("framing", [b"Content-Length: 1000000", b"Transfer-Encoding: chunked"])
async def test_every_unfinished_body_is_hung_up_on(framing: bytes, body: bytes) -> None:
    async with serving(book_api.app, PlayedEngine(), read_seconds=0.2) as (port, server):
        writers = []
        for path in (b"POST /chat", b"GET /health", b"DELETE /sessions/x", b"POST /nowhere"):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                path + b" HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n" + framing + b"\r\n\r\n" + body
            )
            writers.append(writer)
        async with asyncio.timeout(PATIENCE):
            while server.server_state.connections:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(0.01)
        for writer in writers:
            writer.close()


@pytest.mark.parametrize(("before", "seconds"), [(b"", 300.0), (ASK, 300.0), (b"", 0.0)], ids=["new", "used", "idle"])
async def test_a_request_that_is_on_its_way_is_answered_though_the_server_ends(
    monkeypatch: pytest.MonkeyPatch, before: bytes, seconds: float
) -> None:
    """Whoever connects while workers are replaced must not find the door shut in the face."""
    monkeypatch.setattr(connection, "_LAST_MOMENT", seconds)
    async with serving(book_api.app, PlayedEngine(scenes.answered)) as (port, server):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if before:
            writer.write(before)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
        while not server.server_state.connections:  # noqa: ASYNC110 - uvicorn has no event to wait for
            await asyncio.sleep(0.01)
        (open_one,) = server.server_state.connections
        assert isinstance(open_one, connection.Connection)
        server.should_exit = True
        while not open_one._is_last:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)
        if seconds:
            writer.write(ASK)
            assert (await reader.read()).startswith(b"HTTP/1.1 200")  # and then the connection is closed
        else:
            assert await reader.read() == b""
        writer.close()


def test_a_server_holds_more_connections_than_a_process_begins_with() -> None:
    """With leave for 1,024 files a thousand strangers who say nothing would keep everybody else out."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        open_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 512
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
