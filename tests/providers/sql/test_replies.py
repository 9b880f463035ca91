"""Replies that are kept for a repeated request: for so long, and no longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from footnoted.domain.door.stores import StoredReply
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.replies import SqlReplies
from footnoted.providers.sql.schema.tables import replies

NOON = datetime(2030, 1, 2, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


async def names(database: Database) -> list[str]:
    chosen = sa.select(replies.c.name).order_by(replies.c.name)
    return list(await database.read(lambda it: it.execute(chosen).scalars().all()))


async def test_a_name_is_claimed_once(database: Database) -> None:
    store = SqlReplies(database)
    assert await store.claim("a", "f", 60) is None
    assert await store.claim("a", "g", 60) == StoredReply("f", None)
    assert await store.claim("b", "f", 60) is None
    await store.keep("a", b"reply", 60)
    assert await store.claim("a", "g", 60) == StoredReply("f", b"reply")
    assert await store.claim("b", "g", 60) == StoredReply("f", None)


async def test_only_what_is_unfinished_is_released(database: Database) -> None:
    store = SqlReplies(database)
    for name in ("a", "b", "c"):
        await store.claim(name, "f", 60)
    await store.keep("a", b"reply", 60)
    await store.release("a")
    await store.release("b")
    assert await names(database) == ["a", "c"]
    assert await store.claim("b", "g", 60) is None


async def test_what_is_over_is_free_again_and_gone(database: Database) -> None:
    clock = Clock()
    store = SqlReplies(database, clock)
    await store.claim("claimed", "f", 60)
    await store.claim("kept", "f", 60)
    await store.keep("kept", b"reply", 120)
    for seconds, left in ((59.999, ["claimed", "kept"]), (60, ["kept"]), (119.999, ["kept"]), (120, [])):
        clock.now = NOON + timedelta(seconds=seconds)
        await store.drop_expired()
        assert await names(database) == left
    await store.claim("a", "f", 60)
    clock.now += timedelta(seconds=60)
    assert await store.claim("a", "g", 60) is None
    assert await store.claim("a", "h", 60) == StoredReply("g", None)
    clock.now += timedelta(seconds=60)
    await store.claim("b", "f", 60)
    assert await names(database) == ["b"]


async def test_a_reply_knows_its_request(database: Database) -> None:
    store = SqlReplies(database)
    await store.claim("a", "f", 60, "request")
    await store.claim("b", "f", 60)
    found = await database.read(lambda it: dict(it.execute(sa.select(replies.c.name, replies.c.request_id)).all()))
    assert found == {"a": "request", "b": ""}


async def test_a_name_is_renewed_only_by_who_holds_it(database: Database) -> None:
    clock = Clock()
    store = SqlReplies(database, clock)
    await store.claim("a", "ours", 60)
    assert not await store.renew("a", "theirs", 600)
    assert not await store.renew("b", "ours", 600)
    clock.now = NOON + timedelta(seconds=50)
    assert await store.renew("a", "ours", 60)
    clock.now = NOON + timedelta(seconds=109.9)
    assert await store.claim("a", "theirs", 60) == StoredReply("ours", None)
    clock.now = NOON + timedelta(seconds=110)
    assert await store.claim("a", "theirs", 60) is None
    assert not await store.renew("a", "ours", 60)
    await store.keep("a", b"reply", 60)
    assert not await store.renew("a", "theirs", 60)
