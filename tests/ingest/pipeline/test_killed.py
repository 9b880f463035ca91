"""Indexing, killed by SIGKILL at any moment, again and again, on each database: the next run finds a whole book.

`KILLS=200` kills that many on each; a normal run kills a few. Half of the kills come while pages are read, half while
the new edition is put in the place of the old one.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from pathlib import Path

from footnoted.providers.qdrant.embedded.index import EdgeIndex
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from tests.ingest.pipeline.program import DIMENSIONS, ingest_into, running, write_book
from tests.ingest.pipeline.test_converges import EVERY
from tests.processes import CHILDREN

KILLS = int(os.environ.get("KILLS", "4"))
PAGES, SECTIONS = 8, 2
PASSAGES = PAGES * SECTIONS


def kill(data: Path, book: Path, url: str, chance: random.Random) -> bool:
    """Start a run and kill it; whether it had said that it is done."""
    is_done = False
    last_page = PAGES if chance.random() < 0.5 else chance.randrange(1, PAGES)
    leave = CHILDREN.Semaphore(0)
    with running(data, book, url, leave) as (_, hear):
        while not is_done and (heard := hear.recv()) != last_page:
            is_done = heard == "done"
            leave.release()
        leave.release()  # one page more, or the new edition
        time.sleep(chance.uniform(0, 0.08))
        while not is_done and hear.poll():
            is_done = hear.recv() == "done"
    return is_done


async def seen(data: Path) -> tuple[int, Counter[str]]:
    """What readers find: how many different passages, and how many there are of each edition."""
    index = EdgeIndex(data / "index", DIMENSIONS)
    try:
        hits = await index.search(EVERY)
    finally:
        await index.close()
    return len({hit.passage.id for hit in hits}), Counter(hit.passage.text.split()[1] for hit in hits)


async def catalogued(url: str) -> list[tuple[int, int]]:
    """Passages that the catalogue counts and that it holds, by book."""
    database = await Database.open(url)
    try:
        catalogue = SqlCatalogue(database)
        found = []
        for book in await catalogue.books():
            pages = [await catalogue.page("b", route) for route in await catalogue.page_hashes("b")]
            found.append((book.passages, sum(map(len, pages))))
        return found
    finally:
        await database.close()


def test_whenever_indexing_is_killed_readers_have_one_whole_edition(tmp_path: Path, database_url: str) -> None:
    data, book, chance = tmp_path / "data", tmp_path / "book", random.Random(12)
    write_book(book, PAGES, "edition0", SECTIONS)
    asyncio.run(ingest_into(data, book, url=database_url))
    current, cut_short = "edition0", 0
    for number in range(1, KILLS + 1):
        edition = f"edition{number}"
        write_book(book, PAGES, edition, SECTIONS)
        is_done = kill(data, book, database_url, chance)
        different, editions = asyncio.run(seen(data))
        (shown,) = editions
        assert shown in ({edition} if is_done else {current, edition}), "a run said that it is done, and is not"
        assert (different, editions.total()) == (PASSAGES, PASSAGES), "passages are lost, or there twice"
        current, cut_short = shown, cut_short + (not is_done)
    assert cut_short >= KILLS // 4, "hardly a run was killed in time"
    asyncio.run(ingest_into(data, book, url=database_url))
    assert asyncio.run(seen(data)) == (PASSAGES, Counter({f"edition{KILLS}": PASSAGES}))
    assert asyncio.run(catalogued(database_url)) == [(PASSAGES, PASSAGES)]
