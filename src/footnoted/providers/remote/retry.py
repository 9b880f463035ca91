"""The retry loop that all providers use. Knows HTTP statuses and Retry-After, no vendor."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Retries:
    """How often to try, and how long to wait in between, in seconds."""

    attempts: int
    pause: float
    """Before the second attempt, then doubled; half of it is random, so that clients do not all return at once."""
    longest_pause: float
    """A server that asks for a longer pause is given up."""


class Refused(Exception):
    """A server answered with an error status."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(f"status {status}")
        self.status, self.retry_after = status, _retry_after(headers)

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status in (408, 409, 425, 429) or self.status >= 500


async def retrying(
    call: Callable[[], Awaitable[T]],
    retries: Retries,
    failures: tuple[type[Exception], ...],
    may_retry: Callable[[float], bool] = lambda pause: True,
) -> T:
    """The call's result; raises the last failure.

    ``may_retry`` is asked before each pause, if there is an attempt left.
    """
    attempt = 0
    while True:
        try:
            return await call()
        except failures as error:
            attempt += 1
            pause = _pause(error, attempt, retries)
            if pause is None or not may_retry(pause):
                raise
        await asyncio.sleep(pause)


def _pause(error: Exception, attempt: int, retries: Retries) -> float | None:
    """Seconds to wait before the next attempt; None for no further attempt."""
    if attempt >= retries.attempts:
        return None
    if isinstance(error, Refused):
        if not error.is_temporary or (error.retry_after or 0) > retries.longest_pause:
            return None
        if error.retry_after is not None:
            return error.retry_after + random.uniform(0, retries.pause / 4)
    return float(retries.pause * 2 ** (attempt - 1) * random.uniform(0.5, 1.0))


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds; dates are rare among model servers and ignored."""
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return None
