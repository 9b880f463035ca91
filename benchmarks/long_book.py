"""`python -m benchmarks.long_book`: a generated book of 500 pages, 1.7 MB, on the real stack.

What ingesting it costs as a ratio to embedding the same passages, and what one changed page costs besides its own
embedding.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.generated import write_book
from footnoted.domain.ports import Embedder
from footnoted.ingest.index import Summary, ingest
from footnoted.settings import Settings
from footnoted.wiring import open_parts

_PAGES = 500
_CHANGES = 5


async def _bare(embedder: Embedder, texts: list[str]) -> float:
    started = perf_counter()
    for place in range(0, len(texts), 64):
        await embedder.embed_passages(texts[place : place + 64])
    return perf_counter() - started


async def run() -> bool:
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book"
        size = write_book(book, _PAGES)
        async with open_parts(Settings(data_dir=Path(folder) / "data"), ingesting=True) as parts:
            await parts.embedder.embed_passages(["warm up"])

            async def whole() -> Summary:
                return await ingest(book, "long", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)

            async def texts_of(route: str) -> list[str]:
                return [passage.in_context for passage in await parts.catalogue.page("long", route)]

            first = await whole()
            routes = list(await parts.catalogue.page_hashes("long"))
            bare = await _bare(parts.embedder, [text for route in routes for text in await texts_of(route)])
            over = []
            for change, path in enumerate(sorted(book.rglob("*.md"))[: _PAGES : _PAGES // _CHANGES]):
                path.write_text(path.read_text("utf-8").replace(". ", f". Changed {change}. "), "utf-8")
                changed = await whole()
                assert (changed.changed, changed.unchanged) == (1, _PAGES - 1)
                route = next(route for route in routes if path.stem in route)
                over.append(changed.seconds - await _bare(parts.embedder, await texts_of(route)))
    ratio = first.seconds / bare
    print(f"  {size / 1e6:.1f} MB, {first.passages} passages on {_PAGES} pages")
    print(f"  embedding alone {bare:.1f} s, ingesting {first.seconds:.1f} s: ratio {ratio:.2f} (target ≤ 1.25)")
    slow = max(over)
    print(f"  one page changed, without its embedding: {min(over):.2f} to {slow:.2f} s of {len(over)} (target < 1 s)")
    return ratio <= 1.25 and slow < 1


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run()) else 3)
