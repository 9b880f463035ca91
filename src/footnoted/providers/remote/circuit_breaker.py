"""Decides whether a server may be called: a circuit breaker and a retry budget. Knows no protocol."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]

FAILURES = 5
"""Failures in a row that open the circuit."""
_OWN_FAILURES = 2
"""Failures that are enough if all workers together have seen ``FAILURES``; a single one may be chance."""
_SHORTEST, _LONGEST = 0.5, 4.0
"""Seconds between probes while it is open; below 5, so that a recovery is noticed within 5."""


class CircuitBreaker:
    """Closed while the server answers; open, with occasional probes, while it does not."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._pause = _SHORTEST
        self._next_probe = 0.0

    @property
    def is_open(self) -> bool:
        return self._failures >= FAILURES

    def allows_call(self) -> bool:
        """Whether a call may be made now; while open, True uses up the probe that is due."""
        if not self.is_open:
            return True
        if self._clock() < self._next_probe:
            return False
        # A probe that hangs must not delay the next one.
        self._next_probe = self._clock() + self._pause
        return True

    def record_success(self) -> None:
        self._failures, self._pause = 0, _SHORTEST

    def record_failure(self, *, others_agree: bool = False) -> None:
        """``others_agree``: all workers together have seen enough failures to open a circuit."""
        self._failures += 1
        if others_agree and self._failures >= _OWN_FAILURES:
            self._failures = max(self._failures, FAILURES)
        if self.is_open:
            self._next_probe = self._clock() + self._pause
            self._pause = min(2 * self._pause, _LONGEST)


class RetryBudget:
    """Allows one retry for every five calls, so that an outage does not cause a flood."""

    _EARNED, _MOST = 0.2, 10.0

    def __init__(self) -> None:
        self._saved = 1.0

    def record_call(self) -> None:
        """A first attempt earns a fifth of a retry."""
        self._saved = min(self._saved + self._EARNED, self._MOST)

    def spend_retry(self) -> bool:
        """Use up a retry; False if none is left."""
        if self._saved < 1:
            return False
        self._saved -= 1
        return True
