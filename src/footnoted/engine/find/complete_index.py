"""Checks the index against the catalogue: a search alone cannot tell an empty result from a lost book.

Knows how many passages each book has, not how they are found.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from footnoted.domain.book import Book, Hit, Passage
from footnoted.domain.errors import IndexDamaged
from footnoted.domain.ports import Catalogue, PassageIndex, Revision, Search


class CompleteIndex:
    """Implements PassageIndex; raises IndexDamaged if the wrapped index lacks passages."""

    def __init__(self, index: PassageIndex, catalogue: Catalogue) -> None:
        self._index, self._catalogue = index, catalogue

    async def search(self, search: Search) -> list[Hit]:
        hits = await self._index.search(search)
        if not hits:  # a complete index has something for every question
            await self._check([book for book in await self._catalogue.books() if search.book in (None, book.name)])
        return hits

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        return await self._index.neighbours(passage, reach)

    async def revision(self, book: str) -> str | None:
        return await self._index.revision(book)

    async def count(self, book: str) -> int:
        return await self._index.count(book)

    def revise(self, book: str, revision: str, *, afresh: bool = False) -> AbstractAsyncContextManager[Revision]:
        return self._index.revise(book, revision, afresh=afresh)

    async def drop(self, book: str) -> None:
        await self._index.drop(book)

    async def ping(self) -> None:
        """Return if every book can be searched completely."""
        await self._index.ping()
        await self._check(await self._catalogue.books())

    async def close(self) -> None:
        await self._index.close()

    async def _check(self, books: list[Book]) -> None:
        for book in books:
            if await is_damaged(book, self._index):
                raise IndexDamaged(damage(book, await self._index.count(book.name)))


async def is_damaged(book: Book, index: PassageIndex) -> bool:
    """Whether the index lacks passages that the catalogue has.

    With another revision it is not damaged: an ingestion is between its two commits, or was killed there.
    """
    if await index.count(book.name) == book.passages:
        return False
    return await index.revision(book.name) in (None, book.revision)  # asked last: the count is of this or an older one


def damage(book: Book, held: int) -> str:
    """The problem, and the command that fixes it."""
    return (
        f"index_damaged: the index holds {held} of {book.passages} passages of '{book.name}'. "
        f"Run: footnoted repair {book.name}"
    )
