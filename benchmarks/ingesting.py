"""What ingestion costs, as a ratio to embedding the same passages; and what a run over an unchanged book costs."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.sample import BOOK
from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import open_parts


async def run() -> None:
    """Ingest, embed the same texts bare, ingest again unchanged."""
    with TemporaryDirectory() as folder:
        async with open_parts(Settings(data_dir=Path(folder)), ingesting=True) as parts:
            await parts.embedder.embed_passages(["warm up"])

            async def whole() -> float:
                started = perf_counter()
                await ingest(BOOK, "sample", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)
                return perf_counter() - started

            first = await whole()
            again = await whole()
            pages = await parts.catalogue.page_hashes("sample")
            passages = [passage for route in pages for passage in await parts.catalogue.page("sample", route)]
            started = perf_counter()
            for place in range(0, len(passages), 64):
                await parts.embedder.embed_passages([passage.in_context for passage in passages[place : place + 64]])
            bare = perf_counter() - started
    print(f"  {len(passages)} passages on {len(pages)} pages")
    print(f"  embedding alone (floor) {bare:7.2f} s   {len(passages) / bare:.0f} passages/s")
    print(f"  ingesting               {first:7.2f} s\n  ratio                   {first / bare:7.2f}   (target ≤ 1.25)")
    print(f"  again, nothing changed  {again:7.3f} s   {again / first:.1%} of the first run (target ≤ 2 %)")
