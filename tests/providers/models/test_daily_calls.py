"""Readers without a key have so many model calls a day, over all processes; a restart forgets none."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from footnoted.domain.access_key import GUESTS
from footnoted.providers.models.daily_calls import DailyCalls
from tests.contracts.test_given_out_keys import FakeBudget


class Clock:
    now = datetime(2030, 1, 2, 23, 59, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


async def granted(*budgets: DailyCalls, most: int | None, times: int) -> int:
    return (await asyncio.gather(*(budget.spend(GUESTS, most) for _ in range(times) for budget in budgets))).count(True)


async def test_all_processes_share_a_day(tmp_path: Path) -> None:
    clock, folder = Clock(), tmp_path / "new"
    workers = [DailyCalls(folder, FakeBudget(), clock) for _ in range(3)]
    assert await workers[0].spent(GUESTS) == 0
    assert await granted(*workers, most=50, times=40) == 50
    assert await granted(DailyCalls(folder, FakeBudget(), clock), most=50, times=5) == 0
    assert await workers[0].spent(GUESTS) == 50
    clock.now += timedelta(minutes=2)
    assert await workers[0].spent(GUESTS) == 0
    assert await granted(*workers, most=50, times=40) == 50
    assert [file.name for file in folder.iterdir()] == ["model-calls-2030-01-03"]


async def test_what_is_refused_takes_no_room(tmp_path: Path) -> None:
    budget = DailyCalls(tmp_path, FakeBudget(), Clock())
    assert await granted(budget, most=2, times=100) == 2
    assert await budget.spent(GUESTS) == 2
    assert await granted(budget, most=None, times=3) == 3
    assert await granted(budget, most=0, times=3) == 0


async def test_keys_are_counted_elsewhere(tmp_path: Path) -> None:
    elsewhere = FakeBudget()
    budget = DailyCalls(tmp_path, elsewhere, Clock())
    assert await budget.spend(uuid4(), 5)
    assert (elsewhere.calls, await budget.spent(uuid4()), await budget.spent(GUESTS)) == (1, 1, 0)
