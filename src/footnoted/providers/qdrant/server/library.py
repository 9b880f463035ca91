"""A library on a Qdrant server: small books share a collection, large ones have one each.

When a book is indexed afresh, its size decides. A book that only changes stays where it is, unless it has outgrown the
shared collection.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.ports import Revision, Search
from footnoted.providers.qdrant.lexical import question_tokens
from footnoted.providers.qdrant.server.collection import down
from footnoted.providers.qdrant.server.index import ServerIndex
from footnoted.providers.qdrant.server.shared_books import Pages
from footnoted.providers.utf8 import encodable


class LibraryIndex:
    """Implements PassageIndex; books of up to ``small`` passages share a collection."""

    def __init__(self, own: ServerIndex, small: int) -> None:
        self._own, self._shared, self._small = own, own.shared_books(), small

    async def search(self, search: Search) -> list[Hit]:
        tokens = question_tokens(search.text, search.context, search.languages)
        with down():
            if search.book is None:
                return [*await self._shared.search_all(search, tokens), *await self._own.search(search)]
            if await self._is_shared(search.book):
                return await self._shared.search(search.book, search, tokens)
        return await self._own.search(search)

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        with down():
            if await self._is_shared(passage.book):
                return await self._shared.neighbours(passage, reach)
        return await self._own.neighbours(passage, reach)

    async def revision(self, book: str) -> str | None:
        with down():
            card = await self._shared.cards.of(encodable(book))
        return card.revision if card else await self._own.revision(book)

    async def count(self, book: str) -> int:
        with down():
            if await self._is_shared(book):
                return await self._shared.count(book)
        return await self._own.count(book)

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[Revision, None]:
        with down():
            is_shared = await self._is_shared(book)
            pages = await self._shared.pages(book) if is_shared and not afresh else {}
        has_own = await self._own.revision(book) is not None
        if has_own and not (afresh or is_shared):
            async with self._own.revise(book, revision) as large:
                yield large
            return
        async with AsyncExitStack() as stack:
            own = self._own.revise(book, revision, afresh=True)
            draft = SmallDraft(pages, self._small, lambda: stack.enter_async_context(own))
            yield draft
            if draft.large is None:
                with down():
                    await self._shared.replace(book, revision, draft.pages)
        with down():
            if draft.large is not None:
                await self._shared.drop(book)
        if draft.large is None and has_own:
            await self._own.drop(book)

    async def drop(self, book: str) -> None:
        with down():
            await self._shared.drop(book)
        await self._own.drop(book)

    async def ping(self) -> None:
        await self._own.ping()
        with down():
            await self._shared.cards.look()

    async def close(self) -> None:
        await self._own.close()

    async def _is_shared(self, book: str) -> bool:
        return await self._shared.cards.of(encodable(book)) is not None


class SmallDraft:
    """A new state of a book: kept in memory until it is done, or until it is too large for the shared collection."""

    def __init__(self, pages: Pages, small: int, grow: Callable[[], Awaitable[Revision]]) -> None:
        self.pages, self._small, self._grow = pages, small, grow
        self._held = sum(map(len, pages.values()))
        self.large: Revision | None = None

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        if self.large is not None:
            await self.large.replace_page(route, passages, vectors)
            return
        self._held += len(passages) - len(self.pages.pop(route, ()))
        if passages:
            self.pages[route] = list(zip(passages, vectors, strict=True))
        if self._held > self._small:
            await self._move()

    async def _move(self) -> None:
        self.large = await self._grow()
        for route, entries in self.pages.items():
            await self.large.replace_page(route, [known for known, _ in entries], [vector for _, vector in entries])
        self.pages = {}
