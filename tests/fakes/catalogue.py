"""A catalogue in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace

from footnoted.domain.book import Book, Page, Passage, Section, sections_of


class FakeCatalogue:
    def __init__(self) -> None:
        self.shelf: dict[str, tuple[Book, dict[str, Page]]] = {}

    async def books(self) -> list[Book]:
        return [book for _, (book, _) in sorted(self.shelf.items())]

    async def page_hashes(self, book: str) -> dict[str, str]:
        return {route: page.source_hash for route, page in self._pages(book).items()}

    async def record(self, book: Book, changed: Collection[Page], removed: Sequence[str]) -> None:
        pages = {route: page for route, page in self._pages(book.name).items() if route not in removed}
        self.shelf[book.name] = (book, pages | {page.route: page for page in changed})

    async def pages(self, book: str) -> list[Page]:
        pages = sorted(self._pages(book).values(), key=lambda page: (page.order, page.route))
        return [replace(page, passages=()) for page in pages]

    async def page(self, book: str, route: str) -> list[Passage]:
        page = self._pages(book).get(route)
        return sorted(page.passages, key=lambda passage: passage.position) if page else []

    async def page_by_page(self, book: str, routes: Sequence[str]) -> AsyncIterator[tuple[str, list[Passage]]]:
        for route in routes:
            yield route, await self.page(book, route)

    async def sections(self, book: str) -> list[Section]:
        pages = sorted(self._pages(book).values(), key=lambda page: (page.order, page.route))
        return sections_of([passage for page in pages for passage in await self.page(book, page.route)])

    async def forget_book(self, book: str) -> None:
        self.shelf.pop(book, None)

    def _pages(self, book: str) -> dict[str, Page]:
        return self.shelf[book][1] if book in self.shelf else {}
