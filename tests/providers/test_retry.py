"""The one retry loop: how often, how long in between, and when not at all."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from footnoted.providers.remote import retry
from footnoted.providers.remote.retry import Refused, Retries, retrying

RETRIES = Retries(attempts=4, pause=1.0, longest_pause=5.0)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds between attempts, noted instead of waited."""
    noted: list[float] = []

    async def sleep(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(retry, "asyncio", SimpleNamespace(sleep=sleep))
    return noted


class Flaky:
    """Fails with each of these in turn, then answers."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "well"


async def test_pauses_double_and_half_of_each_is_chance(pauses: list[float]) -> None:
    flaky = Flaky(OSError(), Refused(503, {}), OSError())
    assert await retrying(flaky, RETRIES, (OSError, Refused)) == "well"
    assert flaky.calls == 4
    for pause, full in zip(pauses, (1, 2, 4), strict=True):
        assert full / 2 <= pause <= full


async def test_the_last_failure_is_raised(pauses: list[float]) -> None:
    flaky = Flaky(*(OSError(number) for number in range(9)))
    with pytest.raises(OSError, match="3"):
        await retrying(flaky, RETRIES, (OSError,))
    assert (flaky.calls, len(pauses)) == (4, 3)


@pytest.mark.parametrize(
    ("failure", "calls"),
    [
        (Refused(401, {}), 1),
        (Refused(400, {}), 1),
        (Refused(429, {}), 2),
        (Refused(529, {}), 2),
        (Refused(429, {"Retry-After": "5"}), 2),
        (Refused(429, {"Retry-After": "6"}), 1),
        (Refused(503, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}), 2),
        (KeyError(), 1),
    ],
)
async def test_which_failures_are_worth_another_attempt(failure: Exception, calls: int, pauses: list[float]) -> None:
    flaky = Flaky(failure)
    if calls == 1:
        with pytest.raises(type(failure)):
            await retrying(flaky, RETRIES, (OSError, Refused))
    else:
        assert await retrying(flaky, RETRIES, (OSError, Refused)) == "well"
    assert (flaky.calls, len(pauses)) == (calls, calls - 1)


async def test_a_servers_wish_is_the_least_pause(pauses: list[float]) -> None:
    await retrying(Flaky(Refused(429, {"Retry-After": "3"})), RETRIES, (Refused,))
    (pause,) = pauses
    assert 3 <= pause <= 3.25


async def test_the_caller_may_refuse_and_is_asked_only_before_a_pause(pauses: list[float]) -> None:
    asked: list[float] = []

    def never(pause: float) -> bool:
        asked.append(pause)
        return False

    with pytest.raises(OSError, match="down"):
        await retrying(Flaky(OSError("down")), RETRIES, (OSError,), never)
    assert (len(asked), pauses) == (1, [])
    with pytest.raises(OSError, match="down"):
        await retrying(Flaky(OSError("down")), Retries(1, 1.0, 5.0), (OSError,), never)
    assert len(asked) == 1, "there would be no other attempt"
