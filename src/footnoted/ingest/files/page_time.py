"""Ends the reading of a page that takes more of the processor than any page should. Knows no format.

A parser written in Python is told by an exception in its thread; a single call into C is waited for.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from footnoted.ingest.manuscript import Unreadable

SECONDS, SECONDS_A_MEGABYTE = 60.0, 60.0
"""Of the processor. A page of a megabyte takes some seconds; 50 kB were made to take more than a minute."""
_AGAIN = 1.0
"""Seconds until a thread is told again: a parser may catch whatever is raised in it."""


class _TookTooLong(BaseException):
    """Not an ``Exception``: parsers catch those and go on."""


@contextmanager
def within_page_time(size: int) -> Iterator[None]:
    """For a page of so many bytes. Raises Unreadable once its time is over."""
    limit = SECONDS + SECONDS_A_MEGABYTE * size / 2**20
    reader, telling = threading.get_ident(), threading.Lock()
    is_over, was_told = threading.Event(), threading.Event()

    def tell() -> None:
        with telling:
            if not is_over.is_set():
                was_told.set()
                _raise_in(reader, _TookTooLong)

    threading.Thread(target=_watch, args=(_clock_of(reader), limit, is_over, tell), daemon=True).start()
    try:
        try:
            yield
        finally:
            with telling:
                is_over.set()
            if was_told.is_set():
                _hear()
    except _TookTooLong:
        is_over.set()  # it may have been told before that was done
        raise Unreadable(f"takes more than {limit:.0f} seconds of the processor") from None


def _hear() -> None:
    """What a thread was told is raised here at the latest.

    Taking it back instead would leave the interpreter looking for it at every step, and for ever where code is traced.
    """
    time.sleep(0)


def _watch(clock: Callable[[], float], limit: float, is_over: threading.Event, tell: Callable[[], None]) -> None:
    until = clock() + limit
    pause = limit
    while not is_over.wait(pause):
        left = until - clock()
        pause = max(left, 0.01) if left > 0 else _AGAIN
        if left <= 0:
            tell()


def _clock_of(thread: int) -> Callable[[], float]:
    """How much of the processor a thread has used; of the whole process, where the system does not tell."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    clock = time.pthread_getcpuclockid(thread)
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
