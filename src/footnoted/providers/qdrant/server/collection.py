"""One collection on a Qdrant server: searched, read and changed. Knows no books and no revisions."""

from __future__ import annotations

from array import array
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import Any, cast

from grpc import RpcError, StatusCode
from grpc.aio import AioRpcError
from pydantic import ValidationError
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

from footnoted.domain.book import Filters, Hit, Passage, Vector
from footnoted.domain.errors import IndexDown, Misconfigured
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.lexical import passage_tokens
from footnoted.providers.qdrant.points import MEANING, WORDS, covered, ids_around, passage, payload, prefix_key
from footnoted.providers.qdrant.server.layout import SEARCH_PARAMS
from footnoted.providers.utf8 import encodable

_REMEMBERED = 10_000
"""Decoded passages that are cached, with their vectors."""
BATCH = 256
"""Points in one request; with vectors of 3,072 dimensions some 10 MB of JSON, and Qdrant takes 32 MB."""


@contextmanager
def down() -> Iterator[None]:
    """Turn the SDK's exceptions into IndexDown."""
    try:
        yield
    except UnexpectedResponse as error:
        if error.status_code in (401, 403):
            raise IndexDown("The Qdrant server refuses the API key. Correct QDRANT_API_KEY.") from error
        raise IndexDown(f"The Qdrant server answered with status {error.status_code}.") from error
    except RpcError as error:
        if _grpc_status(error) in (StatusCode.UNAUTHENTICATED, StatusCode.PERMISSION_DENIED):
            raise IndexDown("The Qdrant server refuses the API key. Correct QDRANT_API_KEY.") from error
        raise IndexDown(f"The Qdrant server answered with {_grpc_status(error)} by gRPC.") from error
    except (ApiException, OSError, ValidationError) as error:
        raise IndexDown("The Qdrant server does not answer. Start it, or correct QDRANT_URL.") from error


def is_gone(error: UnexpectedResponse | RpcError) -> bool:
    """Whether the collection that was asked is no longer there."""
    if isinstance(error, UnexpectedResponse):
        return error.status_code == 404
    return bool(_grpc_status(error) == StatusCode.NOT_FOUND)


def _grpc_status(error: RpcError) -> object:
    return error.code() if isinstance(error, AioRpcError) else StatusCode.UNKNOWN


