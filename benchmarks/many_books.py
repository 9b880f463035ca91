"""`python -m benchmarks.many_books [BOOKS]`: a library of small books on a real Qdrant server, against a single book.

Prints what asking one of 1,000 books of 100 passages costs against asking the only book there is, turn by turn in one
run; then asking ten of them, and all. Wall-clock time, and processor time of client and server, which says more on a
busy machine.
"""

from __future__ import annotations

import asyncio
import random
import sys
from dataclasses import replace
from statistics import median
from time import perf_counter

from tests.servers import QdrantNode, running_qdrant

from benchmarks.growth.measure import processor_time
from benchmarks.growth.synthetic import DIMENSIONS, Synthetic
from benchmarks.timing import p95
from footnoted.domain.book import Passage, passage_id
from footnoted.domain.ports import PassageIndex, Search
from footnoted.engine.find.chosen_books import ChosenIndex
from footnoted.providers.qdrant.server.index import ServerIndex
from footnoted.providers.qdrant.server.library import LibraryIndex

_BOOKS = 1_000
_PASSAGES, _PAGE = 100, 10
_QUESTIONS = 400
_FOUND = 30
_TARGET = 1.2


async def run(books: int) -> int:
    with running_qdrant() as node:
        many, alone = (
            LibraryIndex(ServerIndex(node.url, None, DIMENSIONS, prefix=name, timeout=120), 2_000)
            for name in ("many", "alone")
        )
        started = perf_counter()
        for number in range(books):
            await _write(many, number)
        print(f"  {books} books of {_PASSAGES} passages written in {perf_counter() - started:.0f} s", flush=True)
        await _write(alone, 0)
        ratio = await _compare(many, alone, books, node)
        await many.close()
        await alone.close()
    print(f"  (target ≤ {_TARGET})")
    return 0 if ratio <= _TARGET else 3


async def _write(index: PassageIndex, number: int) -> None:
    book = f"book-{number}"
    (chunk,) = Synthetic(1_000 + number).chunks(_PASSAGES)
    async with index.revise(book, "r1", afresh=True) as draft:
        for at in range(0, _PASSAGES, _PAGE):
            rows = range(at, at + _PAGE)
            passages = [_passage(book, row, " ".join(f"word{word}" for word in chunk.words[row])) for row in rows]
            await draft.replace_page(passages[0].route, passages, [chunk.vectors[row].tolist() for row in rows])


def _passage(book: str, row: int, text: str) -> Passage:
    route = f"/{book}/page-{row // _PAGE}"
    place = passage_id(book, route, row % _PAGE)
    return Passage(place, book, "https://book.example", route, "", f"Page {row}", (), row % _PAGE, row // _PAGE, text)


async def _compare(many: LibraryIndex, alone: LibraryIndex, books: int, node: QdrantNode) -> float:
    chance = random.Random(1)
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in ("single", "first", "again", "ten", "all")}

    async def timed(index: PassageIndex | ChosenIndex, search: Search) -> tuple[float, float]:
        started, worked = perf_counter(), processor_time(node)
        hits = await index.search(search)
        if not hits:
            raise RuntimeError(f"nothing was found in {search.book}: the library is not as it was written")
        return perf_counter() - started, processor_time(node) - worked

    vectors, words = Synthetic().questions(_QUESTIONS)
    for number in range(_QUESTIONS):
        text = " ".join(f"word{word}" for word in words[number])
        search = Search(text, vectors[number].tolist(), _FOUND, "book-0")
        other = replace(search, book=f"book-{chance.randrange(books)}")
        took["single"].append(await timed(alone, search))
        took["first"].append(await timed(many, other))
        took["again"].append(await timed(many, replace(other, text=text + " again")))
        if number % 10 == 0:
            some = [f"book-{chance.randrange(books)}" for _ in range(10)]
            took["ten"].append(await timed(ChosenIndex(many, some), replace(search, book=None)))
            took["all"].append(await timed(many, replace(search, book=None)))
    for name, times in took.items():
        passed, worked = zip(*times, strict=True)
        print(
            f"  {name:<8} p95 {1000 * p95(passed[2:]):6.1f} ms   processor time: median "
            f"{1000 * median(worked):5.1f} ms, p95 {1000 * p95(worked[2:]):5.1f} ms"
        )
    for number, kind in enumerate(("time passed", "processor time")):
        single, first, again = (p95([pair[number] for pair in took[name]][2:]) for name in ("single", "first", "again"))
        print(f"  p95 of one of {books} / of the only one, {kind}: {again / single:.2f}; never asked before ", end="")
        print(f"{first / single:.2f}")
    return again / single


if __name__ == "__main__":
    print("One of many books")
    sys.exit(asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else _BOOKS)))
