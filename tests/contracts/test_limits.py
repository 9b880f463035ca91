"""The limiter by its own clock: who is let in, who waits, and what it remembers."""

from __future__ import annotations

import pytest

from footnoted.contracts.door.limits import Limit, Limiter
from footnoted.contracts.door.refusals import RateLimited


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
