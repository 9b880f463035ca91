"""Views of some books only, for a key that may ask only these. Read-only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from footnoted.domain.book import Book, Hit, Page, Passage, Section
from footnoted.domain.ports import Catalogue, PassageIndex, Search


class ChosenIndex:
    """Searches the chosen books only; implements the reading part of PassageIndex."""

    def __init__(self, index: PassageIndex, books: Sequence[str]) -> None:
        self._index, self._books = index, books
        self.revision, self.count, self.neighbours = index.revision, index.count, index.neighbours
        self.revise, self.drop, self.ping, self.close = index.revise, index.drop, index.ping, index.close

    async def search(self, search: Search) -> list[Hit]:
        asked = [book for book in self._books if search.book in (None, book)]
        found = await asyncio.gather(*(self._index.search(replace(search, book=book)) for book in asked))
        return [hit for hits in found for hit in hits]


class ChosenCatalogue:
    """Lists the chosen books only; implements Catalogue."""

    def __init__(self, catalogue: Catalogue, books: Sequence[str]) -> None:
        self._catalogue, self._books = catalogue, books
        self.record, self.forget_book = catalogue.record, catalogue.forget_book

    async def books(self) -> list[Book]:
        return [book for book in await self._catalogue.books() if book.name in self._books]

    async def page_hashes(self, book: str) -> dict[str, str]:
        return await self._catalogue.page_hashes(book) if book in self._books else {}

    async def pages(self, book: str) -> list[Page]:
        return await self._catalogue.pages(book) if book in self._books else []

    async def page(self, book: str, route: str) -> list[Passage]:
        return await self._catalogue.page(book, route) if book in self._books else []

    async def page_by_page(self, book: str, routes: Sequence[str]) -> AsyncIterator[tuple[str, list[Passage]]]:
        async for page in self._catalogue.page_by_page(book, routes if book in self._books else ()):
            yield page

    async def sections(self, book: str) -> list[Section]:
        return await self._catalogue.sections(book) if book in self._books else []
