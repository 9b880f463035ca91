"""What is new, changed, moved or gone since a book was last ingested. Knows hashes and places; reads no page."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Book
from footnoted.domain.ports import Catalogue, PassageIndex
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.pipeline.fingerprint import fingerprint
from footnoted.ingest.pipeline.pages import Task


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
    """What there is to do. A page's source hash ends in its place in the reading order, which may change alone.

    ``reorders`` says whether pages that only moved are written again; without a vector cache each would be embedded
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
    places = _places([leaf.route for leaf in manuscript.leaves], stored)
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


def _places(routes: Sequence[str], stored: Mapping[str, str]) -> Sequence[int]:
    """A number for each page in reading order: the one it has, so that removing a page moves no other.

    >>> _places(["/b", "/new"], {"/a": "x:0", "/b": "y:1"}), _places(["/b", "/a"], {"/a": "x:0", "/b": "y:1"})
    ([1, 2], [0, 1])
    """
    held = [int(stored[route].rpartition(":")[2]) if route in stored else None for route in routes]
    places: list[int] = []
    ahead = math.inf
    limits: list[float] = []
    for place in reversed(held):
        limits.append(ahead)
        ahead = ahead if place is None else place
    for place, limit in zip(held, reversed(limits), strict=True):
        after = places[-1] + 1 if places else 0
        places.append(after if place is None else place)
        if places[-1] < after or places[-1] >= limit:
            return list(range(len(routes)))
    return places
