"""`python -m benchmarks.bulk [PAGES]`: ingestion by one Dask worker, and by two, against ingestion in this process.

Each time the same generated book, in an empty installation, with the local embedder. The cluster's start is counted
apart: it is paid once, however long the book.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.generated import write_book
from footnoted.bulk import steps_on
from footnoted.ingest.index import ingest
from footnoted.ingest.steps import Steps
from footnoted.settings import Settings
from footnoted.wiring import open_parts

_PAGES = 60
_ROUNDS = 3
_TARGET = 1.1


def _measure(folder: Path, book: Path, on: str, round_: int) -> tuple[float, float]:
    """Seconds until the workers were ready, and those of ingestion."""
    settings = Settings(data_dir=folder / f"{on}-{round_}", model_dir=folder / "models")
    started = perf_counter()
    with steps_on(on, settings) if on else nullcontext() as steps:
        if steps:
            asyncio.run(_warm(steps))
        ready = perf_counter()
        asyncio.run(_ingest(book, settings, steps))
        return ready - started, perf_counter() - ready


async def _warm(steps: Steps) -> None:
    """Every worker opens its model."""
    await asyncio.gather(*(steps.embed([f"warm up {number}"]) for number in range(steps.at_once)))


async def _ingest(book: Path, settings: Settings, steps: Steps | None) -> None:
    async with open_parts(settings, ingesting=True) as parts:
        await parts.embedder.embed_passages(["warm up"])
        await ingest(book, "b", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors, steps=steps)


def main() -> int:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else _PAGES
    ways = {"": "this process", "dask:1": "one worker", "dask:2": "two workers"}
    best = dict.fromkeys(ways, float("inf"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        size = write_book(folder / "book", pages)
        print(f"  {pages} pages, {size / 1e6:.2f} MB")
        for round_ in range(_ROUNDS):
            for on, words in ways.items():
                start, seconds = _measure(folder, folder / "book", on, round_)
                best[on] = min(best[on], seconds)
                print(f"  {words:<14} ready after {start:5.1f} s, ingested in {seconds:6.1f} s", flush=True)
    ratio = best["dask:1"] / best[""]
    print(f"  one worker / this process, best of {_ROUNDS}: {ratio:.2f}   (target ≤ {_TARGET})")
    print(f"  two workers / this process: {best['dask:2'] / best['']:.2f}")
    return 0 if ratio <= _TARGET else 3


if __name__ == "__main__":
    print("Ingesting on workers")
    sys.exit(main())
