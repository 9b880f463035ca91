"""The passage index on a Qdrant server (1.16 or newer): one collection a book and revision, behind an alias a book.

A collection is never changed once its alias points to it, so its cache stays valid. Other processes notice a new
revision when the old collection is gone, or after ``_FRESH`` seconds.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from grpc import RpcError
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.errors import IndexDown
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.lexical import question_tokens
from footnoted.providers.qdrant.points import slug
from footnoted.providers.qdrant.server.collection import Collection, down, is_gone
from footnoted.providers.qdrant.server.layout import Layout, build_graph, create
from footnoted.providers.qdrant.server.shared_books import SharedBooks
from footnoted.providers.utf8 import encodable

T = TypeVar("T")

_FRESH = 2.0
"""Seconds for which the collections' names are cached."""
_PATIENCE = 120.0
"""Seconds to wait for the server to index a new revision; it can be searched before, only more slowly."""
_GRPC_PORT = 6334
"""Qdrant's own."""


class ServerIndex:
    """Implements PassageIndex."""

    def __init__(
        self,
        url: str,
        api_key: str | None,
        dimensions: int,
        *,
        timeout: float = 10.0,
        prefix: str = "footnoted",
        layout: Layout | None = None,
        grpc_port: int | None = None,
    ) -> None:
        self._client = client(url, api_key, timeout, grpc_port)
        self._dimensions = dimensions
        self._prefix = prefix
        self._layout = layout or Layout()
        self._collections: dict[str, Collection] = {}
        self._looked = float("-inf")

    def shared_books(self) -> SharedBooks:
        """The collection that small books share."""
        name = f"{self._prefix}.shared-{self._dimensions}"
        return SharedBooks(self._client, name, self._dimensions, self._layout)

    async def search(self, search: Search) -> list[Hit]:
        tokens = question_tokens(search.text, search.context, search.languages)
        if search.book is not None:
            return await self._ask(search.book, lambda it: it.search(search, tokens), [])
        with down():
            books = await self._resolve()
        none: list[Hit] = []
        found = await asyncio.gather(*(self._of(it, lambda it: it.search(search, tokens), none) for it in books))
        return [hit for hits in found for hit in hits]

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        return await self._ask(passage.book, lambda it: it.neighbours(passage, reach), [])

    async def revision(self, book: str) -> str | None:
        return await self._ask(book, lambda it: it.revision(), None)

    async def count(self, book: str) -> int:
        return await self._ask(book, lambda it: it.count(), 0)

    async def _ask(self, book: str, what: Callable[[Collection], Awaitable[T]], otherwise: T) -> T:
        return await self._of(self._alias(book), what, otherwise)

    async def _of(self, alias: str, what: Callable[[Collection], Awaitable[T]], otherwise: T) -> T:
        """Ask the alias's collection; if it was replaced meanwhile, ask the one that replaced it."""
        with down():
            for _ in range(5):
                collection = (await self._resolve()).get(alias)
                if collection is None:
                    return otherwise
                try:
                    return await what(collection)
                except (UnexpectedResponse, RpcError) as error:
                    if not is_gone(error):
                        raise
                    self._looked = float("-inf")
        raise IndexDown("The book's index is being replaced faster than it can be read.")

    async def _resolve(self) -> dict[str, Collection]:
        """Alias → collection, for every book."""
        if time.monotonic() - self._looked > _FRESH:
            found = (await self._client.get_aliases()).aliases
            names = {it.alias_name: it.collection_name for it in found if it.alias_name.startswith(self._prefix + "-")}
            known = {it.name: it for it in self._collections.values()}
            self._collections = {
                alias: known.get(name) or Collection(self._client, name, self._dimensions)
                for alias, name in names.items()
            }
            self._looked = time.monotonic()
        return self._collections

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[ServerRevision, None]:
        alias = self._alias(book)
        name = f"{alias}.{secrets.token_hex(6)}"
        published = False
        try:
            with down():
                self._looked = float("-inf")
                current = (await self._resolve()).get(alias)
                await self._sweep(alias, keep=current.name if current else None)
                if current and not afresh:
                    await current.check()
                metadata = {"book": encodable(book), "revision": encodable(revision)}
                await create(self._client, name, self._dimensions, self._layout, metadata)
            draft = ServerRevision(Collection(self._client, name, self._dimensions))
            yield draft
            with down():
                if current and not afresh:
                    await current.copy_into(name, without=draft.replaced)
                await self._settle(name)
                await self._client.update_collection_aliases([_delete(alias), _point(alias, name)])
                published = True
                self._looked = float("-inf")
                if current:
                    await self._client.delete_collection(current.name)
        finally:
            if not published:
                with suppress(IndexDown), down():
                    await self._client.delete_collection(name)

    async def _settle(self, name: str) -> None:
        await build_graph(self._client, name)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            status = (await self._client.get_collection(name)).status
            if status == models.CollectionStatus.GREEN:
                return
            await asyncio.sleep(0.1)

    async def _sweep(self, alias: str, keep: str | None) -> None:
        """Remove collections that killed runs left behind."""
        ours = re.compile(re.escape(alias) + r"\.[0-9a-f]{12}")
        for it in (await self._client.get_collections()).collections:
            if it.name != keep and ours.fullmatch(it.name):
                await self._client.delete_collection(it.name)

    async def drop(self, book: str) -> None:
        with down():
            await self._client.update_collection_aliases([_delete(self._alias(book))])
            await self._sweep(self._alias(book), keep=None)
            self._looked = float("-inf")

    async def ping(self) -> None:
        with down():
            self._looked = float("-inf")
            for collection in (await self._resolve()).values():
                await collection.check()

    async def close(self) -> None:
        await self._client.close()

    def _alias(self, book: str) -> str:
        return f"{self._prefix}-{slug(book)}"


class ServerRevision:
    """A new collection: first the changed pages are written, at the end the others are copied.

    The other way round would leave deleted points behind, and word scores would differ from a fresh collection's.
    """

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self.replaced: set[str] = set()

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        with down():
            if route in self.replaced:
                await self._collection.remove_page(route)
            self.replaced.add(route)
            await self._collection.add(passages, vectors)


def client(url: str, api_key: str | None, timeout: float, grpc_port: int | None = None) -> AsyncQdrantClient:
    """A connection that asks nothing before it is used; by gRPC where its port is given."""
    return AsyncQdrantClient(
        url=url,
        api_key=api_key or None,
        timeout=max(1, round(timeout)),
        check_compatibility=False,
        prefer_grpc=grpc_port is not None,
        grpc_port=grpc_port or _GRPC_PORT,
    )


def _delete(alias: str) -> models.DeleteAliasOperation:
    return models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias))


def _point(alias: str, name: str) -> models.CreateAliasOperation:
    return models.CreateAliasOperation(create_alias=models.CreateAlias(collection_name=name, alias_name=alias))
