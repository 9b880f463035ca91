"""A child process that ingests: the real embedded index and SQLite with a quick embedder, to be killed or measured."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import zlib
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Semaphore
from pathlib import Path

from footnoted.domain.book import Passage, Vector
from footnoted.domain.ports import PassageIndex
from footnoted.ingest import index as ingestion
from footnoted.ingest.index import Progress, Summary, ingest
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.books.vectors import SqlVectors
from footnoted.providers.sql.database import Database
from tests.fakes.index import InMemoryIndex, InMemoryRevision, StoredBook
from tests.processes import CHILDREN

DIMENSIONS = 64


class QuickEmbedder:
    """Vectors at random, but always the same for the same text."""

    name = "fake:quick"
    dimensions = DIMENSIONS

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]:
        return [_vector(text) for text in texts]

    async def embed_question(self, text: str) -> Vector:
        return _vector(text)

    async def close(self) -> None:
        return


def _vector(text: str) -> Vector:
    dice = random.Random(zlib.crc32(text.encode("utf-8", "replace")))
    values = [dice.random() - 0.5 for _ in range(DIMENSIONS)]
    length = sum(value * value for value in values) ** 0.5
    return [value / length for value in values]


class _Nothing(InMemoryRevision):
    taken = 0

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        self.taken += len(passages)


class NoIndex(InMemoryIndex):
    """Takes everything and keeps nothing but its number: what is measured is ingestion alone."""

    taken = 0

    async def count(self, book: str) -> int:
        return self.taken

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[_Nothing, None]:
        draft = _Nothing(StoredBook(revision))
        yield draft
        self.taken = draft.taken


def write_book(folder: Path, pages: int, word: str = "old", sections: int = 3) -> None:
    """Pages of a few hundred words, each different, each with the word in every passage."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(pages):
        dice = random.Random(number)
        parts = [f"# Page {number}"]
        for section in range(sections):
            words = " ".join(
                f"{dice.choice('bcdfgklmnprst')}{dice.choice('aeiou')}{dice.randrange(999)}" for _ in range(90)
            )
            parts.append(f"## Section {section}\n\nThis {word} text: {words}.")
        (folder / f"p{number:05}.md").write_text("\n\n".join(parts))


async def ingest_into(
    data: Path,
    book: Path,
    *,
    index: PassageIndex | None = None,
    url: str | None = None,
    on_pages: Callable[[int], object] = lambda done: None,
) -> tuple[Summary, str | None]:
    """One run over the book; the summary, and the revision that the index now has."""

    def show(progress: Progress) -> None:
        on_pages(progress.pages_done)

    os.makedirs(data, exist_ok=True)
    database = await Database.open(url or f"sqlite:///{data / 'footnoted.db'}")
    index = index or EdgeIndex(data / "index", DIMENSIONS)
    try:
        summary = await ingest(
            book, "b", QuickEmbedder(), index, SqlCatalogue(database), show, cache=SqlVectors(database)
        )
        return summary, await index.revision("b")
    finally:
        await index.close()
        await database.close()


def _run(data: Path, book: Path, url: str | None, told: Connection, leave: Semaphore | None) -> None:
    def tell(pages: int) -> None:
        told.send(pages)
        if leave:
            leave.acquire()

    ingestion.BATCH = 1  # type: ignore[attr-defined] # so that each page is a step of its own
    asyncio.run(ingest_into(data, book, url=url, on_pages=tell))
    told.send("done")


@contextmanager
def running(
    data: Path, book: Path, url: str | None = None, leave: Semaphore | None = None
) -> Iterator[tuple[BaseProcess, Connection]]:
    """A run in a process of its own, and what it tells: how many pages are done, and at its end that it is.

    Where there is a ``leave``, it takes one each time it has told something, and waits while there is none: so it is
    never further than its parent wants, however busy the machine is.
    """
    hear, tell = CHILDREN.Pipe(duplex=False)
    process = CHILDREN.Process(target=_run, args=(data, book, url, tell, leave), daemon=True)
    process.start()
    tell.close()
    try:
        yield process, hear
    finally:
        process.kill()
        process.join()


if __name__ == "__main__":
    # How much memory a run takes at most, in KB, without what an index takes. What `getrusage` tells would be that of
    # the process that started this one, where that has more.
    asyncio.run(ingest_into(Path(sys.argv[1]), Path(sys.argv[2]), index=NoIndex()))
    (most,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    print(most)
