"""`python -m benchmarks.bulk [PAGES] [ROUNDS]`: ingestion by one Dask worker, and by two, against this process alone.

Each time the same generated book, in an empty installation, with the local embedder and the same number of its threads.
The cluster's start is not included: it is paid once, however long the book. The ratio is of the processor time of all
processes, as wall-clock time says nothing on a busy machine. Scheduler and workers also use a little while they wait;
how much is measured, and what they use while waiting for other programs is subtracted. On a quiet machine there is
none, and both ratios are the same.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import psutil

from benchmarks.generated import write_book
from footnoted.bulk import steps_on
from footnoted.ingest.index import ingest
from footnoted.ingest.pipeline.steps import Steps
from footnoted.settings import Settings
from footnoted.wiring import open_parts

_PAGES = 60
_ROUNDS = 2
_SMALL = 40
_IDLE_SECONDS = 10
_TARGET = 1.1


@dataclass(frozen=True)
class _Run:
    """Seconds: until the workers were ready, of ingestion, of its processor time; and what waiting takes of a core."""

    ready: float
    seconds: float
    worked: float
    idle: float

    @property
    def undisturbed(self) -> float:
        """Its processor time, had no other program been there to wait for."""
        return self.worked - self.idle * max(0.0, self.seconds - self.worked)


def _measure(folder: Path, book: Path, on: str, round_: int) -> _Run:
    settings, warming = (
        Settings(data_dir=folder / f"{on}-{round_}-{name}", model_dir=folder / "models") for name in ("data", "warming")
    )
    started = perf_counter()
    with steps_on(on, settings) if on else nullcontext() as steps:
        asyncio.run(_ingest(folder / "small", warming, steps))  # every worker imports what it needs and opens its model
        ready = perf_counter() - started
        idle = _idle() if on else 0.0
        return _Run(ready, *asyncio.run(_ingest(book, settings, steps)), idle)


def _idle() -> float:
    """Which share of a core all processes take while there is nothing to do."""
    started, worked = perf_counter(), _processor_time()
    sleep(_IDLE_SECONDS)
    return (_processor_time() - worked) / (perf_counter() - started)


def _processor_time() -> float:
    """Seconds that this process and those it started have run so far."""
    processes = [psutil.Process(), *psutil.Process().children(recursive=True)]
    return sum(sum(process.cpu_times()[:2]) for process in processes)


async def _ingest(book: Path, settings: Settings, steps: Steps | None) -> tuple[float, float]:
    async with open_parts(settings, ingesting=True) as parts:
        if steps is None:
            await parts.embedder.embed_passages(["opens the model"])
        started, worked = perf_counter(), _processor_time()
        await ingest(book, "b", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors, steps=steps)
        return perf_counter() - started, _processor_time() - worked


def main() -> int:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else _PAGES
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else _ROUNDS
    ways = {"": "this process", "dask:1": "one worker", "dask:2": "two workers"}
    runs: dict[str, list[_Run]] = {on: [] for on in ways}
    with TemporaryDirectory() as name:
        folder = Path(name)
        size = write_book(folder / "book", pages)
        (folder / "small").mkdir()
        for number in range(_SMALL):
            (folder / "small" / f"{number}.md").write_text(f"# Page {number}\n\nA line of page {number}.\n", "utf-8")
        print(f"  {pages} pages, {size / 1e6:.2f} MB")
        for round_ in range(rounds):
            for on, words in ways.items():
                run = _measure(folder, folder / "book", on, round_)
                runs[on].append(run)
                print(
                    f"  {words:<14} ready after {run.ready:5.1f} s, ingested in {run.seconds:6.1f} s, "
                    f"{run.worked:.1f} s processor ({run.undisturbed:.1f} s undisturbed; waiting takes {run.idle:.1%})",
                    flush=True,
                )
    alone = min(run.worked for run in runs[""])
    for on, words in list(ways.items())[1:]:
        raw, undisturbed = (min(getattr(run, name) for run in runs[on]) for name in ("worked", "undisturbed"))
        print(
            f"  {words} / this process, best of {rounds}: {undisturbed / alone:.2f} undisturbed, {raw / alone:.2f} raw"
        )
    ratio = min(run.undisturbed for run in runs["dask:1"]) / alone
    print(f"  (target for one worker ≤ {_TARGET})")
    return 0 if ratio <= _TARGET else 3


if __name__ == "__main__":
    print("Ingesting on workers")
    sys.exit(main())
