"""Counting requests for all workers: in SQLite, PostgreSQL and Valkey, all real, by one suite."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from footnoted.contracts.door.limits import Limit, Limiter
from footnoted.contracts.door.refusals import RateLimited
from footnoted.domain.door.stores import RequestCounter
from footnoted.domain.errors import CounterDown, Misconfigured
from footnoted.providers.redis.counter import RedisCounter
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.counter import SqlCounter
from tests.servers import free_port


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.real), pytest.param("valkey", marks=pytest.mark.real)]
)
async def workers(request: pytest.FixtureRequest) -> AsyncIterator[Sequence[RequestCounter]]:
    """The counters of two workers, which have nothing in common but the server or file."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    if request.param == "valkey":
        counters = [RedisCounter(url, seconds=300) for _ in range(2)]  # a busy machine is no failure
        yield counters
        for counter in counters:
            await counter.close()
        return
    databases = [await Database.open(url) for _ in range(2)]
    yield [SqlCounter(database) for database in databases]
    for database in databases:
        await database.close()


async def test_no_more_are_let_in_than_allowed_by_two_workers_together(workers: Sequence[RequestCounter]) -> None:
    waits = await asyncio.gather(*(workers[number % 2].count("a", 20, 3600) for number in range(100)))
    assert sum(wait == 0 for wait in waits) == 20
    assert all(0 < wait <= 1.1 * 3600 for wait in waits if wait)
    assert await workers[0].count("b", 1, 3600) == 0
    assert await workers[1].count("b", 1, 3600) > 0


async def test_a_limit_of_none_admits_no_request(workers: Sequence[RequestCounter]) -> None:
    assert await workers[0].count("nobody", 0, 60) > 0


async def test_a_window_in_sql_slides_and_old_slots_go(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.providers.sql.door.counter._SWEEP_EVERY", 1)
    now = 1_000_000.0
    database = await Database.open(sqlite_url)
    counter = SqlCounter(database, lambda: now)
    assert [await counter.count("a", 2, 60) for _ in range(2)] == [0, 0]
    now += 30
    wait = await counter.count("a", 2, 60)
    assert 30 <= wait <= 36
    now += wait
    assert await counter.count("a", 2, 60) == 0
    now += 1000
    assert await counter.count("a", 2, 60) == 0
    rows = await database.read(lambda it: it.exec_driver_sql("SELECT slot, count FROM counters").all())
    assert len(rows) == 1
    await database.close()


async def test_without_its_server_each_worker_counts_for_itself() -> None:
    counter = RedisCounter(f"redis://127.0.0.1:{free_port()}")
    with pytest.raises(CounterDown):
        await counter.count("a", 1, 60)
    limiter = Limiter(clock=lambda: 0.0, counter=counter)
    await limiter.admit(("key", "a"), Limit(1, 60))
    with pytest.raises(RateLimited):
        await limiter.admit(("key", "a"), Limit(1, 60))
    await counter.close()


def test_a_wrong_address_is_said() -> None:
    with pytest.raises(Misconfigured, match="REDIS_URL"):
        RedisCounter("http://127.0.0.1:6379")
