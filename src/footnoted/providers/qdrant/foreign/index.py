"""Reads a Qdrant collection that another program made: one dense vector, its own payload fields. Never changes it.

It has no sparse vectors, so words are scored here, over the texts that the search by meaning finds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any
from urllib.parse import urlsplit

from qdrant_client import models

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Revision, Search
from footnoted.domain.text.words import terms
from footnoted.providers.qdrant.lexical import passage_tokens, question_tokens, scores
from footnoted.providers.qdrant.points import covered
from footnoted.providers.qdrant.server.collection import down
from footnoted.providers.qdrant.server.index import client
from footnoted.providers.utf8 import encodable

FIELDS = {
    "text": "text_content",
    "url": "source_url",
    "title": "page_title",
    "section": "section_heading",
    "position": "chunk_index",
}
"""The payload's names for a passage's fields."""
_LONGEST_PAGE = 1_000
_FRESH = 60.0
"""Seconds for which the list of its pages is cached."""


class ForeignIndex:
    """Implements PassageIndex, read-only."""

    def __init__(
        self,
        url: str,
        api_key: str | None,
        dimensions: int,
        *,
        collection: str,
        payload_fields: Mapping[str, str] | None = None,
        book: str = "",
        timeout: float = 10.0,
    ) -> None:
        self._client = client(url, api_key, timeout)
        self._dimensions = dimensions
        self._collection = collection
        self._fields = FIELDS | dict(payload_fields or {})
        self._book = book or collection
        self._urls: tuple[float, list[str]] = (float("-inf"), [])

    async def search(self, search: Search) -> list[Hit]:
        if search.book not in (None, self._book):
            return []
        with down():
            narrowed = await self._narrow(search)
            if narrowed is None:
                return []
            points = await self._find(search, narrowed)
        passages = [self._passage(point.id, point.payload or {}) for point in points]
        tokens = [passage_tokens(passage) for passage in passages]
        lexical = scores(question_tokens(search.text, search.context, search.languages), tokens)
        return [
            Hit(passage, getattr(point, "score", 0.0), score, _dense(point.vector))
            for point, passage, score in zip(points, passages, lexical, strict=True)
        ]

    async def _find(
        self, search: Search, narrowed: list[models.Condition]
    ) -> Sequence[models.ScoredPoint | models.Record]:
        if search.vector is not None:
            found = await self._client.query_points(
                self._collection,
                query=list(search.vector),
                query_filter=models.Filter(must=narrowed),
                limit=search.limit,
                with_vectors=True,
            )
            return found.points
        # Without a full-text index Qdrant looks for substrings, which suits stems.
        holding: list[models.Condition] = [
            models.FieldCondition(key=self._fields["text"], match=models.MatchText(text=encodable(word)))
            for word in terms(search.text).words
        ]
        if not holding:
            return []
        either = models.Filter(must=narrowed, should=holding)
        return (await self._client.scroll(self._collection, either, limit=search.limit, with_vectors=True))[0]

    async def _narrow(self, search: Search) -> list[models.Condition] | None:
        conditions: list[models.Condition] = []
        if search.filters.section is not None:
            conditions.append(self._equals("section", search.filters.section))
        if search.filters.chapter is not None:
            conditions.append(self._equals("title", search.filters.chapter))
        if prefix := search.filters.url_prefix:
            every = await self._every_url()
            start = [_split(url) if "://" not in prefix else ("", url) for url in every]
            wanted = set(covered(prefix, (page for _, page in start))) if "#" not in prefix else {prefix}
            urls = [url for url, (_, page) in zip(every, start, strict=True) if page in wanted]
            if not urls:
                return None
            conditions.append(models.FieldCondition(key=self._fields["url"], match=models.MatchAny(any=urls)))
        return conditions

    async def _every_url(self) -> list[str]:
        """All addresses, read from every point because there may be no index; cached for a minute."""
        key = self._fields["url"]
        if time.monotonic() - self._urls[0] > _FRESH:
            found: dict[str, None] = {}
            offset: Any = None
            while True:
                records, offset = await self._client.scroll(
                    self._collection, limit=1_000, offset=offset, with_payload=[key]
                )
                found |= {str((record.payload or {}).get(key, "")): None for record in records}
                if offset is None:
                    break
            self._urls = (time.monotonic(), list(found))
        return self._urls[1]

    async def page(self, route: str) -> list[Passage]:
        """The passages with an address on this page, in reading order."""
        with down():
            urls = [url for url in await self._every_url() if _split(url)[1].partition("#")[0] == route]
            here = models.FieldCondition(key=self._fields["url"], match=models.MatchAny(any=urls))
            records, _ = await self._client.scroll(self._collection, models.Filter(must=[here]), limit=_LONGEST_PAGE)
        passages = [self._passage(record.id, record.payload or {}) for record in records]
        return sorted(passages, key=lambda passage: passage.position)

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        places = models.Range(gte=passage.position - reach, lte=passage.position + reach)
        near: list[models.Condition] = [
            self._equals("url", passage.site + passage.link),
            models.FieldCondition(key=self._fields["position"], range=places),
        ]
        with down():
            records, _ = await self._client.scroll(self._collection, models.Filter(must=near), limit=2 * reach + 1)
        passages = [self._passage(record.id, record.payload or {}) for record in records]
        return sorted((p for p in passages if p.position != passage.position), key=lambda p: p.position)

    async def revision(self, book: str) -> str | None:
        """The collection has no revisions; the number of its points is used instead."""
        if book != self._book:
            return None
        with down():
            if not await self._client.collection_exists(self._collection):
                return None
            return f"{(await self._client.count(self._collection)).count} points"

    async def count(self, book: str) -> int:
        """Number of points."""
        with down():
            return (await self._client.count(self._collection)).count

    def revise(self, book: str, revision: str, *, afresh: bool = False) -> AbstractAsyncContextManager[Revision]:
        raise Misconfigured(f"The collection {self._collection} was made elsewhere and is only read. {_HINT}")

    async def drop(self, book: str) -> None:
        raise Misconfigured(f"The collection {self._collection} was made elsewhere and is not deleted. {_HINT}")

    async def ping(self) -> None:
        with down():
            vectors = (await self._client.get_collection(self._collection)).config.params.vectors
        size = vectors.size if isinstance(vectors, models.VectorParams) else None
        if size != self._dimensions:
            raise Misconfigured(
                f"The collection {self._collection} needs one unnamed vector of {self._dimensions} dimensions,"
                f" as the embedder makes them; it has {size or 'named ones'}."
            )

    async def close(self) -> None:
        await self._client.close()

    def _equals(self, field: str, value: str) -> models.FieldCondition:
        return models.FieldCondition(key=self._fields[field], match=models.MatchValue(value=encodable(value)))

    def _passage(self, id: object, stored: Mapping[str, Any]) -> Passage:
        kept = {name: stored.get(key) for name, key in self._fields.items()}
        site, link = _split(str(kept["url"] or ""))
        route, _, anchor = link.partition("#")
        section = str(kept["section"] or "")
        return Passage(
            id=str(id),
            book=self._book,
            site=site,
            route=route,
            anchor=anchor,
            title=str(kept["title"] or section or route),
            headings=(section,) if section else (),
            position=int(kept["position"] or 0),
            order=0,
            text=str(kept["text"] or ""),
        )


_HINT = "To keep the book in an index of its own, leave the collection's name unset and ingest it."


def _split(url: str) -> tuple[str, str]:
    """Site and path: ``https://a.example`` and ``/docs#top``."""
    parts = urlsplit(url)
    site = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return site, url[len(site) :]


def _dense(vector: object) -> Vector:
    return vector if isinstance(vector, list) else ()
