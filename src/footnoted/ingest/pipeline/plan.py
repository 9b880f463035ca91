"""What is new, changed, moved or gone since a book was last ingested. Knows hashes and places; reads no page."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from footnoted.domain.book import Book
from footnoted.domain.ports import Catalogue, PassageIndex
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.pipeline.fingerprint import fingerprint
from footnoted.ingest.pipeline.pages import Task

GAP = 1024
"""Between the numbers of two pages at first: room for ten pages that come one by one at the same place."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an ingestion has to do, worked out before any page is read."""

    known: Book | None
    """The book as the catalogue has it."""
    stored: Mapping[str, str]
    """Route → source hash of the pages that the catalogue has."""
    todo: list[Task]
    moved: int
    """How many of those only changed their place."""
    removed: list[str]
    afresh: bool

    @property
    def is_empty(self) -> bool:
        return not (self.todo or self.removed or self.afresh)


async def make_plan(
    manuscript: Manuscript, named: Book, index: PassageIndex, catalogue: Catalogue, reorders: bool
) -> Plan:
    """Work out what to do. A page's source hash ends in its place in the reading order, which may change alone.

    With ``reorders``, pages that only moved are written again; without a vector cache each would have to be embedded
    again only to change a number.
    """
    known = next((book for book in await catalogue.books() if book.name == named.name), None)
    stored = await catalogue.page_hashes(named.name) if known else {}
    afresh = (
        known is None
        or known.embedder != named.embedder
        or known.revision != await index.revision(named.name)
        or known.passages != await index.count(named.name)  # the index lost some
    )
    hashes = await asyncio.to_thread(lambda: [fingerprint(leaf, manuscript) for leaf in manuscript.leaves])
    todo: list[Task] = []
    moved = 0
    places = _places([leaf.route for leaf in manuscript.leaves], {} if afresh else stored)
    for leaf, digest, order in zip(manuscript.leaves, hashes, places, strict=True):
        now, before = f"{digest}:{order}", stored.get(leaf.route, "")
        same = before.partition(":")[0] == digest
        moved += same and before != now and reorders
        if afresh or not same or (before != now and reorders):
            todo.append(Task(leaf, order, now))
    routes = {leaf.route for leaf in manuscript.leaves}
    return Plan(
        known=known,
        stored=stored,
        todo=todo,
        moved=0 if afresh else moved,
        removed=[route for route in stored if route not in routes],
        afresh=afresh,
    )


def _places(routes: Sequence[str], stored: Mapping[str, str]) -> list[int]:
    """A number for each page in reading order; as many pages as possible keep theirs, so that they need no change.

    >>> _places(["/b", "/new"], {"/a": "x:0", "/b": "y:1"}), _places(["/b", "/a"], {"/a": "x:0", "/b": "y:1024"})
    ([1, 1025], [-1024, 0])
    """
    held = [int(stored[route].rpartition(":")[2]) if route in stored else None for route in routes]
    fixed = [-1, *_rising(held), len(held)]
    places: list[int] = []
    for left, right in pairwise(fixed):
        before, after = (held[at] if 0 <= at < len(held) else None for at in (left, right))
        between = _between(before, after, right - left - 1)
        if between is None:
            return [GAP * at for at in range(len(routes))]
        places += [*between, *([] if after is None else [after])]
    return places


def _between(before: int | None, after: int | None, count: int) -> list[int] | None:
    """So many numbers between two others, evenly spread, or on the open side of one; None if there is no room.

    >>> _between(0, 8, 3), _between(None, 8, 1), _between(8, None, 1), _between(0, 3, 3)
    ([2, 4, 6], [-1016], [1032], None)
    """
    if before is not None and after is not None:
        room = after - before
        return [before + room * (at + 1) // (count + 1) for at in range(count)] if room > count else None
    if after is not None:
        return [after - GAP * (count - at) for at in range(count)]
    return [(0 if before is None else before + GAP) + GAP * at for at in range(count)]


def _rising(held: Sequence[int | None]) -> list[int]:
    """The positions of the longest series of rising numbers.

    >>> _rising([5, 1, None, 2, 9, 3])
    [1, 3, 5]
    """
    ends: list[int] = []  # for each length, the smallest number that a series ends in
    at_ends: list[int] = []
    before: dict[int, int] = {}
    for at, number in enumerate(held):
        if number is None:
            continue
        length = bisect_left(ends, number)
        if length:
            before[at] = at_ends[length - 1]
        ends[length : length + 1] = [number]
        at_ends[length : length + 1] = [at]
    series = at_ends[-1:]
    while series and series[-1] in before:
        series.append(before[series[-1]])
    return series[::-1]
