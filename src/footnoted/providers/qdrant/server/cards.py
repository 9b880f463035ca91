"""The cards of the books that share a collection: points without vectors that name the state readers see of each book.

One more point, the edition, changes with every card, so that reading it tells whether any changed. Knows no passages.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from qdrant_client import AsyncQdrantClient, models

from footnoted.providers.qdrant.server.collection import equals, upsert

NAMESPACE = uuid.UUID("0d9a4a0e-5a3c-5f52-9d5e-1f1f0c9a8b77")
_FRESH = 2.0
"""Seconds for which the cards are cached."""
_EDITION = str(uuid.uuid5(NAMESPACE, "edition"))
_FIELDS = ["name", "current", "revision"]

_MOST_KNOWN = 10_000
"""Names; each is read again when it is asked for."""


@dataclass(frozen=True, slots=True)
class Card:
    """Which state of a book readers see."""

    tenant: str
    """The state, as its points name it."""
    revision: str


class Cards:
    """Book → card, cached.

    If any card changes, all cached ones are dropped, but each is read again only when its book is asked for: so writing
    a book costs the same however many books there are.
    """

    def __init__(self, client: AsyncQdrantClient, collection: str) -> None:
        self._client, self._collection = client, collection
        self._looked = float("-inf")
        self.edition: str | None = None
        """Changes when any card does."""
        self._known: dict[str, Card | None] = {}
        self._all: dict[str, Card] | None = None

    async def of(self, name: str) -> Card | None:
        """The book's card, if it has one."""
        await self.look()
        if name in self._known:
            return self._known[name]
        if self._all is not None:
            return self._all.get(name)
        card, _ = await self._retrieve(name, _FIELDS)
        return card

    async def all(self) -> Mapping[str, Card]:
        await self.look()
        if self._all is not None:
            return self._all
        edition = self.edition
        found = {name: card async for name, card in self._scroll()}
        if edition == self.edition:  # else a card changed meanwhile
            self._all = found
        return found

    def doubt(self) -> None:
        """Check the edition again at the next question."""
        self._looked = float("-inf")

    async def read(self, name: str) -> tuple[Card | None, Mapping[str, Any]]:
        """The book's card as it is now, if it has one, and what else was written on it."""
        return await self._retrieve(name, True)

    async def _retrieve(self, name: str, fields: bool | list[str]) -> tuple[Card | None, Mapping[str, Any]]:
        known = self._known  # replaced when a change is noticed; then this result may be old and is not kept
        records = await self._client.retrieve(self._collection, [_card_id(name)], with_payload=fields)
        written = (records[0].payload if records else None) or {}
        card = Card(written["current"], written["revision"]) if written else None
        if len(known) >= _MOST_KNOWN:  # anybody can ask for books that nobody has
            known.clear()
        known[name] = card
        return card, written

    async def write(self, name: str, card: Card, more: Mapping[str, Any]) -> None:
        """Show readers this state of the book, in one step."""
        written = {"kind": "card", "name": name, "current": card.tenant, "revision": card.revision, **more}
        await upsert(
            self._client, self._collection, [models.PointStruct(id=_card_id(name), vector={}, payload=written)]
        )
        await self._change_edition()

    async def remove(self, name: str) -> None:
        await self._client.delete(self._collection, models.PointIdsList(points=[_card_id(name)]), wait=True)
        await self._change_edition()

    async def _change_edition(self) -> None:
        edition = {"kind": "edition", "is": secrets.token_hex(8)}
        await upsert(self._client, self._collection, [models.PointStruct(id=_EDITION, vector={}, payload=edition)])
        self.doubt()

    async def look(self) -> None:
        """Drop the cached cards if any changed; asks at most once in ``_FRESH`` seconds."""
        if time.monotonic() - self._looked <= _FRESH:
            return
        if not await self._client.collection_exists(self._collection):
            self.edition, self._known, self._all = None, {}, {}
        else:
            records = await self._client.retrieve(self._collection, [_EDITION])
            edition = (records[0].payload or {}).get("is") if records else None
            if edition != self.edition or edition is None:
                self.edition, self._known, self._all = edition, {}, None
        self._looked = time.monotonic()

    async def _scroll(self) -> AsyncIterator[tuple[str, Card]]:
        cards = models.Filter(must=[equals("kind", "card")])
        offset: Any = None
        while True:
            records, offset = await self._client.scroll(
                self._collection, cards, 1_000, offset=offset, with_payload=_FIELDS
            )
            for record in records:
                name, tenant, revision = ((record.payload or {})[field] for field in _FIELDS)
                yield name, Card(tenant, revision)
            if offset is None:
                return


def _card_id(name: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"card\n{name}"))
