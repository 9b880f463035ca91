"""Small books in one collection of a Qdrant server, kept apart by a payload field, as Qdrant advises for tenants.

Each point names its tenant, which is one state of a book. A point without vectors, the book's card, names the tenant
that readers see; replacing the card shows them a new state in one step. The weight of a word depends on the book, so
the card also has the number of passages with each word. Knows no books that have their own collection.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from grpc import RpcError
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.lexical import passage_tokens
from footnoted.providers.qdrant.points import ALL_WORDS, MEANING, TENANT, WORDS, passage, payload, slug
from footnoted.providers.qdrant.server.cards import NAMESPACE, Card, Cards
from footnoted.providers.qdrant.server.collection import Collection, equals, scrolled, sparse, upsert
from footnoted.providers.qdrant.server.layout import Layout, create_shared
from footnoted.providers.qdrant.server.word_counts import WordCounts
from footnoted.providers.utf8 import encodable

_FRESH = 2.0
"""Seconds for which the numbers of passages are cached."""
_OPEN = 256
"""Books whose passages and words are kept in memory."""

Pages = dict[str, list[tuple[Passage, Vector]]]
"""Route → passages with their vectors."""


@dataclass(frozen=True, slots=True)
class _Open:
    """One state of a book, opened for searching."""

    tenant: str
    part: Collection
    words: WordCounts


class SharedBooks:
    """Reads and replaces books of the shared collection."""

    def __init__(self, client: AsyncQdrantClient, name: str, dimensions: int, layout: Layout) -> None:
        self._client, self._name, self._dimensions, self._layout = client, name, dimensions, layout
        self.cards = Cards(client, name)
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._all: tuple[str | None, Collection | None] = (None, None)
        self._shards: int | None = None
        self._counts: tuple[float, dict[str, int]] = (float("-inf"), {})

    async def search(self, book: str, search: Search, tokens: Mapping[int, float]) -> list[Hit]:
        opened = await self._opened(book)
        hits = await opened.part.search(search, opened.words.weigh(tokens)) if opened else []
        if opened and not hits:  # that state may have been removed meanwhile
            self.cards.doubt()
            now = await self._opened(book)
            if now and now is not opened:
                return await now.part.search(search, now.words.weigh(tokens))
        return hits

    async def search_all(self, search: Search, tokens: Mapping[int, float]) -> list[Hit]:
        """The best of all books together, each scored as in a search of its own book."""
        cards = await self.cards.all()
        if not cards:
            return []
        edition, every = self._all
        if every is None or edition != self.cards.edition:
            current = models.MatchAny(any=[card.tenant for card in cards.values()])
            every = await self._part(models.FieldCondition(key=TENANT, match=current), ALL_WORDS)
            self._all = self.cards.edition, every
        hits = await every.search(search, tokens)
        lexical = await self._lexical(hits, tokens)
        return [Hit(hit.passage, hit.similarity, lexical.get(hit.passage.id, 0.0), hit.vector) for hit in hits]

    async def _lexical(self, hits: Sequence[Hit], tokens: Mapping[int, float]) -> dict[str, float]:
        """Word scores by passage, weighted by its own book; one round trip, with one query for each book."""
        requests: list[models.QueryRequest] = []
        ids: dict[str | int | uuid.UUID, str] = {}
        for book in dict.fromkeys(hit.passage.book for hit in hits):
            opened = await self._opened(book)
            weights = opened.words.weigh(tokens) if opened else {}
            if not opened or not weights:
                continue
            own = {_point_id(opened.tenant, hit.passage.id): hit.passage.id for hit in hits if hit.passage.book == book}
            ids.update(own)
            only = models.Filter(must=[models.HasIdCondition(has_id=list(own))])
            requests.append(
                models.QueryRequest(query=sparse(weights), using=WORDS, filter=only, limit=len(own), with_payload=False)
            )
        found = await self._client.query_batch_points(self._name, requests) if requests else []
        return {ids[point.id]: point.score for response in found for point in response.points}

    async def neighbours(self, of: Passage, reach: int) -> list[Passage]:
        opened = await self._opened(of.book)
        return await opened.part.neighbours(of, reach) if opened else []

    async def count(self, book: str) -> int:
        """How many passages the book has. All books are counted at once, because a health check asks for each."""
        card = (await self.cards.all()).get(encodable(book))
        if card is None:
            return 0
        counted, counts = self._counts
        if time.monotonic() - counted > _FRESH:
            found = await self._client.facet(self._name, TENANT, limit=1_000_000, exact=True)
            counts = {str(hit.value): hit.count for hit in found.hits}
            self._counts = time.monotonic(), counts
        return counts.get(card.tenant, 0)

    async def pages(self, book: str) -> Pages:
        """All pages of the book."""
        card = await self.cards.of(encodable(book))
        if card is None:
            return {}
        own = models.Filter(must=[equals(TENANT, card.tenant)])
        pages: Pages = {}
        async for records in scrolled(self._client, self._name, own, [MEANING]):
            for record in records:
                known = passage(record.id, record.payload or {})
                vector = cast(dict[str, list[float]], record.vector)[MEANING]
                pages.setdefault(known.route, []).append((known, vector))
        return {route: sorted(entries, key=lambda entry: entry[0].position) for route, entries in pages.items()}

    async def replace(self, book: str, revision: str, pages: Pages) -> None:
        """Write a new state of the book, show it to readers in one step, then remove all but the previous state.

        The previous one stays until the next change, for other processes that do not know the new one yet.
        """
        await self._exist()
        name = encodable(book)
        before = await self.cards.of(name)
        tenant = f"{slug(book)}.{secrets.token_hex(6)}"
        entries = [entry for page in pages.values() for entry in page]
        tokens = [passage_tokens(known) for known, _ in entries]
        points = [_point(tenant, *entry, own) for entry, own in zip(entries, tokens, strict=True)]
        await upsert(self._client, self._name, points)
        counts = Counter(token for own in tokens for token in own)
        words = WordCounts.of(counts, sum(1 for own in tokens if own))
        await self.cards.write(name, Card(tenant, encodable(revision)), words.packed())
        self._counts = (float("-inf"), {})
        kept = [tenant, *([before.tenant] if before else [])]
        others = models.Filter(must=[equals("book", name)], must_not=[equals(TENANT, state) for state in kept])
        await self._client.delete(self._name, models.FilterSelector(filter=others), wait=True)

    async def drop(self, book: str) -> None:
        """Remove the book: first for readers, then on disk."""
        name = encodable(book)
        if await self.cards.of(name) is None:
            return
        await self.cards.remove(name)
        await self._client.delete(
            self._name, models.FilterSelector(filter=models.Filter(must=[equals("book", name)])), wait=True
        )

    async def _opened(self, book: str) -> _Open | None:
        name = encodable(book)
        card = await self.cards.of(name)
        if card is None:
            return None
        if card.tenant in self._open:
            self._open.move_to_end(card.tenant)
            return self._open[card.tenant]
        now, written = await self.cards.read(name)
        if now is None:
            return None
        part = await self._part(equals(TENANT, now.tenant), tenant=now.tenant)
        opened = self._open[now.tenant] = _Open(now.tenant, part, WordCounts.unpacked(written))
        if len(self._open) > _OPEN:
            self._open.popitem(last=False)
        return opened

    async def _part(self, within: models.Condition, words: str = WORDS, tenant: str = "") -> Collection:
        if self._shards is None:
            self._shards = (await self._client.get_collection(self._name)).config.params.shard_number or 1
        return Collection(
            self._client,
            self._name,
            self._dimensions,
            within=within,
            words=words,
            shards=self._shards,
            point_id=partial(_point_id, tenant),
        )

    async def _exist(self) -> None:
        if await self._client.collection_exists(self._name):
            return
        try:
            await create_shared(self._client, self._name, self._dimensions, self._layout)
        except (UnexpectedResponse, RpcError):
            if not await self._client.collection_exists(self._name):  # else another process was quicker
                raise


def _point(tenant: str, known: Passage, vector: Vector, tokens: Mapping[int, float]) -> models.PointStruct:
    words = sparse(tokens)
    return models.PointStruct(
        id=_point_id(tenant, known.id),
        vector={MEANING: list(vector), WORDS: words, ALL_WORDS: words},
        payload=payload(known) | {"id": known.id, TENANT: tenant},
    )


def _point_id(tenant: str, passage: str) -> str:
    """A point's id depends on the tenant too, because two states of a book exist side by side for a moment."""
    return str(uuid.uuid5(NAMESPACE, f"{tenant}\n{passage}"))
