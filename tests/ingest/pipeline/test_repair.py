"""An index that lost something says so, and is made whole again from what is stored."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from footnoted.domain.book import Vector
from footnoted.domain.errors import IndexDamaged, IndexDown
from footnoted.domain.ports import Search
from footnoted.engine.find.complete_index import CompleteIndex
from footnoted.ingest.index import ingest
from footnoted.ingest.pipeline.repair import repair
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.books.vectors import SqlVectors
from footnoted.providers.sql.database import Database

PAGES = 8


class CountingEmbedder:
    """Gives every text a vector of its own, and counts what it is given."""

    name, dimensions = "fake:counting", 4

    def __init__(self) -> None:
        self.embedded = 0

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        self.embedded += len(texts)
        return [await self.embed_question(text) for text in texts]

    async def embed_question(self, text: str) -> Vector:
        numbers = [1.0 + len(text), *(1.0 + text.count(letter) for letter in "abc")]
        length = sum(number**2 for number in numbers) ** 0.5
        return [number / length for number in numbers]

    async def close(self) -> None: ...


@dataclass
class Shelf:
    source: Path
    root: Path
    embedder: CountingEmbedder
    index: EdgeIndex
    catalogue: SqlCatalogue
    vectors: SqlVectors

    async def ingest(self) -> int:
        summary = await ingest(str(self.source), "hives", self.embedder, self.index, self.catalogue, cache=self.vectors)
        return summary.passages

    async def found(self) -> int:
        vector = await self.embedder.embed_question("hive 3")
        index = CompleteIndex(self.index, self.catalogue)
        return len(await index.search(Search("hive number 3", vector, 50)))


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    source = tmp_path / "hives"
    source.mkdir()
    for number in range(PAGES):
        (source / f"hive-{number}.md").write_text(f"# Hive {number}\n\nHive number {number} has {number + 3} frames.\n")
    database = await Database.open(f"sqlite:///{tmp_path / 'footnoted.db'}")
    root = tmp_path / "index"
    index = EdgeIndex(root, 4)
    yield Shelf(source, root, CountingEmbedder(), index, SqlCatalogue(database), SqlVectors(database))
    await index.close()
    await database.close()


async def _lose_the_folder(shelf: Shelf) -> None:
    shutil.rmtree(shelf.root)


async def _lose_the_book(shelf: Shelf) -> None:
    await shelf.index.drop("hives")


async def _lose_all_but_two(shelf: Shelf) -> None:
    """The same revision, with fewer passages, as after files were lost and the rest was mended by the engine."""
    revision = await shelf.index.revision("hives")
    assert revision
    routes = list(await shelf.catalogue.page_hashes("hives"))
    async with shelf.index.revise("hives", revision) as draft:
        for route in routes[2:]:
            await draft.replace_page(route, (), ())


async def _lose_one(shelf: Shelf) -> None:
    revision = await shelf.index.revision("hives")
    assert revision
    async with shelf.index.revise("hives", revision) as draft:
        await draft.replace_page(next(iter(await shelf.catalogue.page_hashes("hives"))), (), ())


DAMAGES: list[Callable[[Shelf], Awaitable[None]]] = [
    _lose_the_folder,
    _lose_the_book,
    _lose_all_but_two,
    _lose_one,
]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_health_tells_the_truth_and_repair_mends_without_embedding(
    shelf: Shelf, damage: Callable[[Shelf], Awaitable[None]]
) -> None:
    passages = await shelf.ingest()
    whole, embedded = await shelf.found(), shelf.embedder.embedded
    await CompleteIndex(shelf.index, shelf.catalogue).ping()
    await damage(shelf)
    with pytest.raises(IndexDamaged, match=rf"index_damaged.*of {passages} passages.*footnoted repair hives"):
        await CompleteIndex(shelf.index, shelf.catalogue).ping()
    (book,) = await shelf.catalogue.books()
    assert await repair(book, shelf.embedder, shelf.index, shelf.catalogue, shelf.vectors) == passages
    await CompleteIndex(shelf.index, shelf.catalogue).ping()
    assert await shelf.found() == whole
    assert shelf.embedder.embedded == embedded
    assert await shelf.ingest() == passages


@pytest.mark.parametrize("damage", DAMAGES)
async def test_ingesting_again_is_not_done_before_all_is_there(
    shelf: Shelf, damage: Callable[[Shelf], Awaitable[None]]
) -> None:
    passages = await shelf.ingest()
    await damage(shelf)
    assert await shelf.ingest() == passages == await shelf.index.count("hives")


@pytest.mark.parametrize("damage", DAMAGES[:2])
async def test_an_index_without_the_book_never_says_that_the_book_does_not_say(
    shelf: Shelf, damage: Callable[[Shelf], Awaitable[None]]
) -> None:
    await shelf.ingest()
    await damage(shelf)
    with pytest.raises(IndexDown):
        await shelf.found()


class ForgetfulIndex(EdgeIndex):
    """Takes everything, and keeps less."""

    async def count(self, book: str) -> int:
        return max(0, await super().count(book) - 1)


async def test_what_did_not_arrive_is_not_called_done(shelf: Shelf) -> None:
    shelf.index = ForgetfulIndex(shelf.root, 4)
    with pytest.raises(IndexDamaged):
        await shelf.ingest()
    assert await shelf.catalogue.books() == []
    await shelf.index.close()
