"""Fills a collection of a Qdrant server with synthetic passages, part by part; one that was begun is gone on with.

Knows nothing of what is measured.
"""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path
from shutil import disk_usage
from time import perf_counter
from typing import Any

import numpy as np
from qdrant_client import AsyncQdrantClient, models
from qdrant_client import grpc as wire

from benchmarks.growth.progress import Progress
from benchmarks.growth.synthetic import CHAPTERS, DIMENSIONS, Chunk, Synthetic
from footnoted.domain.book import Passage, passage_id
from footnoted.providers.qdrant.points import MEANING, WORDS, payload
from footnoted.providers.qdrant.server.layout import Layout, build_graph, create

BOOK = "grown"
PAGE = 10
_UPSERTED = 500
_DISK_BYTES = 20_000
"""A passage while the server rebuilds its segments; afterwards it takes a third."""
_PRINT_SECONDS, _STILL_SECONDS = 20, 120


def refuse_small_disk(home: Path, passages: int) -> None:
    if home.exists():  # a run that was stopped has what it needs
        return
    free, needed = disk_usage(home.parent).free, passages * _DISK_BYTES
    if free < needed:
        raise SystemExit(f"{home.parent} has {free / 1e9:.0f} GB free; {passages:,} passages need {needed / 1e9:.0f}.")


async def fill(connection: AsyncQdrantClient, passages: int, home: Path, progress: Progress) -> None:
    """Write what is not there yet; the seconds of runs that were stopped count as well."""
    if not await connection.collection_exists(BOOK):
        await create(connection, BOOK, DIMENSIONS, Layout(quantisation="int8"), {"book": BOOK})
    stub: Any = connection.grpc_points
    for chunk in Synthetic().chunks(passages, progress.written):
        with progress.writing(chunk.start + len(chunk.vectors)):
            for at in range(0, len(chunk.vectors), _UPSERTED):
                rows = range(at, min(at + _UPSERTED, len(chunk.vectors)))
                points = [_point(chunk, row) for row in rows]
                await stub.Upsert(wire.UpsertPoints(collection_name=BOOK, points=points, wait=True), timeout=600)
    held = (await connection.count(BOOK)).count
    if held != passages:
        raise SystemExit(f"The server holds {held:,} of {passages:,} passages. Remove {home} and start again.")
    if not progress.is_indexed:
        with progress.indexing():
            await build_graph(connection, BOOK)
            await _until_indexed(connection, passages)


async def _until_indexed(connection: AsyncQdrantClient, passages: int) -> None:
    """Until the server has nothing left to optimise, and a large collection its graph.

    The last points may be in a segment too small for a graph, so this ends when nothing happens any more.
    """
    started = changed = printed = perf_counter()
    before, quiet = -1, 0
    while quiet < 3:
        await asyncio.sleep(1)
        state = await connection.get_collection(BOOK)
        indexed, now = state.indexed_vectors_count or 0, perf_counter()
        is_green = state.status == models.CollectionStatus.GREEN
        if indexed != before or not is_green:
            before, changed = indexed, now
        if now - printed > _PRINT_SECONDS:
            printed = now
            work = "done" if is_green else "at work"
            print(f"    {indexed:,} of {2 * passages:,} vectors indexed, {work}, {now - started:.0f} s", flush=True)
        has_graph = passages < 10_000 or indexed >= 1.9 * passages  # words are counted as well
        is_done = has_graph or now - changed > _STILL_SECONDS
        quiet = quiet + 1 if is_green and is_done else 0


def _point(chunk: Chunk, row: int) -> Any:
    number = chunk.start + row
    found, counts = np.unique(chunk.words[row], return_counts=True)
    weights = (counts * 2.2 / (counts + 1.2)).tolist()
    sparse = wire.Vector(sparse=wire.SparseVector(values=weights, indices=found.tolist()))
    dense = wire.Vector(dense=wire.DenseVector(data=chunk.vectors[row].tolist()))
    named = wire.NamedVectors(vectors={MEANING: dense, WORDS: sparse})
    stored = {name: _value(value) for name, value in payload(passage_of(number, "")).items()}
    return wire.PointStruct(
        id=wire.PointId(uuid=str(uuid.UUID(int=number))), vectors=wire.Vectors(vectors=named), payload=stored
    )


def _value(value: object) -> Any:
    match value:
        case str():
            return wire.Value(string_value=value)
        case int():
            return wire.Value(integer_value=value)
        case _:
            assert isinstance(value, list)
            return wire.Value(list_value=wire.ListValue(values=[_value(part) for part in value]))


def passage_of(number: int, text: str) -> Passage:
    """Ten passages a page, a hundred chapters, each page in one of them."""
    route = f"/docs/page-{number // PAGE}"
    chapter = f"Chapter {number % CHAPTERS}"
    return Passage(
        passage_id(BOOK, route, number % PAGE),
        BOOK,
        "https://book.example",
        route,
        "",
        f"Page {number // PAGE}",
        (chapter,),
        number % PAGE,
        number // PAGE,
        text,
    )
