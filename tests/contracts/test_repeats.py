"""The same request twice, under one Idempotency-Key: one answer is made, one turn stored, both replies are equal."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from footnoted.contracts import book_api
from footnoted.contracts.door.callers import Keys
from footnoted.contracts.door.repeats import Replies
from footnoted.domain.errors import ModelDown
from tests import scenes
from tests.client import client_of
from tests.contracts.live import StuckEngine, request, serving
from tests.contracts.wire import REQUEST_ID
from tests.engine.test_ask import engine_with
from tests.scenes import PlayedEngine

KEY = {"Idempotency-Key": "one"}
ASK = {"query": "How many eggs does a queen bee lay a day?"}


def state(engine: Any, replies: Replies | None = None) -> dict[str, Any]:
    return {"engine": engine, "request_id": REQUEST_ID, "replies": replies or Replies()}


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
        assert (other.status_code, other.json()["details"]) == (400, {"field": "Idempotency-Key"})
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


async def test_who_waits_for_a_reader_who_left_does_the_work() -> None:
    engine, replies = StuckEngine(3), Replies()
    async with serving(book_api.app, engine, replies=replies) as (port, _):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request("/chat/stream", ASK, Idempotency_Key="one"))
        await engine.stuck.wait()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            waiting = asyncio.create_task(
                client.post("/chat/stream", content=_body(ASK), headers=KEY | {"Content-Type": "application/json"})
            )
            await asyncio.sleep(0.1)
            assert len(engine.asked) == 1
            writer.close()
            await engine.stopped.wait()
            async with asyncio.timeout(30):
                while len(engine.asked) < 2:  # noqa: ASYNC110 - the engine has no event for it
                    await asyncio.sleep(0.01)
            waiting.cancel()


def _body(fields: dict[str, str]) -> bytes:
    return request("", fields).rpartition(b"\r\n\r\n")[2]


async def test_replies_are_forgotten_after_a_while_and_beyond_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    engine = PlayedEngine(scenes.answered)
    monkeypatch.setattr("footnoted.contracts.door.repeats._MOST_REPLIES", 2)
    async with client_of(book_api.app, state(engine, Replies(lambda: now))) as client:

        async def ask(key: str) -> int:
            await client.post("/chat", json=ASK, headers={"Idempotency-Key": key})
            return len(engine.asked)

        assert [await ask(key) for key in "aab"] == [1, 1, 2]
        assert [await ask(key) for key in "cba"] == [3, 3, 4]
        now = 601.0
        assert await ask("a") == 5
