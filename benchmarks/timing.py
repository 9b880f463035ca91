"""What benchmarks measure with: how long something takes, a 95th percentile, a process's processor time."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import quantiles
from time import perf_counter


async def timed(work: Awaitable[object]) -> float:
    """Seconds until the work is done."""
    started = perf_counter()
    await work
    return perf_counter() - started


def p95(values: Sequence[float]) -> float:
    """The value below which 95 % of the values are; of a single one, that one."""
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def processor_time(pid: int) -> float:
    """Seconds that the threads of a process have run so far; those that have ended are not counted."""
    seconds = 0.0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # it has ended
            seconds += int((thread / "schedstat").read_text().split()[0]) / 1e9
    return seconds
