"""On the real embedded index and SQLite: killed runs, readers beside a run, one changed page, and memory."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from tests.ingest.pipeline.program import DIMENSIONS, ingest_into, running, write_book
from tests.processes import CHILDREN

ROOT = Path(__file__).parents[3]
PAGES = 60
EVERY = Search("", [1.0] * DIMENSIONS, limit=10_000, book="b")


def killed(data: Path, book: Path, after: int) -> None:
    """Start a run, and kill it once so many pages are done."""
    leave = CHILDREN.Semaphore(0)
    with running(data, book, leave=leave) as (process, hear):
        while (heard := hear.recv()) != "done" and heard < after:
            leave.release()
    assert process.exitcode == -9, "it ended before it could be killed"


async def words(index: EdgeIndex) -> list[str]:
    """The word in each passage of the index, which tells its edition."""
    return sorted(hit.passage.text.split()[1] for hit in await index.search(EVERY))


async def state(data: Path) -> tuple[int, int, set[str]]:
    """Passages in the index and in the catalogue, and the editions they are of. Both must name the same revision."""
    index = EdgeIndex(data / "index", DIMENSIONS)
    database = await Database.open(f"sqlite:///{data / 'footnoted.db'}")
    catalogue = SqlCatalogue(database)
    try:
        (book,) = await catalogue.books()
        assert book.revision == await index.revision("b")
        found = await words(index)
        pages = [await catalogue.page("b", route) for route in await catalogue.page_hashes("b")]
        assert len(pages) == book.pages
        assert sum(map(len, pages)) == book.passages
        ids = {hit.passage.id for hit in await index.search(EVERY)}
        assert ids == {passage.id for page in pages for passage in page}
        return len(found), book.passages, set(found)
    finally:
        await index.close()
        await database.close()


@pytest.mark.parametrize("after", [1, PAGES // 2])
async def test_killed_half_way_the_next_run_converges(tmp_path: Path, after: int) -> None:
    data, book = tmp_path / "data", tmp_path / "book"
    write_book(book, PAGES)
    killed(data, book, after)
    reader = EdgeIndex(data / "index", DIMENSIONS)
    assert await words(reader) == [], "nothing of a half-made book may answer"
    await ingest_into(data, book)
    assert await state(data) == (3 * PAGES, 3 * PAGES, {"old"})

    write_book(book, PAGES, word="new")
    killed(data, book, after)
    assert set(await words(reader)) == {"old"}, "readers keep what they had"
    summary, _ = await ingest_into(data, book)
    assert (summary.added, summary.changed, summary.skipped) == (0, PAGES, ())
    assert await state(data) == (3 * PAGES, 3 * PAGES, {"new"})
    assert set(await words(reader)) == {"new"}
    await reader.close()
    left = [path for path in (data / "index" / "b").iterdir() if path.is_dir()]
    assert len(left) <= 2, "the current directory and the one before"


async def test_readers_see_the_old_book_or_the_new_one(tmp_path: Path) -> None:
    data, book = tmp_path / "data", tmp_path / "book"
    write_book(book, PAGES)
    await ingest_into(data, book)
    write_book(book, PAGES, word="new")
    reader = EdgeIndex(data / "index", DIMENSIONS)
    seen: list[tuple[int, frozenset[str]]] = []
    leave = CHILDREN.Semaphore(0)
    with running(data, book, leave=leave) as (process, hear):
        hear.recv()  # it has begun
        while process.is_alive():
            found = await words(reader)
            seen.append((len(found), frozenset(found)))
            leave.release()  # for each look a page or less, and it goes on during the next look
            await asyncio.sleep(0)
    assert set(await words(reader)) == {"new"}
    assert set(seen) <= {(3 * PAGES, frozenset({"old"})), (3 * PAGES, frozenset({"new"}))}
    assert len(seen) > 5, "too few looks to have seen anything"
    await reader.close()


async def test_one_changed_page_of_500_is_indexed_within_a_second(tmp_path: Path) -> None:
    data, book = tmp_path / "data", tmp_path / "book"
    write_book(book, 500)
    await ingest_into(data, book)
    times = []
    for word in ("newer", "newest", "last"):
        write_book(book, 1, word)
        started = time.process_time()
        summary, _ = await ingest_into(data, book)
        times.append(time.process_time() - started)
        assert (summary.changed, summary.unchanged, summary.passages) == (1, 499, 1500)
    # Seconds of work, the least of three: the machine may have others to serve at the same time.
    assert min(times) < 1.0


def test_memory_does_not_grow_with_the_book(tmp_path: Path) -> None:
    """Of ingestion alone. What the index itself takes grows with the vectors it holds, as it must."""
    peaks = []
    for pages in (80, 800):
        write_book(tmp_path / str(pages), pages, sections=4)
        program = ["-m", "tests.ingest.pipeline.program", str(tmp_path / f"data{pages}"), str(tmp_path / str(pages))]
        out = subprocess.run([sys.executable, *program], cwd=ROOT, capture_output=True, timeout=300, check=True).stdout
        peaks.append(int(out))
    assert peaks[1] <= 1.3 * peaks[0]
