"""A catalogue of one book, read from a collection that another program made; nothing can be ingested into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence

from footnoted.domain.book import Book, Page, Passage, Section
from footnoted.domain.errors import Misconfigured
from footnoted.providers.qdrant.foreign.index import ForeignIndex


class ForeignCatalogue:
    """Implements Catalogue for a ForeignIndex. Raises IndexDown."""

    def __init__(self, index: ForeignIndex, collection: str, embedder: str) -> None:
        self._index, self._collection, self._embedder = index, collection, embedder

    async def books(self) -> list[Book]:
        revision = await self._index.revision(self._collection)
        if revision is None:
            raise Misconfigured(
                f"Qdrant has no collection {self._collection}. Set FOOTNOTED_COLLECTION to one it has, or unset it."
            )
        count = await self._index.count(self._collection)
        return [Book(self._collection, self._collection, "a collection", "", self._embedder, revision, passages=count)]

    async def page_hashes(self, book: str) -> dict[str, str]:
        return {}

    async def pages(self, book: str) -> list[Page]:
        """Empty: such a collection has no list of pages."""
        return []

    async def page(self, book: str, route: str) -> list[Passage]:
        return await self._index.page(route) if book == self._collection else []

    async def page_by_page(self, book: str, routes: Sequence[str]) -> AsyncIterator[tuple[str, list[Passage]]]:
        for route in routes:
            yield route, await self.page(book, route)

    async def sections(self, book: str) -> list[Section]:
        """Empty: such a collection has no order of pages."""
        return []

    async def record(self, book: Book, changed: Collection[Page], removed: Sequence[str]) -> None:
        raise Misconfigured(_READ_ONLY)

    async def forget_book(self, book: str) -> None:
        raise Misconfigured(_READ_ONLY)


_READ_ONLY = (
    "FOOTNOTED_COLLECTION names a collection that is only read. Unset it to keep books in an index of your own."
)
