"""`python -m benchmarks.long_book [SAMPLE]`: a generated book of 620 pages and some 2,500 passages, on the real stack.

What ingesting it costs beside embedding, as a share of embedding the same passages; and what one changed page costs
beside its own embedding. Both in processor time, so that a busy machine gives the same figure. Ingestion gets random
vectors, so that only its own work is measured; the real embedder then embeds the same passages, or SAMPLE of them,
evenly spread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.generated import write_book
from benchmarks.growing import RandomEmbedder
from footnoted.domain.book import Vector
from footnoted.domain.ports import Embedder
from footnoted.ingest.index import Summary, ingest
from footnoted.ingest.pipeline.vectors import BATCH
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

_PAGES = 620
_CHANGES = 5
_TARGET = 0.05


class Noting(RandomEmbedder):
    """Keeps the texts that it is given."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        self.texts += texts
        return await super().embed_passages(texts)


async def _ingest(parts: Parts, embedder: Noting, book: Path) -> tuple[Summary, float]:
    started = process_time()
    summary = await ingest(book, "long", embedder, parts.index, parts.catalogue, cache=parts.vectors)
    return summary, process_time() - started


async def _embedding(embedder: Embedder, texts: Sequence[str]) -> float:
    await embedder.embed_passages(["warm up"])
    started = process_time()
    for place in range(0, len(texts), BATCH):
        await embedder.embed_passages(texts[place : place + BATCH])
    return process_time() - started


def _change(book: Path, number: int) -> None:
    path = sorted(book.rglob("*.md"))[number * _PAGES // _CHANGES]
    path.write_text(path.read_text("utf-8").replace(". ", f". Changed {number}. "), "utf-8")


async def run(sample: int | None) -> bool:
    with TemporaryDirectory() as folder:
        book = Path(folder) / "book"
        size = write_book(book, _PAGES)
        async with open_parts(Settings(_env_file=None, data_dir=Path(folder) / "data"), ingesting=True) as parts:
            embedder = Noting()
            first, own = await _ingest(parts, embedder, book)
            texts = embedder.texts[:: max(1, first.passages // (sample or first.passages))]
            over = []
            for number in range(_CHANGES):
                _change(book, number)
                changed, seconds = await _ingest(parts, embedder, book)
                assert (changed.changed, changed.unchanged) == (1, _PAGES - 1)
                over.append(seconds)
            floor = await _embedding(parts.embedder, texts) * first.passages / len(texts)
    print(f"  {size / 1e6:.1f} MB, {first.passages} passages on {_PAGES} pages; in processor time:")
    scaled = "" if len(texts) == first.passages else f" (by {len(texts)} of them)"
    print(f"  embedding them{scaled} {floor:.1f} s, all else {own:.1f} s: {own / floor:.1%} (target ≤ {_TARGET:.0%})")
    print(f"  one page changed, without its embedding: {min(over):.2f} to {max(over):.2f} s (target < 1 s)")
    return own <= _TARGET * floor and max(over) < 1


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run(int(sys.argv[1]) if sys.argv[1:] else None)) else 3)
