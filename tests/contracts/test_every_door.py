"""What every door refuses alike, be it a contract's, a page's or MCP's: none of it is a failure of ours."""

from __future__ import annotations

import asyncio
import json

import pytest

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.access import CONTRACT_ROUTES, MCP, PAGES, Access
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.gate import Room
from footnoted.contracts.door.repeats import Replies
from footnoted.domain.book import Book
from footnoted.domain.errors import DatabaseDown
from footnoted.domain.verdict import KeptVerdict
from tests.client import client_of
from tests.contracts.live import StuckEngine, request, serving
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.replies import FakeReplies
from tests.scenes import PlayedEngine
from tests.test_server import served

DOORS = [
    *(f"/contracts/{name}{rule.path}" for name in CONTRACTS for rule in CONTRACT_ROUTES[name] if rule.method == "POST"),
    *(rule.path for rule in (*PAGES, *MCP) if rule.method == "POST" and rule.access is not Access.PUBLIC),
]
ODD: dict[str, tuple[dict[str, str], int]] = {
    "a key that is too long": ({"Idempotency-Key": "x" * 256}, 400),
    "an event that nobody sent": ({"Idempotency-Key": "a", "Last-Event-ID": "b-1"}, 400),
    "a body that is too large": ({}, 413),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("door", DOORS)
async def test_what_is_refused_at_every_door(door: str, odd: str) -> None:
    headers, status = ODD[odd]
    content = json.dumps({"filling": "x" * 2000 if status == 413 else ""})
    async with served(PlayedEngine(), replies=FakeReplies(), max_body_bytes=1000) as client:
        reply = await client.post(door, content=content, headers={"Content-Type": "application/json"} | headers)
        assert reply.status_code == status


class ReusedReplies(FakeReplies):
    """Another body came under every key."""

    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> None:
        await super().claim(name, "another", seconds, request)
        return await super().claim(name, fingerprint, seconds, request)  # type: ignore[return-value]


@pytest.mark.parametrize("door", DOORS)
async def test_a_key_that_came_with_another_body_gets_422_at_every_door(door: str) -> None:
    async with served(PlayedEngine(), replies=ReusedReplies()) as client:
        assert (await client.post(door, json={}, headers={"Idempotency-Key": "a"})).status_code == 422


class BrokenReplies(FakeReplies):
    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> None:
        raise DatabaseDown("down")


@pytest.mark.parametrize("door", DOORS)
async def test_a_database_that_is_down_is_no_failure_of_the_door(door: str) -> None:
    async with served(PlayedEngine(), replies=BrokenReplies()) as client:
        reply = await client.post(door, json={}, headers={"Idempotency-Key": "a"})
        # The oldest contract knows no 503: its clients are told by a code in the body.
        told = "SERVICE_UNAVAILABLE" in reply.text if "003-rag-agent/" in door else "retry-after" in reply.headers
        assert (reply.status_code, told) == (500 if "003-rag-agent/" in door else 503, True)


async def test_work_for_readers_who_left_counts_as_theirs() -> None:
    """Else a stranger takes, request by request, far more than one may have at once."""
    engine, room = StuckEngine(3), Room(40, for_one=2)
    ask = {"query": "How warm?"}
    async with serving(CONTRACTS["005-rag-agent-api"], engine, replies=Replies(FakeReplies()), room=room) as (port, _):
        for key in "abcdef":
            engine.stuck.clear()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request("/chat/stream", ask, Idempotency_Key=key))
            if b"429" in await reader.readline():
                break
            await engine.stuck.wait()
            before = room.taken
            writer.close()
            while room.taken == before == 2 and not engine.stopped.is_set():  # noqa: ASYNC110 - a count, no event
                await asyncio.sleep(0.01)
        assert room.taken <= 2


@pytest.mark.parametrize(
    ("keys", "key", "is_told"),
    [(Keys(), "", True), (Keys(["alpha"]), "alpha", True), (Keys(["alpha"]), "beta", False), (Keys(["a"]), "", False)],
)
async def test_which_books_there_are_is_told_to_readers_alone(keys: Keys, key: str, is_told: bool) -> None:
    shelf = FakeCatalogue()
    verdict = KeptVerdict("plain", "its files", True, "checked", True, ())
    await shelf.record(Book("bees", "Bees", "bees", "", "fake", "r1", 1, 1, verdict=verdict), [], [])
    given = {"engine": PlayedEngine(), "catalogue": shelf, "keys": keys}
    async with client_of(CONTRACTS["005-rag-agent-api"], given) as client:
        reply = await client.get("/health", headers={"X-API-Key": key} if key else {})
        assert (reply.status_code, "bees" in reply.text) == (200, is_told)


@pytest.mark.parametrize("path", ["/read/a%0Ab/", "/read/a%0A", "/read/a%0Ab/c%0A", "/nowhere%0A%0A"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "OPTIONS", "TRACE"])
async def test_without_a_key_no_path_says_which_methods_it_has(path: str, method: str) -> None:
    async with served(PlayedEngine(), api_keys="alpha") as client:
        assert (await client.request(method, path)).status_code == 401
