"""Rebuilds a book's index from the stored passages and vectors: no file is read, no known text embedded again."""

from __future__ import annotations

import uuid
from dataclasses import replace
from itertools import islice

from footnoted.domain.book import Book, Passage
from footnoted.domain.errors import IndexDamaged
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex
from footnoted.ingest.pipeline.vectors import BATCH, VectorCache, vectors_of


async def repair(
    book: Book,
    embedder: Embedder,
    index: PassageIndex,
    catalogue: Catalogue,
    cache: VectorCache | None,
) -> int:
    """Put every stored passage of the book into a fresh index, which then replaces the old one; how many there are."""
    revision = uuid.uuid4().hex
    done = 0
    async with index.revise(book.name, revision, afresh=True) as draft:
        batch: list[tuple[str, list[Passage]]] = []
        for route in [*await catalogue.page_hashes(book.name), None]:
            if route is not None:
                batch.append((route, await catalogue.page(book.name, route)))
            size = sum(len(passages) for _, passages in batch)
            if size < BATCH and route is not None:
                continue
            vectors = await vectors_of([passage for _, page in batch for passage in page], embedder, cache)
            for known, passages in batch:
                await draft.replace_page(known, passages, list(islice(vectors, len(passages))))
            done, batch = done + size, []
    held = await index.count(book.name)
    if held != done:
        raise IndexDamaged(
            f"index_damaged: the index took {held} of {done} passages of '{book.name}'. Is its disk full?"
        )
    await catalogue.record(replace(book, revision=revision, passages=done), (), ())
    return done
