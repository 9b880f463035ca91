"""Connections that only wait: one address holds so many and no more, and nobody who asks is kept out by them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from ipaddress import ip_network

import pytest

from footnoted.contracts import book_api
from footnoted.server.crowd import Crowd
from tests import scenes
from tests.contracts.live import StuckEngine, request, serving
from tests.contracts.test_connections import FloodEngine, stubborn
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

ASK = request("/chat", {"query": "How warm?"})
STREAM = request("/chat/stream", {"query": "How warm?"})
WAITING = {
    "silent": b"",
    "half a head": b"POST /chat HTTP/1.1\r\nHost: he",
    "blank lines": b"\r\n",
    "half a body": ASK[:-4],
    "half a chunk": b"POST /chat HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n{",
    "kept alive": ASK,
    "kept alive after a refusal": b"GET /nowhere HTTP/1.1\r\nHost: here\r\n\r\n",
}
Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def links(port: int, number: int, data: bytes = b"", source: str = "127.0.0.1") -> AsyncIterator[list[Link]]:
    """So many connections, opened one after the other, that send the bytes and take the reply if there is one."""
    opened: list[Link] = []
    try:
        for _ in range(number):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            opened.append((reader, writer))
            writer.write(data)
            if data in (WAITING["kept alive"], WAITING["kept alive after a refusal"]):
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
        yield opened
    finally:
        for _, writer in opened:
            writer.close()


async def is_closed(link: Link) -> bool:
    """Whether the server has closed it; it says nothing on one that it keeps."""
    try:
        async with asyncio.timeout(0.05):
            return not await link[0].read(1)
    except ConnectionError:
        return True
    except TimeoutError:
        return False


async def settled(opened: list[Link], closed: int) -> list[bool]:
    """Which are closed, as soon as so many are."""
    async with asyncio.timeout(PATIENCE):
        while True:
            told = [await is_closed(link) for link in opened]
            if sum(told) >= closed:
                return told


async def answer(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(ASK.replace(b"Host: here", b"Host: here\r\nConnection: close"))
    reply = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return reply


@pytest.mark.parametrize("kind", WAITING)
async def test_of_too_many_from_one_address_those_give_way_that_wait_longest(kind: str) -> None:
    async with (
        serving(book_api.app, PlayedEngine(scenes.answered), crowd=Crowd(5)) as (port, _),
        links(port, 12, WAITING[kind]) as opened,
    ):
        assert await settled(opened, 7) == [True] * 7 + [False] * 5
        assert (await answer(port)).startswith(b"HTTP/1.1 200")


async def test_many_who_ask_in_one_instant_are_all_answered() -> None:
    """All are connected, and have asked, before the server takes the first of them."""
    async with serving(book_api.app, PlayedEngine(scenes.answered), crowd=Crowd(5, patience=60)) as (port, _):
        asked = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
        for link in asked:
            link.sendall(ASK.replace(b"Host: here", b"Host: here\r\nConnection: close"))
        replies = [await asyncio.to_thread(link.recv, 15) for link in asked]
        for link in asked:
            link.close()
    assert replies == [b"HTTP/1.1 200 OK"] * 30


async def test_who_leaves_a_reply_unread_waits_too() -> None:
    engine = FloodEngine()
    async with serving(book_api.app, engine, crowd=Crowd(3), write_seconds=300) as (port, server):
        with ExitStack() as clients:
            for number in range(5):
                clients.enter_context(stubborn(port)).sendall(STREAM)
                async with asyncio.timeout(PATIENCE):
                    while len(engine.asked) <= number:  # noqa: ASYNC110 - there is no event to wait for
                        await asyncio.sleep(0.01)
            async with asyncio.timeout(PATIENCE):
                while len(server.server_state.connections) != 3:  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.01)


async def test_who_is_being_answered_is_not_among_them() -> None:
    engine = StuckEngine(3)
    async with (
        serving(book_api.app, engine, crowd=Crowd(2, 4)) as (port, _),
        links(port, 3, STREAM) as answered,
    ):
        for reader, _ in answered:
            await reader.readuntil(b"The cluste")
        async with links(port, 9) as idle:
            await settled(idle, 7)
            assert await settled(answered, 0) == [False] * 3


@pytest.mark.parametrize(
    ("crowd", "left"),
    [
        (Crowd(4), [2, 4]),
        (Crowd(4, proxies=[ip_network("127.0.0.1/32")]), [2, 9]),
        (Crowd(4, 5), [1, 4]),
        (Crowd(), [2, 9]),
    ],
    ids=["an address", "a proxy", "all", "no limit"],
)
async def test_others_are_left_alone_and_a_proxy_stands_for_many(crowd: Crowd, left: list[int]) -> None:
    async with (
        serving(book_api.app, PlayedEngine(scenes.answered), crowd=crowd) as (port, _),
        links(port, 2, source="127.0.0.2") as others,
        links(port, 9) as own,
    ):
        told = [await settled(others, 2 - left[0]), await settled(own, 9 - left[1])]
        assert [kinds.count(False) for kinds in told] == left


async def test_who_has_left_is_not_counted() -> None:
    crowd = Crowd(4)
    async with serving(book_api.app, PlayedEngine(scenes.answered), crowd=crowd) as (port, server):
        for _ in range(3):
            async with links(port, 4) as opened:
                await settled(opened, 0)
            async with asyncio.timeout(PATIENCE):
                while server.server_state.connections:  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.01)
        assert not crowd._all
        assert not crowd._by_caller
