"""One point of a curve: so many passages in a Qdrant server, or in the embedded store, searched by our own code."""

from __future__ import annotations

import json
import subprocess
from array import array
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from os import sysconf
from pathlib import Path
from shutil import rmtree
from statistics import quantiles
from tempfile import TemporaryDirectory, gettempdir
from time import perf_counter, process_time
from typing import Any

from qdrant_client import AsyncQdrantClient
from tests.servers import QdrantNode, running_qdrant

from benchmarks.growth.filling import BOOK, PAGE, fill, passage_of, refuse_small_disk
from benchmarks.growth.progress import Progress
from benchmarks.growth.synthetic import CHAPTERS, DIMENSIONS, Chunk, Exact, Floats, Ints, Synthetic
from benchmarks.timing import processor_time as threads_time
from footnoted.domain.book import Filters, Hit
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.qdrant.server.collection import Collection
from footnoted.providers.qdrant.server.index import client

_QUESTIONS = 200
_FOUND = 30
"""As many candidates an arm as an answer is chosen from."""
_NEAREST = 10

Figures = dict[str, float | str]
Nearest = tuple[list[set[int]], list[set[int]]]
"""The ten truly nearest of each question: everywhere, and within its chapter."""
Ask = Callable[[Search, dict[int, float]], Awaitable[list[Hit]]]


async def in_server(passages: int) -> Figures:
    """Search a collection that is filled first, or was; its storage goes once the figures are known."""
    vectors, words = Synthetic().questions(_QUESTIONS)
    async with filled_server(passages) as (node, connection, figures):
        collection = Collection(connection, BOOK, DIMENSIONS)
        figures |= await _search(collection.search, vectors, words, node)
        figures |= await _recall(collection.search, vectors, true_nearest(passages))
        figures |= _memory(node)
    rmtree(_home(passages), ignore_errors=True)
    return figures


@asynccontextmanager
async def filled_server(passages: int) -> AsyncIterator[tuple[QdrantNode, AsyncQdrantClient, Figures]]:
    """A server that holds so many passages and has built its graph, with what that took.

    Its storage is kept: a run that was stopped goes on where it was.
    """
    home = _home(passages)
    refuse_small_disk(home, passages)
    with running_qdrant(home) as node:
        connection = client(node.url, None, 600, node.grpc_port)
        try:
            progress = Progress(home / "progress.json", lambda: _worked(node))
            await fill(connection, passages, home, progress)
            kept: Figures = {"disk_mb": _size(home / "storage") / 1e6}
            yield node, connection, {"store": "server", "passages": passages, **progress.seconds, **kept}
        finally:
            await connection.close()


def true_nearest(passages: int) -> Nearest:
    """By comparing all; kept beside the server's storage, since making a million passages again takes minutes."""
    file = _home(passages) / "nearest.json"
    if file.exists():
        everywhere, inside = json.loads(file.read_text("utf-8"))
        return [set(places) for places in everywhere], [set(places) for places in inside]
    made = Synthetic()
    exact = Exact(made.questions(_QUESTIONS)[0], _NEAREST)
    for chunk in made.chunks(passages):
        exact.add(chunk)
    nearest = exact.everywhere(), exact.in_chapter()
    file.write_text(json.dumps([[sorted(places) for places in part] for part in nearest]), "utf-8")
    return nearest


def _home(passages: int) -> Path:
    return Path(gettempdir()) / f"footnoted-growth-{passages}"


async def _search(ask: Ask, vectors: Floats, words: Ints, node: QdrantNode | None = None) -> Figures:
    """What one search takes, over the whole book and within a chapter; the first ten warm up.

    Wall-clock time, and the processor time of client and server, which is valid on a busy machine too.
    """
    took: dict[str, list[float]] = {
        name: [] for name in ("p95_ms", "filtered_p95_ms", "cpu_p95_ms", "filtered_cpu_p95_ms")
    }
    for number in range(len(vectors)):
        tokens = dict.fromkeys((int(word) for word in words[number]), 1.0)
        for name, filters in (("p95_ms", Filters()), ("filtered_p95_ms", _within(number))):
            text = " ".join(f"word{word}" for word in tokens)
            search = Search(text, array("f", vectors[number]).tolist(), _FOUND, BOOK, filters)
            started, worked = perf_counter(), processor_time(node)
            hits = await ask(search, tokens)
            took[name].append((perf_counter() - started) * 1000)
            took[name.replace("p95", "cpu_p95")].append((processor_time(node) - worked) * 1000)
            if not hits:
                raise RuntimeError(f"question {number} found nothing: the store is not as it was filled")
    return {name: quantiles(times[10:], n=20)[-1] for name, times in took.items()}


