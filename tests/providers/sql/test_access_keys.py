"""Keys that were given out, in either database: made, changed, taken back, and never kept in the clear."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from footnoted.domain.door.access_key import digest_of
from footnoted.domain.errors import BadKey
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.access_keys import SqlAccessKeys, SqlCallBudget

NOON = datetime(2030, 1, 2, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


async def test_a_key_comes_back_as_it_was_made(database: Database) -> None:
    keys = SqlAccessKeys(database)
    made, secret = await keys.create(
        "ada", is_admin=True, books=["bees", "tea"], per_minute=5, daily_calls=0, expires=NOON
    )
    plain, _ = await keys.create("bob")
    assert await keys.keys() == [made, plain]
    assert made.digest == digest_of(secret)
    with pytest.raises(BadKey, match="rotate ada"):
        await keys.create("ada")


async def test_no_secret_is_in_the_file(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'keys.db'}")
    _, first = await SqlAccessKeys(database).create("ada")
    _, second = await SqlAccessKeys(database).rotate("ada", MINUTE)
    await database.close()
    kept = b"".join((tmp_path / name).read_bytes() for name in os.listdir(tmp_path))
    assert b"ada" in kept
    assert first.encode() not in kept
    assert second.encode() not in kept


async def test_in_a_file_they_are_looked_at_without_waiting_for_a_thread(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'keys.db'}")
    created, _ = await SqlAccessKeys(database).create("ada")
    with pytest.raises(StopIteration) as looked:
        SqlAccessKeys(database).keys().send(None)
    assert looked.value.value == [created]
    await database.close()


async def test_a_secret_is_changed_and_the_old_one_opens_a_while(database: Database) -> None:
    clock = Clock()
    keys = SqlAccessKeys(database, clock)
    made, old = await keys.create("ada", books=["bees"])
    changed, new = await keys.rotate("ada", MINUTE)
    assert (changed.id, changed.books) == (made.id, made.books)
    (kept,) = await keys.keys()
    assert [kept.opens_with(digest_of(secret), NOON) for secret in (old, new)] == [True, True]
    assert [kept.opens_with(digest_of(secret), NOON + MINUTE) for secret in (old, new)] == [False, True]
    (at_once, last) = await keys.rotate("ada")
    assert [at_once.opens_with(digest_of(secret), NOON) for secret in (old, new, last)] == [False, False, True]


async def test_a_revoked_key_opens_nothing_and_stays_in_the_list(database: Database) -> None:
    clock = Clock()
    keys = SqlAccessKeys(database, clock)
    _, secret = await keys.create("ada")
    await keys.revoke("ada")
    clock.now += MINUTE
    again = await keys.revoke("ada")
    assert (again.revoked, again.opens_with(digest_of(secret), NOON)) == (NOON, False)
    assert await keys.keys() == [again]
    with pytest.raises(BadKey, match="for good"):
        await keys.rotate("ada")
    for change in (keys.revoke, keys.rotate):
        with pytest.raises(BadKey, match="no key 'bob'"):
            await change("bob")


async def test_a_days_calls_are_counted_exactly_also_by_many_at_once(database: Database) -> None:
    clock = Clock()
    key, _ = await SqlAccessKeys(database, clock).create("ada")
    budget = SqlCallBudget(database, clock)
    taken = await asyncio.gather(*(budget.spend(key.id, 7) for _ in range(20)))
    assert sum(taken) == 7 == await budget.spent(key.id)
    assert await budget.spend(key.id, None, 3)
    assert await budget.spent(key.id) == 10
    assert not await budget.spend(key.id, 0)
    clock.now += timedelta(days=1)
    assert await budget.spent(key.id) == 0
    assert await budget.spend(key.id, 7)
    assert not await budget.spend(key.id, 0)
