"""The cards of shared books: what is remembered of names that nobody has."""

from __future__ import annotations

from typing import Any, cast

from qdrant_client import AsyncQdrantClient

from footnoted.providers.qdrant.server import cards
from footnoted.providers.qdrant.server.cards import Cards


class Empty:
    """A server with a collection of no cards; counts how often it is asked for one."""

    def __init__(self) -> None:
        self.asked = 0

    async def collection_exists(self, name: str) -> bool:
        return True

    async def retrieve(self, *_: Any, **__: Any) -> list[Any]:
        self.asked += 1
        return []


async def test_names_that_callers_make_up_do_not_fill_memory(monkeypatch: Any) -> None:
    monkeypatch.setattr(cards, "_MOST_KNOWN", 100)
    monkeypatch.setattr(cards, "_FRESH", 3600.0)
    client = Empty()
    known = Cards(cast(AsyncQdrantClient, client), "shared")
    for number in range(1000):
        assert await known.of(f"book {number}") is None
    assert len(known._known) <= 100
    before = client.asked
    for _ in range(10):
        assert await known.of("book 999") is None
    assert client.asked == before, "a name that is asked for again is not read again"
