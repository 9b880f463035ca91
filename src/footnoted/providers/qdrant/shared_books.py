"""Small books in one collection of a Qdrant server, kept apart by a payload field, as Qdrant advises for tenants.

A book's points bear its tenant: the book and a state of it. A point without vectors, the book's card, names the tenant
that readers see and is replaced in one step. What a word is worth depends on the book it is looked for in, so the card
counts in how many passages each stands. Knows nothing of books that have a collection of their own.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from grpc import RpcError
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.collection import BATCH, Collection, equals, sparse, upsert
from footnoted.providers.qdrant.layout import Layout, create_shared
from footnoted.providers.qdrant.lexical import Lexicon
from footnoted.providers.qdrant.points import ALL_WORDS, MEANING, TENANT, WORDS, passage, payload, slug
from footnoted.providers.qdrant.word_counts import WordCounts
from footnoted.providers.utf8 import encodable

_FRESH = 2.0
"""Seconds for which the list of books is believed."""
_OPEN = 256
"""Books whose passages and words are kept in memory."""
_CARD = "card"
_NOW = "current"
"""Where a card names the tenant that readers see; not under the name that points bear theirs."""
_NAMESPACE = uuid.UUID("0d9a4a0e-5a3c-5f52-9d5e-1f1f0c9a8b77")
_EDITION = str(uuid.uuid5(_NAMESPACE, "edition"))
"""The point that changes whenever a card does, so that one look tells whether any did."""

Pages = dict[str, list[tuple[Passage, Vector]]]
"""Route → passages with their vectors."""


@dataclass(slots=True)
class _Known:
    """The cards as they were at the last look: book → tenant and revision."""

    looked: float = float("-inf")
    edition: str | None = None
    tenants: dict[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Open:
    """One state of a book, as far as it was read."""

    part: Collection
    words: WordCounts


class SharedBooks:
    """Reads and replaces books of the shared collection."""

    def __init__(self, client: AsyncQdrantClient, name: str, dimensions: int, layout: Layout, lexicon: Lexicon) -> None:
        self._client, self._name, self._dimensions = client, name, dimensions
        self._layout, self._lexicon = layout, lexicon
        self._known = _Known()
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._all: Collection | None = None

    async def books(self) -> dict[str, tuple[str, str]]:
        """The tenant and the revision of every book."""
        if time.monotonic() - self._known.looked > _FRESH:
            await self._look()
        return self._known.tenants

    async def search(self, book: str, search: Search, tokens: Mapping[int, float]) -> list[Hit]:
        opened = await self._opened(book)
        hits = await opened.part.search(search, opened.words.weigh(tokens)) if opened else []
        if opened and not hits:  # perhaps because that state was removed since the last look
            self._known.looked = float("-inf")
            now = await self._opened(book)
            if now and now is not opened:
                return await now.part.search(search, now.words.weigh(tokens))
        return hits

    async def search_all(self, search: Search, tokens: Mapping[int, float]) -> list[Hit]:
        """The best of all books together, each scored as in its own."""
        tenants = await self.books()
        if not tenants:
            return []
        if self._all is None:
            current = models.MatchAny(any=[tenant for tenant, _ in tenants.values()])
            within = models.FieldCondition(key=TENANT, match=current)
            self._all = Collection(self._client, self._name, self._dimensions, within=within, words=ALL_WORDS)
        hits = await self._all.search(search, tokens)
        lexical = await self._lexical(hits, tokens)
        return [Hit(hit.passage, hit.similarity, lexical.get(hit.passage.id, 0.0), hit.vector) for hit in hits]

    async def _lexical(self, hits: Sequence[Hit], tokens: Mapping[int, float]) -> dict[str, float]:
        """Word scores by passage, each weighed over its own book: one round trip, a request a book."""
        requests: list[models.QueryRequest] = []
        ids: dict[object, str] = {}
        for book in dict.fromkeys(hit.passage.book for hit in hits):
            opened = await self._opened(book)
            weights = opened.words.weigh(tokens) if opened else {}
            if not weights:
                continue
            tenant = (await self.books())[encodable(book)][0]
            own = {_point_id(tenant, hit.passage.id): hit.passage.id for hit in hits if hit.passage.book == book}
            ids |= own
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
        opened = await self._opened(book)
        return await opened.part.count() if opened else 0

    async def pages(self, book: str) -> Pages:
        """All that the book has."""
        tenant, _ = (await self.books())[encodable(book)]
        pages: Pages = {}
        offset: Any = None
        while True:
            records, offset = await self._client.scroll(
                self._name, models.Filter(must=[equals(TENANT, tenant)]), BATCH, offset=offset, with_vectors=[MEANING]
            )
            for record in records:
                known = passage(record.id, record.payload or {})
                vector = cast(dict[str, list[float]], record.vector)[MEANING]
                pages.setdefault(known.route, []).append((known, vector))
            if offset is None:
                break
        return {route: sorted(entries, key=lambda entry: entry[0].position) for route, entries in pages.items()}

    async def replace(self, book: str, revision: str, pages: Pages) -> None:
        """Write the book anew, show it to readers in one step, then remove older states than the one before.

        That one stays until the next change, for readers elsewhere who do not know the new one yet.
        """
        await self._exist()
        name = encodable(book)
        before, _ = (await self.books()).get(name, ("", ""))
        tenant = f"{slug(book)}.{secrets.token_hex(6)}"
        entries = [entry for page in pages.values() for entry in page]
        tokens = [self._lexicon.passage(known) for known, _ in entries]
        points = [_point(tenant, *entry, own) for entry, own in zip(entries, tokens, strict=True)]
        await upsert(self._client, self._name, points)
        counts = Counter(token for own in tokens for token in own)
        words = WordCounts.of(counts, sum(1 for own in tokens if own))
        card = {"kind": _CARD, "name": name, _NOW: tenant, "revision": encodable(revision)}
        await self._publish(models.PointStruct(id=_card_id(name), vector={}, payload=card | words.packed()))
        others = models.Filter(must=[equals("book", name)], must_not=[equals(TENANT, tenant), equals(TENANT, before)])
        await self._client.delete(self._name, models.FilterSelector(filter=others), wait=True)

    async def drop(self, book: str) -> None:
        """Forget the book: first for readers, then on disk."""
        name = encodable(book)
        if name not in await self.books():
            return
        await self._client.delete(self._name, models.PointIdsList(points=[_card_id(name)]), wait=True)
        await self._publish()
        await self._client.delete(
            self._name, models.FilterSelector(filter=models.Filter(must=[equals("book", name)])), wait=True
        )

    async def _publish(self, *cards: models.PointStruct) -> None:
        edition = models.PointStruct(id=_EDITION, vector={}, payload={"kind": "edition", "is": secrets.token_hex(8)})
        if cards:
            await upsert(self._client, self._name, cards)
        await upsert(self._client, self._name, [edition])
        self._known.looked = float("-inf")

    async def _look(self) -> None:
        if not await self._client.collection_exists(self._name):
            self._known = _Known(looked=time.monotonic())
            return
        records = await self._client.retrieve(self._name, [_EDITION])
        edition = (records[0].payload or {}).get("is") if records else None
        if edition != self._known.edition:
            self._known.tenants = {name: (tenant, revision) async for name, tenant, revision in self._cards()}
            self._known.edition, self._all = edition, None
        self._known.looked = time.monotonic()

    async def _cards(self) -> AsyncIterator[tuple[str, str, str]]:
        offset: Any = None
        fields = ["name", _NOW, "revision"]
        while True:
            records, offset = await self._client.scroll(
                self._name, models.Filter(must=[equals("kind", _CARD)]), 1_000, offset=offset, with_payload=fields
            )
            for record in records:
                card = record.payload or {}
                yield card["name"], card[_NOW], card["revision"]
            if offset is None:
                return

    async def _opened(self, book: str) -> _Open | None:
        name = encodable(book)
        tenant, _ = (await self.books()).get(name, ("", ""))
        if not tenant:
            return None
        if tenant not in self._open:
            (card,) = await self._client.retrieve(self._name, [_card_id(name)])
            part = Collection(self._client, self._name, self._dimensions, within=equals(TENANT, tenant))
            self._open[tenant] = _Open(part, WordCounts.unpacked(card.payload or {}))
            if len(self._open) > _OPEN:
                self._open.popitem(last=False)
        self._open.move_to_end(tenant)
        return self._open[tenant]

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
    """Two states of a book lie side by side for a moment, so a point is not known by its passage alone."""
    return str(uuid.uuid5(_NAMESPACE, f"{tenant}\n{passage}"))


def _card_id(name: str) -> str:
    return str(uuid.uuid5(_NAMESPACE, f"card\n{name}"))
