"""The same request twice, under one Idempotency-Key: one answer is made, one turn stored, both replies are equal."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from ipaddress import ip_network
from typing import Any

import pytest

from footnoted.contracts import CONTRACTS, book_api
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.gate import Room
from footnoted.contracts.door.repeats import Replies
from footnoted.domain.answer import Event, TextDelta
from footnoted.domain.door.stores import ReplyStore, StoredReply
from footnoted.domain.errors import ModelDown
from footnoted.domain.question import Question
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.replies import SqlReplies
from tests import scenes
from tests.client import client_of
from tests.contracts.asking import ASKING
from tests.contracts.asking import body as asking
from tests.contracts.live import StuckEngine, request, serving
from tests.contracts.wire import REQUEST_ID
from tests.engine.test_ask import engine_with
from tests.fakes.replies import FakeReplies
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

KEY = {"Idempotency-Key": "one"}
ASK = {"query": "How many eggs does a queen bee lay a day?"}


def state(engine: Any, store: ReplyStore | None = None) -> dict[str, Any]:
    return {"engine": engine, "request_id": REQUEST_ID, "replies": Replies(store or FakeReplies())}


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_one_answer_one_row_equal_bodies(path: str) -> None:
    engine = await engine_with()
    async with client_of(book_api.app, state(engine)) as client:
        # Two at once, one later.
        first, second = await asyncio.gather(*(client.post(path, json=ASK, headers=KEY) for _ in range(2)))
        third = await client.post(path, json=ASK, headers=KEY)
        assert first.status_code == 200
        assert first.content == second.content == third.content
        assert first.headers["content-type"] == third.headers["content-type"]
        stored = engine.history.stored  # type: ignore[attr-defined]
        assert sum(map(len, stored.values())) == 1
        assert (await client.post(path, json=ASK)).status_code == 200
        assert sum(map(len, stored.values())) == 2


async def test_another_request_under_the_same_key_is_refused() -> None:
    async with client_of(book_api.app, state(PlayedEngine(scenes.answered))) as client:
        await client.post("/chat", json=ASK, headers=KEY)
        other = await client.post("/chat", json={"query": "Something else?"}, headers=KEY)
        assert (other.status_code, other.json()["details"]) == (422, {"field": "Idempotency-Key"})
        long = await client.post("/chat", json=ASK, headers={"Idempotency-Key": "x" * 256})
        assert long.status_code == 400


async def test_keys_of_two_callers_do_not_meet() -> None:
    engine = PlayedEngine(scenes.answered)
    async with client_of(book_api.app, state(engine) | {"keys": Keys(["a", "b"])}) as client:
        for key in ("a", "b"):
            await client.post("/chat", json=ASK, headers=KEY | {"X-API-Key": key})
        assert len(engine.asked) == 2


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_a_failure_can_be_retried(path: str) -> None:
    engine = PlayedEngine(*scenes.failed_midway)
    async with client_of(book_api.app, state(engine)) as client:
        assert "does not answer" in (await client.post(path, json=ASK, headers=KEY)).text
        engine.scene, engine.error = scenes.answered, None
        assert "34 °C [1]" in (await client.post(path, json=ASK, headers=KEY)).text
        engine.error = ModelDown("again")
        assert "34 °C [1]" in (await client.post(path, json=ASK, headers=KEY)).text


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_another_body_gets_422_in_every_contract(contract: str) -> None:
    path = ASKING[contract][0]
    given = state(PlayedEngine(scenes.answered)) | {"catalogue": scenes.catalogue()}
    async with client_of(CONTRACTS[contract], given) as client:
        assert (await client.post(path, json=asking(contract, "How warm?"), headers=KEY)).status_code == 200
        assert (await client.post(path, json=asking(contract, "How cold?"), headers=KEY)).status_code == 422
        listed = (await client.get("/openapi.json")).json()["paths"][path]["post"]["responses"]
        assert listed["422"]["content"] == listed["400"]["content"]


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_a_stranger_with_the_same_key_gets_an_answer_of_their_own(path: str) -> None:
    """Without keys a caller is an address: the same words from elsewhere are another request."""
    engine = await engine_with()
    proxies = (ip_network("127.0.0.0/8"),)
    async with client_of(book_api.app, state(engine) | {"proxies": proxies}) as client:

        async def ask(reader: str) -> bytes:
            headers = KEY | {"X-Forwarded-For": reader}
            return (await client.post(path, json=ASK, headers=headers)).content

        own, again, foreign = [await ask(reader) for reader in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
        assert own == again != foreign
        assert len(engine.history.stored) == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_a_reply_outlives_a_restart_and_holds_for_all_workers(path: str, database_url: str) -> None:
    engine, replies = PlayedEngine(scenes.answered), []
    for _ in range(2):  # each time a server of its own, with nothing in common but the database
        database = await Database.open(database_url)
        async with client_of(book_api.app, state(engine, SqlReplies(database))) as client:
            replies.append((await client.post(path, json=ASK, headers=KEY)).content)
            assert (await client.post(path, json={"query": "Else?"}, headers=KEY)).status_code == 422
        await database.close()
    assert replies[0] == replies[1]
    assert len(engine.asked) == 1


async def test_two_workers_at_once_do_the_work_once(database_url: str) -> None:
    engine = await engine_with()
    databases = [await Database.open(database_url) for _ in range(3)]
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(client_of(book_api.app, state(engine, SqlReplies(database))))
            for database in databases
        ]
        replies = await asyncio.gather(*(client.post("/chat", json=ASK, headers=KEY) for client in clients * 3))
    assert len({reply.content for reply in replies}) == 1
    turns = [turn for session in engine.history.stored.values() for turn in session]  # type: ignore[attr-defined]
    assert len(turns) == 1
    for database in databases:
        await database.close()


async def test_a_worker_that_died_at_work_is_not_waited_for() -> None:
    store, engine = FakeReplies(), PlayedEngine(scenes.answered)
    async with client_of(book_api.app, state(engine, store)) as client:
        await client.post("/chat", json=ASK, headers=KEY)
        (name,) = store._kept
        store._kept[name] = (35.0, StoredReply(store._kept[name][1].fingerprint, None))
        waiting = asyncio.create_task(client.post("/chat", json=ASK, headers=KEY))
        await asyncio.sleep(0.3)
        assert not waiting.done()
        store.now = 36.0
        assert (await waiting).status_code == 200
        assert len(engine.asked) == 2


EVENT = re.compile(rb"(?:event: \w+\n)?id: ([0-9a-f]{8}-\d+)\n(.*?)\n\n", re.DOTALL)


def numbers(events: list[tuple[bytes, bytes]]) -> list[int]:
    return [int(name.partition(b"-")[2]) for name, _ in events]


@pytest.mark.parametrize(("contract", "field"), [("005-rag-agent-api", "query"), ("003-rag-agent-api", "message")])
async def test_a_stream_is_taken_up_after_any_event_without_gap_or_repeat(contract: str, field: str) -> None:
    engine = PlayedEngine(scenes.answered)
    async with client_of(CONTRACTS[contract], state(engine)) as client:

        async def events(**headers: str) -> list[tuple[bytes, bytes]]:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            reply = await client.post("/chat/stream", json=asking(contract, "How warm?"), headers=KEY | named)
            return EVENT.findall(reply.content)

        whole = await events()
        assert numbers(whole) == list(range(1, len(whole) + 1))
        for seen, (last, _) in enumerate(whole, 1):
            assert await events(Last_Event_ID=last.decode()) == whole[seen:]
        assert len(engine.asked) == 1
        tag = whole[0][0].decode()[:9]
        strange = (
            "x",
            "-1",
            "1",
            "9" * 20,
            f"{tag}0",
            f"{tag}{len(whole) + 1}",
            f"{tag}1 ",
            f"00000000-{tag}",
            "²",
            tag,
        )
        for wrong in (*strange, "00000000-1"):
            reply = await client.post(
                "/chat/stream",
                json=asking(contract, "How warm?"),
                headers={b"Idempotency-Key": b"one", b"Last-Event-ID": wrong.encode()},
            )
            assert reply.status_code == 400, wrong
        assert len(engine.asked) == 1


async def test_what_had_to_be_made_anew_is_not_the_rest_of_what_was_lost() -> None:
    """The worker died midway, and with it the answer: its reader asks anew instead of joining two answers."""
    store, engine = FakeReplies(), PlayedEngine(scenes.answered)
    async with client_of(book_api.app, state(engine, store)) as client:
        whole = EVENT.findall((await client.post("/chat/stream", json=ASK, headers=KEY)).content)
        store._kept.clear()
        resumed = KEY | {"Last-Event-ID": whole[0][0].decode()}
        reply = await client.post("/chat/stream", json=ASK, headers=resumed)
        assert (reply.status_code, reply.json()["details"]) == (400, {"field": "Last-Event-ID"})
        assert len(engine.asked) == 1
        anew = EVENT.findall((await client.post("/chat/stream", json=ASK, headers=KEY)).content)
        assert numbers(anew) == numbers(whole)
        assert not {number for number, _ in anew} & {number for number, _ in whole}
        assert (await client.post("/chat/stream", json=ASK, headers=resumed)).status_code == 400


async def test_without_a_key_a_stream_has_no_numbers() -> None:
    async with client_of(book_api.app, state(PlayedEngine(scenes.answered))) as client:
        assert b"id:" not in (await client.post("/chat/stream", json=ASK)).content


async def test_a_stream_goes_on_for_a_reader_who_lost_the_connection_and_comes_back() -> None:
    engine, room = SlowEngine(), Room(4)
    async with serving(book_api.app, engine, replies=Replies(FakeReplies()), room=room) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", ASK, Idempotency_Key="one"))
        seen = await reader.readuntil(b"\n\n\r\n")
        (number, _), *_ = EVENT.findall(seen)
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", ASK, Idempotency_Key="one", Last_Event_ID=number.decode()))
        engine.goes_on.set()
        rest = await reader.readuntil(b"0\r\n\r\n")
        events = EVENT.findall(seen + rest)
        assert numbers(events) == list(range(1, len(events) + 1))
        assert b'"done": true' in rest
        assert len(engine.asked) == 1
        writer.close()
    assert room.taken == 0


async def test_work_for_nobody_ends_where_places_are_scarce() -> None:
    engine, room = StuckEngine(3), Room(1)
    async with serving(book_api.app, engine, replies=Replies(FakeReplies()), room=room) as (port, _):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", ASK, Idempotency_Key="one"))
        await engine.stuck.wait()
        writer.close()
        await asyncio.wait_for(engine.stopped.wait(), PATIENCE)


async def test_the_end_of_the_server_is_heard_under_a_key_too() -> None:
    async with serving(book_api.app, StuckEngine(3), replies=Replies(FakeReplies())) as (port, server):
        server.config.timeout_graceful_shutdown = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", ASK, Idempotency_Key="one"))
        await reader.readuntil(b"The cluste")
        server.should_exit = True
        reply = await asyncio.wait_for(reader.read(), PATIENCE)
        assert b"The service is not available" in reply
        assert reply.endswith(b"0\r\n\r\n")
        writer.close()


class SlowEngine(PlayedEngine):
    """Plays an answer, and waits after its first words until it is told to go on."""

    def __init__(self) -> None:
        super().__init__(scenes.answered)
        self.goes_on = asyncio.Event()

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        async for event in super().ask(question):
            yield event
            if isinstance(event, TextDelta):
                await self.goes_on.wait()
