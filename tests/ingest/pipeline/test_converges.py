"""On the real embedded index and SQLite: killed runs, readers beside a run, unchanged pages, and memory."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from types import FrameType

import pytest

from footnoted.domain.ports import Search
from footnoted.ingest.index import Summary
from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from tests.ingest.pipeline.program import DIMENSIONS, ingest_into, running, write_book
from tests.patience import PATIENCE
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
            leave.release()  # for each look a page, and it goes on during the next look
            await asyncio.sleep(0)
    assert set(await words(reader)) == {"new"}
    assert set(seen) <= {(3 * PAGES, frozenset({"old"})), (3 * PAGES, frozenset({"new"}))}
    assert len(seen) >= PAGES, "too few looks to have seen anything"
    await reader.close()


def calls(data: Path, book: Path) -> tuple[int, Summary]:
    """How many functions a run calls, in all its threads: its work, however busy or slow the machine is."""
    counter = count()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            next(counter)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        summary, _ = asyncio.run(ingest_into(data, book))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return next(counter), summary


def test_a_page_that_did_not_change_costs_little(tmp_path: Path) -> None:
    data, book = tmp_path / "data", tmp_path / "book"

    def changed(pages: int, word: str) -> int:
        """The work for one changed page among so many."""
        write_book(book, 1, word)
        work, summary = calls(data, book)
        assert (summary.changed, summary.unchanged, summary.passages) == (1, pages - 1, 3 * pages)
        return work

    write_book(book, 40)
    calls(data, book)
    among_few = changed(40, "newer")
    write_book(book, 80)
    added, summary = calls(data, book)
    assert (summary.added, summary.changed) == (40, 1)
    assert changed(80, "newest") - among_few < added / 5, "forty pages more that did not change"


def test_memory_does_not_grow_with_the_book(tmp_path: Path) -> None:
    """Of ingestion alone. What the index itself takes grows with the vectors it holds, as it must."""
    peaks = []
    for pages in (40, 400):
        write_book(tmp_path / str(pages), pages, sections=4)
        program = ["-m", "tests.ingest.pipeline.program", str(tmp_path / f"data{pages}"), str(tmp_path / str(pages))]
        out = subprocess.run(
            [sys.executable, *program], cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True
        ).stdout
        peaks.append(int(out))
    assert peaks[1] <= 1.1 * peaks[0]
