"""Books of several embedders, each in an index of its own, as one index: each is searched with a vector of its own.

Knows which book has which embedder; a question that was embedded with another one is embedded again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from footnoted.domain.book import Hit, Passage
from footnoted.domain.ports import Embedder, PassageIndex, Revision, Search
from footnoted.engine.find.embedding import question_vector

Own = Mapping[str, tuple[Embedder, PassageIndex]]
"""Book → its own embedder, and the index of all books that have it."""


def embedder_for(book: str, common: Embedder, own: Own) -> Embedder:
    return own[book][0] if book in own else common


class OwnEmbedders:
    """Takes the role of the PassageIndex."""

    def __init__(self, common: PassageIndex, own: Own) -> None:
        self._common, self._own = common, own
        self._embedders = {id(index): (embedder, index) for embedder, index in own.values()}

    async def search(self, search: Search) -> list[Hit]:
        if search.book is None:
            own = (_search(embedder, index, search) for embedder, index in self._embedders.values())
            found = await asyncio.gather(self._common.search(search), *own)
            return [hit for hits in found for hit in hits]
        if search.book in self._own:
            return await _search(*self._own[search.book], search)
        return await self._common.search(search)

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        return await self._of(passage.book).neighbours(passage, reach)

    async def revision(self, book: str) -> str | None:
        return await self._of(book).revision(book)

    async def count(self, book: str) -> int:
        return await self._of(book).count(book)

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[Revision, None]:
        """A book that had another embedder before is gone from that one's index as soon as it is in its own."""
        own = self._of(book)
        async with own.revise(book, revision, afresh=afresh) as draft:
            yield draft
        for index in self._indexes():
            if index is not own and await index.revision(book) is not None:
                await index.drop(book)

    async def drop(self, book: str) -> None:
        await self._of(book).drop(book)

    async def ping(self) -> None:
        for index in self._indexes():
            await index.ping()

    async def close(self) -> None:
        for index in self._indexes():
            await index.close()

    def _of(self, book: str) -> PassageIndex:
        return self._own[book][1] if book in self._own else self._common

    def _indexes(self) -> list[PassageIndex]:
        return [self._common, *(index for _, index in self._embedders.values())]


async def _search(embedder: Embedder, index: PassageIndex, search: Search) -> list[Hit]:
    if search.embedder == embedder.name:
        return await index.search(search)
    vector = await question_vector(embedder, search.text, search.context)
    return await index.search(replace(search, vector=vector, embedder=embedder.name))
