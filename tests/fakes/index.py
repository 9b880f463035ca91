"""A passage index in memory: brute force, and the plainest reading of the port."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from footnoted.domain.book import Filters, Hit, Passage, Vector
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.lexical import passage_tokens, question_tokens, scores


@dataclass
class StoredBook:
    """One book's passages under one revision."""

    revision: str
    passages: dict[str, tuple[Passage, Vector]] = field(default_factory=dict)


class InMemoryIndex:
    """Takes the role of the PassageIndex."""

    def __init__(self) -> None:
        self._books: dict[str, StoredBook] = {}

    async def search(self, search: Search) -> list[Hit]:
        kept_books = self._books.values() if search.book is None else [self._books.get(search.book, StoredBook(""))]
        return [hit for kept in kept_books for hit in self._search(kept, search)]

    def _search(self, kept: StoredBook, search: Search) -> list[Hit]:
        stored = list(kept.passages.values())
        lexical = scores(
            question_tokens(search.text, search.context, search.languages),
            [passage_tokens(p) for p, _ in stored],
        )
        hits = [
            Hit(passage, cosine(search.vector, vector), score, vector)
            for (passage, vector), score in zip(stored, lexical, strict=True)
            if fits(passage, search.filters)
        ]
        by_words = [hit for hit in sorted(hits, key=lambda hit: -hit.lexical) if hit.lexical > 0][: search.limit]
        by_meaning = sorted(hits, key=lambda hit: -hit.similarity)[: search.limit] if search.vector else []
        return list({hit.passage.id: hit for hit in (*by_meaning, *by_words)}.values())

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        kept = self._books.get(passage.book, StoredBook(""))
        page = [it for it, _ in kept.passages.values() if it.route == passage.route]
        near = [it for it in page if 0 < abs(it.position - passage.position) <= reach]
        return sorted(near, key=lambda it: it.position)

    async def revision(self, book: str) -> str | None:
        return self._books[book].revision if book in self._books else None

    async def count(self, book: str) -> int:
        return len(self._books[book].passages) if book in self._books else 0

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[InMemoryRevision, None]:
        kept = {} if afresh or book not in self._books else dict(self._books[book].passages)
        draft = InMemoryRevision(StoredBook(revision, kept))
        yield draft
        self._books[book] = draft.kept

    async def drop(self, book: str) -> None:
        self._books.pop(book, None)

    async def ping(self) -> None:
        return

    async def close(self) -> None:
        return


class InMemoryRevision:
    """A revision of a stored book while it is written."""

    def __init__(self, kept: StoredBook) -> None:
        self.kept = kept

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        kept = {id: entry for id, entry in self.kept.passages.items() if entry[0].route != route}
        added = {passage.id: (passage, vector) for passage, vector in zip(passages, vectors, strict=True)}
        self.kept.passages = kept | added


def cosine(one: Vector | None, other: Vector) -> float:
    """0 without a question's vector."""
    if one is None:
        return 0.0
    return sum(a * b for a, b in zip(one, other, strict=True)) / (math.hypot(*one) * math.hypot(*other))


def fits(passage: Passage, filters: Filters) -> bool:
    """Whether a passage is in the part of the book that the filters name."""
    if filters.chapter is not None and filters.chapter not in (passage.title, *passage.headings):
        return False
    if filters.section is not None and passage.section != filters.section:
        return False
    prefix = filters.url_prefix or ""
    return (passage.site + passage.link if "://" in prefix else passage.link).startswith(prefix)
