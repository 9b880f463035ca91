"""`python -m benchmarks.growing [PAGES]`: what memory ingestion takes when the book is ten times as long.

Each book is ingested in a process of its own with the real database and the real embedded index. The embedder makes
fixed random vectors: a model's memory is the same for every book and would only hide what grows; ``--real`` takes the
real one. Anonymous memory is the process's own. Pages of mapped files are the kernel's to drop when others need them.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.generated import write_book
from footnoted.domain.book import Vector

_PAGES = 500
_TIMES = 10
_TARGET = 1.3
_MEASURED = {"RssAnon": "anonymous", "RssFile": "mapped files", "VmRSS": "both"}


class RandomEmbedder:
    """Takes the role of the Embedder: a text always has the same random vector."""

    name = "random:384"
    dimensions = 384

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [self._vector(text) for text in texts]

    async def embed_question(self, text: str) -> Vector:
        return self._vector(text)

    async def close(self) -> None:
        return

    def _vector(self, text: str) -> Vector:
        drawn = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(self.dimensions, dtype=np.float32)
        return [float(value) for value in drawn / np.linalg.norm(drawn)]


@contextmanager
def _watching() -> Iterator[dict[str, int]]:
    """The peak of each kind of memory in kB, sampled fifty times a second."""
    peaks = dict.fromkeys(_MEASURED, 0)
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.02):
            for line in Path("/proc/self/status").read_text().splitlines():
                name, _, value = line.partition(":")
                if name in peaks:
                    peaks[name] = max(peaks[name], int(value.split()[0]))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peaks
    finally:
        ended.set()
        watcher.join()


async def _ingest_one(book: Path, data: Path, real: bool) -> None:
    """In the child: ingest the book, print the peaks."""
    from footnoted.ingest.index import ingest
    from footnoted.providers.qdrant.embedded.index import EdgeIndex
    from footnoted.settings import Settings
    from footnoted.wiring import open_parts

    with _watching() as peaks:
        async with open_parts(Settings(data_dir=data), ingesting=True) as parts:
            embedder = parts.embedder if real else RandomEmbedder()
            index = EdgeIndex(data / "index", embedder.dimensions)
            summary = await ingest(book, "grown", embedder, index, parts.catalogue, cache=parts.vectors)
            await index.close()
    print(json.dumps({"passages": summary.passages, "seconds": summary.seconds, **peaks}))


def _measure(pages: int, real: bool) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        size = write_book(Path(folder) / "book", pages)
        child = [sys.executable, "-m", "benchmarks.growing", "--one", f"{folder}/book", f"{folder}/data"]
        figures: dict[str, float] = json.loads(
            subprocess.check_output([*child, *(["--real"] if real else [])], text=True)
        )
    print(
        f"  {pages} pages, {size / 1e6:.1f} MB, {figures['passages']} passages in {figures['seconds']:.0f} s: "
        + ", ".join(f"{words} {figures[name] / 1024:.0f} MB" for name, words in _MEASURED.items()),
        flush=True,
    )
    return figures


def main() -> int:
    real = "--real" in sys.argv
    if "--one" in sys.argv:
        book, data = sys.argv[sys.argv.index("--one") + 1 :][:2]
        asyncio.run(_ingest_one(Path(book), Path(data), real))
        return 0
    pages = next((int(word) for word in sys.argv[1:] if word.isdigit()), _PAGES)
    print("Peak memory of ingestion")
    small, large = _measure(pages, real), _measure(_TIMES * pages, real)
    ratio = {name: large[name] / small[name] for name in _MEASURED}
    print("  ratio: " + ", ".join(f"{_MEASURED[name]} {times:.2f}" for name, times in ratio.items()))
    print(f"  (target: anonymous ≤ {_TARGET})")
    return 0 if ratio["RssAnon"] <= _TARGET else 3


if __name__ == "__main__":
    sys.exit(main())
