"""A limit on the processor time that a test's work may take."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooMuch(Exception):
    """The text took more of the processor than any text should."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises TooMuch after so many seconds of this process's own processor time."""

    def ring(*_: object) -> None:
        raise TooMuch

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
