"""Keys of the database at every door: what they open, what they see, and that a running server hears of changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID, uuid4

import httpx
import pytest

from footnoted.contracts.door.callers import caller as callers
from footnoted.domain.book import Book, Page, Passage, passage_id
from footnoted.domain.door.access_key import AccessKey, digest_of
from footnoted.domain.errors import DatabaseDown
from footnoted.domain.writing import Writer
from footnoted.engine.ask import Engine
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.restate import Restater
from footnoted.engine.write.metered_model import MeteredModel
from footnoted.engine.write.model_writer import ModelWriter
from footnoted.server import create_app
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests.client import client_of
from tests.engine.test_ask import AxisEmbedder
from tests.fakes.calibrations import GRANITE
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.history import FakeHistory
from tests.fakes.index import InMemoryIndex
from tests.fakes.model import FakeModel

TEXTS = {
    "bees": ("Queens", "A queen bee lays up to 2000 eggs a day in early summer."),
    "fire": ("Smoke", "Smoke from damp wood rises slowly and stings the eyes."),
}
ASK = {"query": "How many eggs does a queen bee lay a day?"}
NOW = datetime(2030, 1, 2, tzinfo=UTC)


@dataclass
class FakeKeys:
    kept: list[AccessKey] = field(default_factory=list)
    is_down: bool = False

    async def keys(self) -> list[AccessKey]:
        if self.is_down:
            raise DatabaseDown("no database")
        return list(self.kept)

    def give(self, secret: str, **given: Any) -> AccessKey:
        key = AccessKey(uuid4(), secret, digest_of(secret), NOW, **given)
        self.kept.append(key)
        return key


@dataclass
class FakeBudget:
    calls: int = 0

    async def spent(self, key: UUID) -> int:
        return self.calls

    async def spend(self, key: UUID, most: int | None, calls: int = 1) -> bool:
        if most is not None and self.calls >= most:
            return False
        self.calls += calls
        return True


@pytest.fixture(autouse=True)
def _looks_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "_FRESH", timedelta())


@asynccontextmanager
async def served(
    keys: FakeKeys, budget: FakeBudget | None = None, *, has_model: bool = False, **given: Any
) -> AsyncIterator[httpx.AsyncClient]:
    index, embedder, catalogue = InMemoryIndex(), AxisEmbedder(), FakeCatalogue()
    for name, (title, text) in TEXTS.items():
        passage = Passage(passage_id(name, "/p", 0), name, "", "/p", "", title, (), 0, 0, text)
        async with index.revise(name, "1") as revision:
            await revision.replace_page("/p", [passage], await embedder.embed_passages([passage.in_context]))
        book = Book(name, title, name, "", embedder.name, "1", 1, 1)
        await catalogue.record(book, [Page("p.md", "/p", title, 0, "hash", (passage,))], [])
    spare, counted = ExtractiveWriter(), budget or FakeBudget()

    def writing(key: AccessKey | None) -> tuple[Writer, Restater | None]:
        if not has_model:
            return spare, None
        most = key.daily_calls if key else None
        # One call to search, one to answer.
        fake = FakeModel("A model says: a queen bee lays up to 2000 eggs a day [1].", usage=(2, 10, 10))
        model = fake if most is None else MeteredModel(fake, counted, key.id, most)  # type: ignore[union-attr]
        return ModelWriter(model, len), None

    engine = Engine(Finder(embedder, index, GRANITE), writing(None)[0], FakeHistory(), spare, catalogue=catalogue)

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        nothing = cast(Any, None)
        yield Parts(engine, embedder, index, catalogue, nothing, keys=keys, budget=counted, writing=writing)

    async with client_of(create_app(Settings(_env_file=None, **given), parts)) as client:
        yield client


def by(secret: str) -> dict[str, str]:
    return {"X-API-Key": secret}


async def test_a_running_server_hears_of_keys_given_out_changed_and_taken_back() -> None:
    keys = FakeKeys()
    async with served(keys) as client:

        async def status(headers: dict[str, str] | None = None) -> int:
            return (await client.post("/chat", json=ASK, headers=headers)).status_code

        assert await status() == 200  # nobody has given out a key yet
        key = keys.give("one")
        assert [await status(), await status(by("one")), await status(by("two"))] == [401, 200, 401]
        assert await status({"Authorization": "Bearer one"}) == 200
        until = datetime.now(UTC) + timedelta(hours=1)
        keys.kept = [replace(key, digest=digest_of("two"), former_digest=key.digest, former_until=until)]
        assert [await status(by("one")), await status(by("two"))] == [200, 200]
        keys.kept = [replace(keys.kept[0], former_until=NOW.replace(year=2000))]
        assert [await status(by("one")), await status(by("two"))] == [401, 200]
        keys.is_down = True  # what was known is believed
        assert [await status(by("one")), await status(by("two"))] == [401, 200]
        keys.is_down = False
        keys.kept = [replace(keys.kept[0], revoked=NOW)]
        assert [await status(by("two")), await status()] == [401, 401]  # the last key's end opens nothing
        keys.kept = [replace(keys.kept[0], revoked=None, expires=NOW.replace(year=2000))]
        assert [await status(by("two")), await status()] == [401, 401]


async def test_keys_of_the_settings_go_on_beside_them_and_public_stays_public() -> None:
    keys = FakeKeys()
    keys.give("one")
    async with served(keys, api_keys="env") as client:
        for secret, expected in (("env", 200), ("one", 200), ("x", 401)):
            assert (await client.post("/chat", json=ASK, headers=by(secret))).status_code == expected
    async with served(keys, public=True, host="0.0.0.0") as client:
        assert (await client.post("/chat", json=ASK)).status_code == 200
    async with served(keys, host="0.0.0.0") as client:  # a key that was given out is enough to serve beyond loopback
        assert (await client.post("/chat", json=ASK)).status_code == 401
        assert (await client.get("/web/welcome", headers=by("one"))).json()["entry"] == "key"


async def test_admins_of_the_database_administer_and_readers_do_not() -> None:
    keys = FakeKeys()
    keys.give("reader")
    keys.give("admin", is_admin=True)
    async with served(keys, metrics=True) as client:
        statuses = [(await client.get("/metrics", headers=by(name))).status_code for name in ("reader", "admin", "x")]
        assert statuses == [401, 200, 401]
        assert (await client.post("/chat", json=ASK, headers=by("admin"))).status_code == 200


MCP = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


async def test_a_key_for_one_book_sees_nothing_of_the_other_at_any_door() -> None:
    keys = FakeKeys()
    keys.give("bees", books=("bees",))
    keys.give("all")
    keys.give("gone", books=("gone",))
    async with served(keys) as client:

        async def seen(secret: str) -> list[bool]:
            replies = [
                await client.post("/search", json={"query": "Smoke from damp wood", "similarity_threshold": 0}, headers=by(secret)),
                await client.post("/chat", json={"query": "How does smoke rise?", "book": "fire"}, headers=by(secret)),
                await client.get("/v1/models", headers=by(secret)),
                await client.get("/llms-full.txt", headers=by(secret)),
                await client.get("/web/welcome", headers=by(secret)),
                await client.get("/web/page?book=fire&route=/p", headers=by(secret)),
                await client.get("/read/fire/p", headers=by(secret)),
                await client.get("/read/fire/p", headers=by(secret) | {"Accept": "text/markdown"}),
                await client.post("/mcp", json=call("search", query="Smoke from damp wood"), headers=by(secret) | MCP),
                await client.post("/mcp", json=call("list_sections"), headers=by(secret) | MCP),
            ]  # fmt: skip
            return ["stings the eyes" in reply.text or "fire" in reply.text for reply in replies]

        assert all(await seen("all"))
        assert not any(await seen("bees"))
        assert not any(await seen("gone"))
        answer = (await client.post("/chat", json=ASK, headers=by("bees"))).json()
        assert "2000 eggs" in answer["answer"]


async def test_a_new_secret_keeps_its_sessions() -> None:
    keys = FakeKeys()
    key = keys.give("old")
    async with served(keys) as client:
        session = (await client.post("/chat", json=ASK, headers=by("old"))).json()["metadata"]["session_id"]
        keys.kept = [replace(key, digest=digest_of("new"))]
        keys.give("another")
        assert (await client.get(f"/history/{session}", headers=by("new"))).json()["total_entries"] == 1
        assert (await client.get(f"/history/{session}", headers=by("another"))).status_code == 404


async def test_a_key_is_counted_by_its_own_limit() -> None:
    keys = FakeKeys()
    keys.give("few", per_minute=2)
    keys.give("many")
    async with served(keys) as client:  # on loopback, where others are not counted
        few = [(await client.post("/chat", json=ASK, headers=by("few"))).status_code for _ in range(3)]
        many = [(await client.post("/chat", json=ASK, headers=by("many"))).status_code for _ in range(3)]
    assert (few, many) == ([200, 200, 429], [200, 200, 200])
    async with served(keys, rate_limits="off") as client:
        assert [(await client.post("/chat", json=ASK, headers=by("few"))).status_code for _ in range(3)] == [200] * 3


async def test_when_the_days_calls_are_spent_the_books_own_sentences_answer() -> None:
    keys, budget = FakeKeys(), FakeBudget()
    keys.give("three", daily_calls=3)
    keys.give("free")
    async with served(keys, budget, has_model=True) as client:

        async def answer(secret: str) -> str:
            reply = (await client.post("/chat", json=ASK, headers=by(secret))).json()
            assert reply["metadata"]["mode"] == "full"
            return str(reply["answer"])

        assert "A model says" in await answer("free")
        assert budget.calls == 0
        assert "A model says" in await answer("three")
        assert budget.calls == 2
        for _ in range(2):  # the first of them may search, but not answer
            spent = await answer("three")
            assert "A model says" not in spent
            assert "2000 eggs" in spent
            assert budget.calls == 3


async def test_all_who_wait_for_the_keys_go_on_at_once() -> None:
    """One in each turn of the loop, a hundred who were to be refused waited for the questions computed in between."""
    asked, may_answer = 0, asyncio.Event()

    class SlowKeys(FakeKeys):
        async def keys(self) -> list[AccessKey]:
            nonlocal asked
            asked += 1
            await may_answer.wait()
            return []

    keys = callers.Keys(store=SlowKeys())
    waiting = [asyncio.create_task(keys.look()) for _ in range(100)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting[0].cancel()  # who came first may leave first
    may_answer.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert waiting[0].cancelled()
    assert all(task.done() and task.exception() is None for task in waiting[1:])
    assert asked == 1
