"""Stops reading a page that takes more processor time than any page should. Knows no format.

An exception is raised in the reading thread. It stops parsers written in Python; a call into C is finished first.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from footnoted.ingest.manuscript import Unreadable

SECONDS, SECONDS_A_MEGABYTE = 60.0, 60.0
"""Limits of processor time. A page of a megabyte takes some seconds; 50 kB can be made to take more than a minute."""
_AGAIN = 1.0
"""Seconds until the exception is raised again: a parser may catch it."""


class _TookTooLong(BaseException):
    """Not an ``Exception``, because parsers catch those and continue."""


@contextmanager
def within_page_time(size: int) -> Iterator[None]:
    """Limit the time for a page of so many bytes. Raises Unreadable when it is over."""
    limit = SECONDS + SECONDS_A_MEGABYTE * size / 2**20
    reader, interrupting = threading.get_ident(), threading.Lock()
    is_over, is_interrupted = threading.Event(), threading.Event()

    def interrupt() -> None:
        with interrupting:
            if not is_over.is_set():
                is_interrupted.set()
                _raise_in(reader, _TookTooLong)

    threading.Thread(target=_watch, args=(_clock_of(reader), limit, is_over, interrupt), daemon=True).start()
    try:
        try:
            yield
        finally:
            with interrupting:
                is_over.set()
            if is_interrupted.is_set():
                _let_it_be_raised()
    except _TookTooLong:
        is_over.set()  # the exception may have come before the line above
        raise Unreadable(f"takes more than {limit:.0f} seconds of the processor") from None


def _let_it_be_raised() -> None:
    """The exception is raised here at the latest.

    If it were withdrawn instead, the interpreter would go on looking for it at every step, forever if code is traced.
    """
    time.sleep(0)


def _watch(clock: Callable[[], float], limit: float, is_over: threading.Event, interrupt: Callable[[], None]) -> None:
    until = clock() + limit
    pause = limit
    while not is_over.wait(pause):
        left = until - clock()
        pause = max(left, 0.01) if left > 0 else _AGAIN
        if left <= 0:
            interrupt()


def _clock_of(thread: int) -> Callable[[], float]:
    """A clock of the thread's processor time; of the whole process's, if the system has none for threads."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
