"""A deleted session leaves nothing behind: no reply that would be sent again, no comment of its reader."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
import sqlalchemy as sa

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.repeats import KEPT_SECONDS, Replies
from footnoted.domain.question import Turn
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.replies import SqlReplies
from footnoted.providers.sql.schema.tables import conversations, ratings, replies
from footnoted.providers.sql.sessions.history import SqlHistory
from footnoted.providers.sql.sessions.question_log import SqlQuestionLog
from footnoted.server.app import _kept_seconds
from footnoted.settings import Settings
from tests.client import client_of
from tests.contracts.asking import ASKING, STREAMING, body
from tests.contracts.test_ownership import FORGETTING
from tests.engine.test_ask import engine_with

QUESTION = "How many eggs does a queen bee lay a day?"
PLACES = [
    (contract, path) for contract in FORGETTING for path in {ASKING[contract][0], *STREAMING.get(contract, ())[:1]}
]


@asynccontextmanager
async def served(contract: str, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    engine = await engine_with()
    engine.history = SqlHistory(database)
    given = {"engine": engine, "replies": Replies(SqlReplies(database))}
    async with client_of(CONTRACTS[contract], given) as client:
        yield client


async def count(database: Database, table: sa.Table) -> int:
    counted = sa.select(sa.func.count()).select_from(table)
    return await database.read(lambda connection: connection.execute(counted).scalar() or 0)


@pytest.mark.parametrize(("contract", "path"), sorted(PLACES))
async def test_replies_go_with_their_session_and_others_stay(contract: str, path: str, database_url: str) -> None:
    database, gone, kept = await Database.open(database_url), uuid4(), uuid4()
    async with served(contract, database) as client:

        async def ask(session: Any, key: str) -> httpx.Response:
            asked = body(contract, QUESTION) | {"session_id": str(session)}
            return await client.post(path, json=asked, headers={"Idempotency-Key": key})

        for key in ("a", "b"):
            assert (await ask(gone, key)).is_success
        other = await ask(kept, "c")
        assert await count(database, replies) == 3
        assert (await client.delete(FORGETTING[contract].format(gone))).is_success
        assert await count(database, replies) == 1
        assert (await ask(kept, "c")).content == other.content
        assert await count(database, conversations) == 1, "the other session's reply was sent again, not asked for"
        assert (await ask(gone, "a")).is_success
        assert await count(database, conversations) == 2, "the deleted session's question was asked anew"
        assert await count(database, replies) == 2
    await database.close()


async def test_a_session_deleted_before_its_reply_is_kept_takes_it_along(database_url: str) -> None:
    """The turn is stored first and the reply last: in between another worker may delete both."""
    database, session = await Database.open(database_url), uuid4()
    store = SqlReplies(database)
    history = SqlHistory(database)

    class DeletesFirst(SqlReplies):
        async def keep(self, name: str, reply: bytes, seconds: float) -> None:
            assert await history.forget(session)
            await store.keep(name, reply, seconds)

    engine = await engine_with()
    engine.history = history
    given = {"engine": engine, "replies": Replies(DeletesFirst(database))}
    async with client_of(CONTRACTS["005-rag-agent-api"], given) as client:
        asked = {"query": QUESTION, "session_id": str(session)}
        assert (await client.post("/chat", json=asked, headers={"Idempotency-Key": "a"})).status_code == 200
    assert await count(database, replies) == 0
    await database.close()


@pytest.mark.parametrize(("contract", "path"), sorted(PLACES))
async def test_an_answer_on_its_way_does_not_bring_a_deleted_session_back(
    contract: str, path: str, database_url: str
) -> None:
    database, session = await Database.open(database_url), uuid4()

    class DeletedMeanwhile(SqlHistory):
        async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
            assert await self.forget(session) is continues
            await super().remember(session, turn, continues=continues)

    engine = await engine_with()
    given = {"engine": engine, "replies": Replies(SqlReplies(database))}
    async with client_of(CONTRACTS[contract], given) as client:
        for key, engine.history in ("a", SqlHistory(database)), ("b", DeletedMeanwhile(database)):
            asked = body(contract, QUESTION) | {"session_id": str(session)}
            assert (await client.post(path, json=asked, headers={"Idempotency-Key": key})).is_success
        assert await count(database, conversations) == 0
        assert await count(database, replies) == 0
        assert (await client.post(path, json=asked, headers={"Idempotency-Key": "b"})).is_success
        assert await count(database, conversations) == 1, "what is asked after it is a new session"
    await database.close()


@pytest.mark.parametrize(("contract", "path"), sorted(PLACES))
async def test_an_answer_on_its_way_is_stored_though_its_session_grew_too_old(
    contract: str, path: str, database_url: str
) -> None:
    """The author's limit deletes words, not conversations: only a reader ends one that goes on."""
    database, session = await Database.open(database_url), uuid4()

    class TooOldMeanwhile(SqlHistory):
        async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
            assert continues
            await SqlQuestionLog(database).forget_before(datetime.now(UTC))
            await super().remember(session, turn, continues=continues)

    engine = await engine_with()
    given = {"engine": engine, "replies": Replies(SqlReplies(database))}
    async with client_of(CONTRACTS[contract], given) as client:
        for engine.history in (SqlHistory(database), TooOldMeanwhile(database)):
            asked = body(contract, QUESTION) | {"session_id": str(session)}
            assert (await client.post(path, json=asked)).is_success
    assert await count(database, conversations) == 1
    await database.close()


async def test_a_readers_comments_go_with_their_session(database_url: str) -> None:
    database = await Database.open(database_url)
    async with served("005-rag-agent-api", database) as client:
        for session in (gone := uuid4(), uuid4()):
            answered = (await client.post("/chat", json={"query": QUESTION, "session_id": str(session)})).json()
            rating = {"request_id": answered["metadata"]["request_id"], "helpful": False, "comment": "mine"}
            assert (await client.post("/feedback", json=rating)).status_code == 204
        assert await count(database, ratings) == 2
        assert (await client.delete(f"/sessions/{gone}")).is_success
        assert await count(database, ratings) == 1
    await database.close()


async def test_what_has_expired_is_deleted_though_nobody_asks(database_url: str) -> None:
    database, now = await Database.open(database_url), datetime(2026, 3, 1, tzinfo=UTC)
    for name, seconds in (("old", 10), ("new", 100)):
        await SqlReplies(database, lambda: now).claim(name, "", seconds)
    await SqlReplies(database, lambda: now + timedelta(seconds=50)).drop_expired()
    names = await database.read(lambda connection: connection.execute(sa.select(replies.c.name)).scalars().all())
    assert names == ["new"]
    await database.close()


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({}, KEPT_SECONDS),
        ({"keep_days": 30}, KEPT_SECONDS),
        ({"keep_days": 0.25}, 6 * 3600),
        ({"keep_questions": False}, 3600),
        ({"keep_questions": False, "keep_days": 0.01}, 864),
    ],
)
def test_a_reply_is_kept_no_longer_than_the_words_of_its_question(given: dict[str, Any], seconds: float) -> None:
    assert _kept_seconds(Settings(_env_file=None, **given)) == seconds