def processor_time(node: QdrantNode | None) -> float:
    """Seconds that this process and the server's threads have run so far."""
    server = threads_time(node.process.pid) if node and node.process else 0.0
    return process_time() + server


def _worked(node: QdrantNode) -> float:
    """The same to a hundredth of a second, with threads that have ended since."""
    assert node.process is not None
    fields = Path(f"/proc/{node.process.pid}/stat").read_text().rpartition(")")[2].split()
    return process_time() + (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def _within(number: int) -> Filters:
    return Filters(chapter=f"Chapter {number % CHAPTERS}")


async def _recall(ask: Ask, vectors: Floats, nearest: Nearest) -> Figures:
    """Which share of the ten truly nearest is among the ten best that our search by meaning finds."""

    async def found(number: int, filters: Filters) -> set[int]:
        hits = await ask(Search("", vectors[number].tolist(), _FOUND, BOOK, filters), {})
        best = sorted(hits, key=lambda hit: hit.similarity, reverse=True)[:_NEAREST]
        return {hit.passage.order * PAGE + hit.passage.position for hit in best}

    numbers = range(len(vectors))
    everywhere = [await found(number, Filters()) for number in numbers]
    inside = [await found(number, _within(number)) for number in numbers]
    return {
        "recall_at_10": _share(everywhere, nearest[0]),
        "filtered_recall_at_10": _share(inside, nearest[1]),
    }


def _share(found: Sequence[set[int]], right: Sequence[set[int]]) -> float:
    return sum(len(ours & theirs) for ours, theirs in zip(found, right, strict=True)) / sum(map(len, right))


def _memory(node: QdrantNode) -> Figures:
    """What is the server's own, and what of its files is in memory because there was room."""
    assert node.process is not None
    return _status(Path(f"/proc/{node.process.pid}/status"))


def _status(path: Path) -> Figures:
    kept = {"RssAnon": "memory_mb", "RssFile": "mapped_mb"}
    rows = (line.partition(":") for line in path.read_text().splitlines())
    return {kept[name]: int(value.split()[0]) / 1024 for name, _, value in rows if name in kept}


async def embedded(passages: int) -> Figures:
    """The same in the embedded store, filled page by page as ingestion does, without reading and embedding."""
    made = Synthetic()
    vectors, words = made.questions(_QUESTIONS)
    exact = Exact(vectors, _NEAREST)
    with TemporaryDirectory() as folder:
        index = EdgeIndex(Path(folder), DIMENSIONS)
        started, worked = perf_counter(), process_time()
        async with index.revise(BOOK, "r1", afresh=True) as draft:
            for chunk in made.chunks(passages):
                exact.add(chunk)
                await _write_pages(draft, chunk)
        seconds = {"write_seconds": perf_counter() - started, "write_cpu_seconds": process_time() - worked}
        figures = await _search(lambda search, _: index.search(search), vectors, words)
        nearest = exact.everywhere(), exact.in_chapter()
        recall = await _recall(lambda search, _: index.search(search), vectors, nearest)
        size = _size(folder)
        await index.close()
    status = _status(Path("/proc/self/status"))
    kept: Figures = {**seconds, "disk_mb": size / 1e6}
    return {"store": "embedded", "passages": passages, **kept, **figures, **recall, **status}


def _size(folder: str | Path) -> int:
    """Bytes on the disk; the files are mostly holes."""
    # du looks past what the server removes meanwhile; only its sum is read, not its complaint.
    counted = subprocess.run(["du", "-s", "-B1", folder], capture_output=True, text=True, check=False)
    return int(counted.stdout.split()[0])


async def _write_pages(draft: Any, chunk: Chunk) -> None:
    for at in range(0, len(chunk.vectors), PAGE):
        rows = range(at, min(at + PAGE, len(chunk.vectors)))
        texts = [" ".join(f"word{word}" for word in chunk.words[row]) for row in rows]
        passages = [passage_of(chunk.start + row, text) for row, text in zip(rows, texts, strict=True)]
        await draft.replace_page(passages[0].route, passages, [chunk.vectors[row].tolist() for row in rows])