class Collection:
    """A collection that ``payload`` and ``passage_tokens`` have filled, or the part of one ``within`` a condition.

    ``words`` names the sparse vectors that are searched; ``shards`` matters only for a part; ``point_id`` turns a
    passage's id into its point's.
    """

    def __init__(
        self,
        client: AsyncQdrantClient,
        name: str,
        dimensions: int,
        *,
        within: models.Condition | None = None,
        words: str = WORDS,
        shards: int = 1,
        point_id: Callable[[str], str] = str,
    ) -> None:
        self._client, self.name, self._dimensions = client, name, dimensions
        self._within: list[models.Condition] = [within] if within else []
        self._words = words
        self._shards = shards
        self._point_id = point_id
        self._checked = within is not None  # a part's vectors were checked with the whole
        self._remembered: dict[object, tuple[Passage, Vector]] = {}
        self._pages: dict[str, list[str]] = {}

    async def search(self, search: Search, tokens: Mapping[int, float]) -> list[Hit]:
        await self.check()
        narrowed = await self._narrow(search.filters)
        if narrowed is None:
            return []
        arms: dict[str, Any] = {}
        if search.vector is not None:
            arms[MEANING] = list(search.vector)
        if tokens:
            arms[self._words] = sparse(tokens)
        if not arms:
            return []
        similar, lexical = await self._scores(arms, search.limit, models.Filter(must=narrowed) if narrowed else None)
        recalled = await self._recall(_best(similar, search.limit) | _best(lexical, search.limit))
        return [
            Hit(known, similar.get(id, 0.0), lexical.get(id, 0.0), vector) for id, (known, vector) in recalled.items()
        ]

    async def _scores(
        self, arms: Mapping[str, Any], limit: int, filter: models.Filter | None
    ) -> tuple[dict[object, float], dict[object, float]]:
        """Both scores of everything that either arm finds, in one round trip: each arm scores the union of both.

        Each shard finds candidates by itself, so there may be more than were asked for.
        """
        union = [
            models.Prefetch(query=arm, using=name, limit=limit, filter=filter, params=SEARCH_PARAMS)
            for name, arm in arms.items()
        ]
        requests = [
            models.QueryRequest(
                prefetch=union,
                query=arm,
                using=name,
                limit=limit * len(arms) * self._shards,
                params=SEARCH_PARAMS,
                with_payload=False,
            )
            for name, arm in arms.items()
        ]
        responses = await self._client.query_batch_points(self.name, requests)
        scores: dict[str, dict[object, float]] = {
            name: {point.id: point.score for point in response.points}
            for name, response in zip(arms, responses, strict=True)
        }
        return scores.get(MEANING, {}), scores.get(self._words, {})

    async def _recall(self, ids: Set[object]) -> dict[object, tuple[Passage, Vector]]:
        known = {id: self._remembered[id] for id in ids if id in self._remembered}
        if missing := [id for id in ids if id not in known]:
            if len(self._remembered) + len(missing) > _REMEMBERED:
                self._remembered = {}
            records = await self._client.retrieve(self.name, cast(list[str], missing), with_vectors=[MEANING])
            for it in records:
                vector: Vector = array("f", cast(dict[str, list[float]], it.vector)[MEANING])
                known[it.id] = self._remembered[it.id] = (passage(it.id, it.payload or {}), vector)
        return known

    async def _narrow(self, filters: Filters) -> list[models.Condition] | None:
        """The filters as conditions; None when nothing can match."""
        conditions = list(self._within)
        if filters.section is not None:
            conditions.append(equals("section", filters.section))
        if filters.chapter is not None:
            conditions.append(equals("chapters", filters.chapter))
        if filters.url_prefix:
            key = prefix_key(filters.url_prefix)
            every = await self._every(key)
            pages = covered(encodable(filters.url_prefix), every)
            if not pages:
                return None
            if len(pages) < len(every):
                conditions.append(models.FieldCondition(key=key, match=models.MatchAny(any=pages)))
            if anchor := filters.url_prefix.partition("#")[2]:
                conditions.append(equals("anchor", anchor))
        return conditions

    async def _every(self, key: str) -> list[str]:
        if key not in self._pages:
            found = await self._client.facet(
                self.name, key, facet_filter=models.Filter(must=self._within), limit=1_000_000, exact=True
            )
            self._pages[key] = [str(hit.value) for hit in found.hits]
        return self._pages[key]

    async def neighbours(self, of: Passage, reach: int) -> list[Passage]:
        found = await self._recall({self._point_id(id) for id in ids_around(of, reach)})
        return sorted((known for known, _ in found.values()), key=lambda p: p.position)

    async def count(self) -> int:
        return (await self._client.count(self.name, models.Filter(must=self._within), exact=True)).count

    async def revision(self) -> str | None:
        metadata = (await self._client.get_collection(self.name)).config.metadata or {}
        return metadata.get("revision")

    async def check(self) -> None:
        """Refuse vectors of another embedder's size, with the sentence that helps."""
        if self._checked:
            return
        params = (await self._client.get_collection(self.name)).config.params
        size = params.vectors[MEANING].size if isinstance(params.vectors, dict) else 0
        if size != self._dimensions:
            raise Misconfigured(
                f"The collection {self.name} holds vectors of {size} dimensions, but the embedder makes"
                f" {self._dimensions}. Use the embedder it was made with, or ingest the book again."
            )
        self._shards = params.shard_number or 1
        self._checked = True

    async def copy_into(self, name: str, without: Set[str]) -> None:
        """Copy every page but these to another collection."""
        routes = models.MatchAny(any=[encodable(route) for route in without])
        kept = models.Filter(must_not=[models.FieldCondition(key="route", match=routes)])
        async for records in scrolled(self._client, self.name, kept, True):
            points = [models.PointStruct(id=it.id, vector=cast(Any, it.vector), payload=it.payload) for it in records]
            await self._client.upsert(name, points, wait=True)

    async def remove_page(self, route: str) -> None:
        on_page = models.FilterSelector(filter=models.Filter(must=[equals("route", route)]))
        await self._client.delete(self.name, on_page, wait=True)

    async def add(self, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        points = [
            models.PointStruct(id=p.id, vector={MEANING: list(v), WORDS: sparse(passage_tokens(p))}, payload=payload(p))
            for p, v in zip(passages, vectors, strict=True)
        ]
        await upsert(self._client, self.name, points)


async def scrolled(
    client: AsyncQdrantClient, name: str, within: models.Filter, vectors: bool | list[str]
) -> AsyncIterator[list[models.Record]]:
    """All points that fit the filter, in groups as large as a request may be; no group is empty."""
    offset: Any = None
    while True:
        records, offset = await client.scroll(name, within, limit=BATCH, offset=offset, with_vectors=vectors)
        if records:
            yield records
        if offset is None:
            return


async def upsert(client: AsyncQdrantClient, name: str, points: Sequence[models.PointStruct]) -> None:
    """Write the points, in groups as large as a request may be; returns when they can be found."""
    for start in range(0, len(points), BATCH):
        await client.upsert(name, list(points[start : start + BATCH]), wait=True)


def _best(scores: Mapping[object, float], limit: int) -> set[object]:
    """The points that score highest.

    >>> sorted(_best({"a": 0.1, "b": 0.3, "c": 0.2}, 2))
    ['b', 'c']
    """
    return set(sorted(scores, key=lambda point: scores[point], reverse=True)[:limit])


def equals(key: str, value: str) -> models.FieldCondition:
    return models.FieldCondition(key=key, match=models.MatchValue(value=encodable(value)))


def sparse(tokens: Mapping[int, float]) -> models.SparseVector:
    return models.SparseVector(indices=list(tokens), values=list(tokens.values()))
