"""Readers over a real socket: who leaves, who waits in silence, who never finishes asking, and who is there at the end."""

from __future__ import annotations

import asyncio
from time import perf_counter

import pytest

from footnoted.contracts import CONTRACTS, book_api, rag_agent_api
from footnoted.contracts.http import sse
from tests import scenes
from tests.contracts.asking import ASKING, STREAMING, body
from tests.contracts.live import StuckEngine, request, serving
from tests.loop_time import set_forward
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine


@pytest.mark.parametrize("contract", ASKING)
async def test_a_reader_who_leaves_ends_the_work(contract: str) -> None:
    engine = StuckEngine(2)
    async with serving(CONTRACTS[contract], engine) as (port, _):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request(ASKING[contract][0], body(contract, "How warm?")))
        await engine.stuck.wait()
        writer.close()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)


@pytest.mark.parametrize("contract", STREAMING)
@pytest.mark.parametrize("events", [2, 3])
async def test_a_reader_who_leaves_ends_the_stream(contract: str, events: int) -> None:
    """Before the first token, when no response has started, and after it."""
    engine = StuckEngine(events)
    async with serving(CONTRACTS[contract], engine) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path, more = STREAMING[contract]
        writer.write(request(path, body(contract, "How warm?") | more))
        await engine.stuck.wait()
        if events == 3:
            await reader.readuntil(b"The cluste")
        writer.close()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)


async def test_silence_is_broken_by_comments() -> None:
    async with serving(book_api.app, StuckEngine(3), silence_seconds=0.05) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", {"query": "How warm?"}))
        await reader.readuntil(b'"The cluste"}\n\n')
        assert await reader.readuntil(b": keep-alive\n\n") == b"\r\ne\r\n: keep-alive\n\n"
        assert await reader.readuntil(b": keep-alive\n\n")
        writer.close()


async def test_comments_that_the_threads_client_survives() -> None:
    """A blank line after a comment would be an empty message to it, and delete the answer."""
    async with serving(rag_agent_api.app, StuckEngine(3), silence_seconds=0.05) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", {"message": "How warm?"}))
        await reader.readuntil(b'"The cluste"}\n\n')
        assert await reader.readexactly(len(b"\r\nd\r\n: keep-alive\n\r\n")) == b"\r\nd\r\n: keep-alive\n\r\n"
        writer.close()


async def test_a_stream_ends_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = StuckEngine(3)
    async with serving(book_api.app, engine, deadline_seconds=600, silence_seconds=0.05) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", {"query": "How warm?"}))
        await reader.readuntil(b"The cluste")
        monkeypatch.setattr(sse, "perf_counter", lambda: perf_counter() + 600)
        received = await reader.readuntil(b"\r\n0\r\n\r\n")
        assert b'data: {"error": "The service is not available just now.' in received
        assert engine.stopped.is_set()
        writer.close()


async def test_an_answer_ends_at_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = StuckEngine(2)
    async with serving(CONTRACTS["007-rag-retrieval-agent"], engine, deadline_seconds=600) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat", {"question": "How warm?"}))
        await engine.stuck.wait()
        set_forward(monkeypatch, 600)
        assert (await reader.readline()).startswith(b"HTTP/1.1 504")
        assert engine.stopped.is_set()
        writer.close()


@pytest.mark.parametrize("half", [b"", b"POST /chat HTTP/1.1\r\nHost: he"])
async def test_half_a_head_is_not_waited_for(half: bytes) -> None:
    async with serving(book_api.app, PlayedEngine(), read_seconds=0.2) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(half)
        received = await asyncio.wait_for(reader.read(), PATIENCE)
        assert received.startswith(b"HTTP/1.1 408")
        writer.close()


async def test_a_connection_serves_more_than_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has all the time, whatever the ones before it took."""
    async with serving(book_api.app, PlayedEngine(scenes.answered), read_seconds=300) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(request("/chat", {"query": "How warm?"}))
            assert (await reader.readuntil(b'"}]}')).startswith(b"HTTP/1.1 200")
            set_forward(monkeypatch, 200)
            await asyncio.sleep(0.01)  # what is due then is done
        writer.close()


async def test_every_open_stream_hears_of_the_end() -> None:
    """As uvicorn does it on SIGTERM, with less patience; a real SIGTERM is sent in test_kill.py."""
    async with serving(book_api.app, StuckEngine(3)) as (port, server):
        server.config.timeout_graceful_shutdown = 0
        open_streams = []
        for _ in range(20):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request("/chat/stream", {"query": "How warm?"}))
            await reader.readuntil(b"The cluste")
            open_streams.append((reader, writer))
        server.should_exit = True
        for reader, writer in open_streams:
            received = await asyncio.wait_for(reader.read(), PATIENCE)
            assert b'data: {"error": "The service is not available' in received
            assert received.endswith(b"0\r\n\r\n")
            writer.close()


async def test_who_waits_for_the_first_token_hears_of_the_end() -> None:
    engine = StuckEngine(2)
    async with serving(book_api.app, engine) as (port, server):
        server.config.timeout_graceful_shutdown = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", {"query": "How warm?"}))
        await engine.stuck.wait()
        server.should_exit = True
        assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 503")
        writer.close()
