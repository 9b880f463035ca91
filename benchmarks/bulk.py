"""`python -m benchmarks.bulk [PAGES]`: ingestion by one Dask worker, and by two, against ingestion in this process.

Each time the same generated book, in an empty installation, with the local embedder. The cluster's start is counted
apart: it is paid once, however long the book. The ratio is one of processor time, of all processes together: handing
work over costs that, and on a busy machine the time that passes says nothing.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

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
_TARGET = 1.1


def _measure(folder: Path, book: Path, on: str, round_: int) -> tuple[float, float, float]:
    """Seconds until the workers were ready, those of ingestion, and its processor time."""
    settings, warming = (
        Settings(data_dir=folder / f"{on}-{round_}-{name}", model_dir=folder / "models") for name in ("data", "warming")
    )
    started = perf_counter()
    with steps_on(on, settings) if on else nullcontext() as steps:
        asyncio.run(_ingest(folder / "small", warming, steps))  # every worker imports what it needs and opens its model
        ready = perf_counter() - started
        return ready, *asyncio.run(_ingest(book, settings, steps))


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
    ways = {"": "this process", "dask:1": "one worker", "dask:2": "two workers"}
    best = dict.fromkeys(ways, float("inf"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        size = write_book(folder / "book", pages)
        (folder / "small").mkdir()
        for number in range(_SMALL):
            (folder / "small" / f"{number}.md").write_text(f"# Page {number}\n\nA line of page {number}.\n", "utf-8")
        print(f"  {pages} pages, {size / 1e6:.2f} MB")
        for round_ in range(_ROUNDS):
            for on, words in ways.items():
                start, seconds, worked = _measure(folder, folder / "book", on, round_)
                best[on] = min(best[on], worked)
                print(
                    f"  {words:<14} ready after {start:5.1f} s, ingested in {seconds:6.1f} s, {worked:.1f} s processor",
                    flush=True,
                )
    ratio = best["dask:1"] / best[""]
    print(f"  one worker / this process, best of {_ROUNDS}: {ratio:.2f}   (target ≤ {_TARGET})")
    print(f"  two workers / this process: {best['dask:2'] / best['']:.2f}")
    return 0 if ratio <= _TARGET else 3


if __name__ == "__main__":
    print("Ingesting on workers")
    sys.exit(main())
