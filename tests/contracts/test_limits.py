"""The limiter by its own clock: who is let in, who waits, and what it remembers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from fastapi import Request

from footnoted.contracts.door.access import Access, Rule
from footnoted.contracts.door.callers.caller import Caller
from footnoted.contracts.door.limits import (
    UNLIMITED,
    Limit,
    Limiter,
    Limits,
    admit,
    admit_minute,
    admit_session,
    admit_to_all_books,
)
from footnoted.contracts.door.refusals import RateLimited
from footnoted.contracts.door.state import DoorConfig, RequestState, Shared
from footnoted.domain.door.access_key import AccessKey
from footnoted.domain.errors import CounterDown
from tests.scenes import PlayedEngine


async def test_even_a_moment_too_early_is_refused_and_what_is_over_is_forgotten() -> None:
    now = 0.0
    limiter, two = Limiter(clock=lambda: now), Limit(2, 60)
    await limiter.admit(("questions", "a"), two)
    now = 30.0
    await limiter.admit(("questions", "a"), two)
    now = 59.5
    with pytest.raises(RateLimited) as refused:
        await limiter.admit(("questions", "a"), two)
    assert refused.value.retry_after == 1
    now = 60.0
    await limiter.admit(("questions", "a"), two)
    assert limiter._times == sum(map(len, limiter._seen.values())) == 2
    with pytest.raises(RateLimited) as refused:
        await limiter.admit(("questions", "a"), two)
    assert refused.value.retry_after == 30


def test_the_figures_of_the_seeds_hold_where_nobody_sets_others() -> None:
    assert Limits() == Limits(Limit(10, 60), Limit(100, 3600), Limit(100, 60), Limit(300, 60))


class Counter:
    """A counter that all workers share: notes what it is asked to count."""

    def __init__(self, wait: float = 0.0, *, is_down: bool = False) -> None:
        self.asked: list[tuple[str, int, float]] = []
        self._wait, self._is_down = wait, is_down

    async def count(self, name: str, most: int, seconds: float) -> float:
        self.asked.append((name, most, seconds))
        if self._is_down:
            raise CounterDown("down")
        return self._wait


LIMITS = Limits(Limit(1, 2), Limit(3, 4), Limit(5, 6), Limit(300, 8))
NOBODY_ELSE = Caller("address a")
SITE = AccessKey(UUID(int=1), "site", "digest", datetime(2030, 1, 2, tzinfo=UTC), per_minute=9)
ASKING, READING = Rule("POST", "/ask", Access.READER), Rule("GET", "/page", Access.READER)


@pytest.mark.parametrize(
    ("caller", "rule", "counted"),
    [
        (NOBODY_ELSE, ASKING, ("questions address a", 3, 4)),
        (NOBODY_ELSE, READING, ("reading address a", 300, 8)),
        (NOBODY_ELSE, None, ("reading address a", 300, 8)),
        (Caller("key k", has_key=True), ASKING, ("questions key k", 5, 6)),
        (Caller("key k", has_key=True, key=SITE), ASKING, ("questions key k", 9, 60)),
        (Caller("key k", has_key=True, key=replace(SITE, per_minute=None)), ASKING, ("questions key k", 5, 6)),
        (Caller("key k", has_key=True, key=SITE), READING, ("reading key k", 300, 8)),
        (Caller("address a", key=SITE), ASKING, ("questions address a", 3, 4)),
    ],
)
async def test_whose_budget_a_request_counts_for(
    caller: Caller, rule: Rule | None, counted: tuple[str, int, float]
) -> None:
    counter = Counter()
    await admit(Limiter(LIMITS, counter=counter), caller, rule)
    assert counter.asked == [counted]


@pytest.mark.parametrize(("pages", "most"), [(300, 10), (59, 1), (60, 2), (5, 1)])
async def test_what_counts_beside_the_caller(pages: int, most: int) -> None:
    counter = Counter()
    limiter = Limiter(replace(LIMITS, reading=Limit(pages, 8)), counter=counter)
    engine: Any = PlayedEngine()
    state = RequestState(Shared(engine, door=DoorConfig(limiter=limiter)), UUID(int=7), NOBODY_ELSE)
    request = Request({"type": "http", "state": {"request": state}})
    await admit_session(request, UUID(int=1))
    await admit_to_all_books(request)
    await admit_minute(request, "chat")
    assert counter.asked == [
        (f"session {NOBODY_ELSE.owner} {UUID(int=1)}", 1, 2),
        ("all books address a", most, 8),
        ("chat address a", 5, 6),
    ]
    state.shared = replace(state.shared, door=DoorConfig())
    for counting in (admit_session(request, UUID(int=1)), admit_to_all_books(request), admit_minute(request, "chat")):
        await counting
    state.shared = replace(state.shared, door=DoorConfig(limiter=Limiter(UNLIMITED, counter=counter)))
    await admit_to_all_books(request)
    assert len(counter.asked) == 3


@pytest.mark.parametrize(("wait", "told"), [(0.2, 1), (1.0, 1), (1.1, 2), (59.5, 60)])
async def test_how_long_the_counter_says_to_wait_is_told_in_whole_seconds(wait: float, told: int) -> None:
    with pytest.raises(RateLimited) as refused:
        await Limiter(counter=Counter(wait)).admit(("questions", "a"), Limit(1, 60))
    assert refused.value.retry_after == told


async def test_a_worker_counts_by_itself_while_the_counter_is_down() -> None:
    limiter = Limiter(clock=lambda: 0.0, counter=Counter(is_down=True))
    await limiter.admit(("questions", "a"), Limit(1, 60))
    with pytest.raises(RateLimited):
        await limiter.admit(("questions", "a"), Limit(1, 60))
    with pytest.raises(RateLimited) as refused:
        await limiter.admit(("questions", "b"), Limit(0, 60))
    assert refused.value.retry_after == 60


async def test_memory_is_bounded_and_the_callers_unseen_for_longest_go_first() -> None:
    limiter, limit = Limiter(clock=lambda: 0.0), Limit(2, 60)
    for caller in range(50_000):
        limiter._count(("questions", str(caller)), limit)
    limiter._count(("questions", "0"), limit)
    assert (len(limiter._seen), limiter._times) == (50_000, 50_001)
    await limiter.admit(("questions", "new"), limit)
    assert ("questions", "0") in limiter._seen
    assert ("questions", "1") not in limiter._seen
    assert (len(limiter._seen), limiter._times) == (50_000, 50_001)
    crowded = Limiter(clock=lambda: 0.0, _times=1_999_999)
    await crowded.admit(("questions", "a"), limit)
    assert list(crowded._seen) == [("questions", "a")]
    await crowded.admit(("questions", "b"), limit)
    assert (list(crowded._seen), crowded._times) == ([("questions", "b")], 2_000_000)
