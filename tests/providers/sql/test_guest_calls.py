"""Readers without a key have so many model calls a day, over all workers; a restart forgets none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from footnoted.domain.door.access_key import GUESTS
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.door.guest_calls import GuestCalls
from tests.contracts.test_given_out_keys import FakeBudget


class Clock:
    now = datetime(2030, 1, 2, 23, 59, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
async def databases(request: pytest.FixtureRequest) -> AsyncIterator[list[Database]]:
    """Three workers on one database."""
    opened = [await Database.open(request.getfixturevalue(f"{request.param}_url")) for _ in range(3)]
    yield opened
    for database in opened:
        await database.close()


async def granted(*budgets: GuestCalls, most: int | None, times: int) -> int:
    return (await asyncio.gather(*(budget.spend(GUESTS, most) for _ in range(times) for budget in budgets))).count(True)


async def test_all_workers_share_a_day(databases: list[Database]) -> None:
    clock = Clock()
    workers = [GuestCalls(database, FakeBudget(), clock) for database in databases]
    assert await workers[0].spent(GUESTS) == 0
    assert await granted(*workers, most=20, times=15) == 20
    assert await granted(GuestCalls(databases[0], FakeBudget(), clock), most=20, times=5) == 0
    assert await workers[1].spent(GUESTS) == 20
    assert await granted(*workers, most=0, times=1) == 0
    clock.now += timedelta(minutes=2)
    assert await workers[0].spent(GUESTS) == 0
    assert await granted(*workers, most=20, times=15) == 20
    assert await granted(*workers, most=None, times=2) == 6


async def test_keys_are_counted_elsewhere(databases: list[Database]) -> None:
    elsewhere = FakeBudget()
    budget = GuestCalls(databases[0], elsewhere, Clock())
    assert await budget.spend(uuid4(), 5)
    assert (elsewhere.calls, await budget.spent(uuid4()), await budget.spent(GUESTS)) == (1, 1, 0)
