"""A book ingested in this process, and again by two Dask workers of which one is killed midway; prints what differs.

A program of its own, because workers are started by importing it. ``python -m tests.bulk_program FOLDER``
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from footnoted.bulk import steps_on
from footnoted.domain.ports import Search
from footnoted.ingest.index import Progress, Summary, ingest
from footnoted.ingest.pipeline.steps import Steps
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

_PAGES = 50
_SHORT = "# Kurz\n\nPlössl 25 mm\n"
"""Too short to tell its language: it has that of the page before it, which another worker may have read."""
_GERMAN = "# Okulare\n\nDas Okular ist die Linse, durch die man in das Fernrohr sieht, und es wird gewechselt.\n"


def _write(folder: Path) -> None:
    folder.mkdir()
    for number in range(_PAGES):
        sections = [
            f"## Part {part}\n\nLens {number} of shelf {part} is ground from glass {number * part} and kept dry."
            for part in range(3)
        ]
        (folder / f"p{number:05}.md").write_text("\n\n".join([f"# Page {number}", *sections]), "utf-8")
    (folder / "p00014x.md").write_text(_GERMAN, "utf-8")
    (folder / "p00014y.md").write_text(_SHORT, "utf-8")
    (folder / "p00014z.md").write_text(_SHORT, "utf-8")
    # A text that occurs twice is embedded once, by whichever worker reads it first.
    (folder / "p00040.md").write_text((folder / "p00003.md").read_text("utf-8"), "utf-8")


async def _everything(parts: Parts) -> dict[str, Any]:
    """Everything that index and catalogue have of the book, to the byte."""
    hits = await parts.index.search(Search("", [1.0] * parts.embedder.dimensions, 10_000, "b"))
    pages = {route: await parts.catalogue.page("b", route) for route in await parts.catalogue.page_hashes("b")}
    return {
        "index": {hit.passage.id: (repr(hit.passage), bytes(hit.vector).hex()) for hit in hits},  # type: ignore[arg-type]
        "catalogue": {route: repr(passages) for route, passages in pages.items()},
    }


async def _ingested(book: Path, settings: Settings, steps: Steps | None, on: Any) -> tuple[Summary, dict[str, Any]]:
    async with open_parts(settings, ingesting=True) as parts:
        summary = await ingest(
            book, "b", parts.embedder, parts.index, parts.catalogue, on, cache=parts.vectors, steps=steps
        )
        return summary, await _everything(parts)


def main(folder: Path) -> None:
    from distributed import Client, LocalCluster

    book = folder / "book"
    _write(book)
    here, there = (Settings(_env_file=None, data_dir=folder / name) for name in ("here", "there"))
    summary, local = asyncio.run(_ingested(book, here, None, lambda _: None))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        workers = client.run(os.getpid).values()
        killed: list[int] = []

        def kill(progress: Progress) -> None:
            if not killed:
                killed.append(min(workers))
                os.kill(killed[0], signal.SIGKILL)

        with steps_on(cluster.scheduler_address, there) as steps:
            bulk_summary, bulk = asyncio.run(_ingested(book, there, steps, kill))
        after = client.run(os.getpid).values()
    told = {
        "passages": [summary.passages, bulk_summary.passages],
        "added": [summary.added, bulk_summary.added],
        "same index": local["index"] == bulk["index"],
        "same catalogue": local["catalogue"] == bulk["catalogue"],
        "languages": sorted({text.split("language='")[1][:2] for text, _ in local["index"].values()}),
        "a worker was killed": len(killed) == 1 and killed[0] not in after,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
