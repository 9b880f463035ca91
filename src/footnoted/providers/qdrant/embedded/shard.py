"""One directory of embedded Qdrant: searching, reading and changing it. Blocking; knows no books and no revisions."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast
from uuid import UUID

from qdrant_edge import (
    CountRequest,
    Distance,
    EdgeConfig,
    EdgeOptimizersConfig,
    EdgeShard,
    EdgeSparseVectorParams,
    EdgeVectorParams,
    FacetRequest,
    FieldCondition,
    Filter,
    HasIdCondition,
    HnswIndexConfig,
    KeywordIndexParams,
    MatchAny,
    MatchValue,
    Memory,
    Modifier,
    Point,
    Query,
    QueryBatchRequest,
    QueryRequest,
    ScoredPoint,
    SearchParams,
    SparseVector,
    UpdateOperation,
)

from footnoted.domain.book import Filters, Hit, Passage, Vector
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.lexical import passage_tokens
from footnoted.providers.qdrant.points import (
    EXPLORED,
    KEYWORDS,
    MEANING,
    WORDS,
    covered,
    ids_around,
    passage,
    payload,
    prefix_key,
)
from footnoted.providers.utf8 import encodable

if TYPE_CHECKING:  # a name of the stubs alone
    from qdrant_edge import ConditionType

_SEARCHED_WHOLE_KB = 60_000
"""Up to this size (40,000 vectors of 384 dimensions) all vectors are compared, in milliseconds; a graph over 20,000
takes half a minute and some 200 MB to build."""
_SETTLED_KB = 3_000
"""Up to this size (2,000 vectors of 384 dimensions) vectors stay in the segment they were written to, whose indexes
are in memory. Beyond it, segments are closed and mapped, so that writing a long book takes no more memory."""
_SEGMENT_KB = 8 * _SETTLED_KB
"""Largest segment without a graph: a few closed ones are merged, but a long book is never one segment."""
_MANY = 64
"""Segments are not merged for their number: that would read and write all of them again."""
_REMEMBERED = 10_000
"""Passages that are cached decoded, with their vectors."""
_PARAMS = SearchParams(hnsw_ef=EXPLORED)
_THREADS = 4
"""Of a shard with several segments; a smaller one has one. By default each has eight, and a library thousands."""


class Shard:
    """An open directory."""

    def __init__(self, edge: EdgeShard, path: Path, is_new: bool = False) -> None:
        self._edge = edge
        self._path = path
        self._written: set[str] | None = set() if is_new else None
        """Pages of a shard that began empty; None if it may have others."""
        self._unsettled = 0.0
        self._remembered: dict[int, tuple[Passage, Vector]] = {}
        self._pages: dict[str, list[str]] = {}
        self._ends: set[int] = set()  # ids around a page's passages, as far as they were asked for
        self.passages = self.count()  # when it was opened

    @classmethod
    def load(cls, path: Path) -> Shard:
        return cls(EdgeShard.load(str(path)), path)

    @classmethod
    def create(cls, path: Path, dimensions: int) -> Shard:
        path.mkdir()
        edge = EdgeShard.create(str(path), _config(dimensions))
        for name in KEYWORDS:
            edge.update(UpdateOperation.create_field_index(name, KeywordIndexParams(memory=Memory.Cold)))
        return cls(edge, path, is_new=True)

    def search(self, search: Search, tokens: dict[int, float]) -> list[Hit]:
        narrowed = self._narrow(search.filters)
        if narrowed is None:
            return []
        meaning = search.vector and Query.Nearest(list(search.vector), using=MEANING)
        words = tokens and Query.Nearest(_sparse(tokens), using=WORDS)
        only = Filter(must=narrowed) if narrowed else None
        wanted = [arm for arm in (meaning, words) if arm]
        arms = [QueryRequest(limit=search.limit, query=arm, filter=only, params=_PARAMS) for arm in wanted]
        if not arms:
            return []
        found = [_scores(points) for points in self._edge.query_batch(QueryBatchRequest(arms))]
        similar = found[0] if meaning else {}
        lexical = found[-1] if words else {}
        ids = similar.keys() | lexical.keys()
        if meaning and words:
            self._complete(meaning, similar, ids)
            self._complete(words, lexical, ids)
        return [
            Hit(known, similar.get(id, 0.0), lexical.get(id, 0.0), vector)
            for id, (known, vector) in self._recall(ids).items()
        ]

    def _complete(self, query: Query, scores: dict[int, float], ids: set[int]) -> None:
        """Score what the other arm found."""
        if missing := ids - scores.keys():
            only = Filter(must=[HasIdCondition({UUID(int=id) for id in missing})])
            scores.update(_scores(self._edge.query(QueryRequest(limit=len(missing), query=query, filter=only))))

    def _recall(self, ids: Iterable[int]) -> dict[int, tuple[Passage, Vector]]:
        known = {id: self._remembered[id] for id in ids if id in self._remembered}
        if missing := [id for id in ids if id not in known]:
            if len(self._remembered) + len(missing) > _REMEMBERED:
                self._remembered = {}
            wanted: list[int | UUID | str] = [UUID(int=id) for id in missing]
            for record in self._edge.retrieve(wanted, with_payload=True, with_vector=[MEANING]):
                id = cast(UUID, record.id).int
                vector: Vector = array("f", cast(dict[str, list[float]], record.vector)[MEANING])
                known[id] = self._remembered[id] = (passage(record.id, record.payload or {}), vector)
        return known

    def _narrow(self, filters: Filters) -> list[ConditionType] | None:
        """The filters as conditions; None if nothing can match."""
        conditions: list[ConditionType] = []
        if filters.section is not None:
            conditions.append(FieldCondition("section", match=MatchValue(encodable(filters.section))))
        if filters.chapter is not None:
            conditions.append(FieldCondition("chapters", match=MatchValue(encodable(filters.chapter))))
        if filters.url_prefix:
            key = prefix_key(filters.url_prefix)
            every = self._every(key)
            pages = covered(encodable(filters.url_prefix), every)
            if not pages:
                return None
            if len(pages) < len(every):
                conditions.append(FieldCondition(key, match=MatchAny(pages)))
            if anchor := filters.url_prefix.partition("#")[2]:
                conditions.append(FieldCondition("anchor", match=MatchValue(encodable(anchor))))
        return conditions

    def _every(self, key: str) -> list[str]:
        if key not in self._pages:
            request = FacetRequest(key=key, limit=1_000_000, exact=True)
            self._pages[key] = [str(hit.value) for hit in self._edge.facet(request).hits]
        return self._pages[key]

    def count(self) -> int:
        return int(self._edge.count(CountRequest(exact=True)))

    def neighbours(self, of: Passage, reach: int) -> list[Passage]:
        ids = [UUID(id).int for id in ids_around(of, reach)]
        found = self._recall(ids)
        self._ends |= {id for id in ids if id not in found}
        return sorted((known for known, _ in found.values()), key=lambda p: p.position)

    def remembered_neighbours(self, of: Passage, reach: int) -> list[Passage] | None:
        """The neighbours if all are decoded already, or known not to be there; else None. Never waits."""
        known = [(id, self._remembered.get(id)) for id in [UUID(it).int for it in ids_around(of, reach)]]
        if any(found is None and id not in self._ends for id, found in known):
            return None
        return [found[0] for _, found in known if found]

    def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        if self._written is None or route in self._written:
            on_page = Filter(must=[FieldCondition("route", match=MatchValue(encodable(route)))])
            self._edge.update(UpdateOperation.delete_points_by_filter(on_page))
        if self._written is not None:
            self._written.add(route)
        points = [
            Point(p.id, {MEANING: list(vector), WORDS: _sparse(passage_tokens(p))}, payload(p))
            for p, vector in zip(passages, vectors, strict=True)
        ]
        if points:
            self._edge.update(UpdateOperation.upsert_points(points))
            self._unsettled += len(points) * _kilobytes(len(vectors[0]))
        if self._unsettled > _SETTLED_KB:
            self._settle()

    def _settle(self) -> None:
        """Close what was written so far and release its memory."""
        self._edge.optimize()
        self._edge.flush()
        self._unsettled = 0.0
        with suppress(AttributeError, OSError):  # the C library's, where it has it
            ctypes.CDLL(None).malloc_trim(0)

    def finish(self, dimensions: int) -> None:
        """Optimise and write everything to disk; a shard too large for comparing all vectors gets a graph."""
        self._settle()
        size = self.count() * _kilobytes(dimensions)
        self._edge.close()
        is_large, threads = size > _SEARCHED_WHOLE_KB, _THREADS if size > _SETTLED_KB else 1
        self._edge = EdgeShard.load(str(self._path), _config(dimensions, with_graph=is_large, threads=threads))
        if is_large:
            self._settle()
        self._edge.close()

    def close(self) -> None:
        self._edge.close()


def _kilobytes(dimensions: int) -> float:
    return dimensions * 4 / 1024


def _config(dimensions: int, *, with_graph: bool = False, threads: int = 1) -> EdgeConfig:
    # Without a write-ahead log, several processes can open the same directory.
    return EdgeConfig(
        vectors={MEANING: EdgeVectorParams(size=dimensions, distance=Distance.Cosine, memory=Memory.Cold)},
        sparse_vectors={WORDS: EdgeSparseVectorParams(modifier=Modifier.Idf, memory=Memory.Cold)},
        hnsw_config=HnswIndexConfig(m=16 if with_graph else 0, ef_construct=100, full_scan_threshold=10_000),
        optimizers=EdgeOptimizersConfig(
            indexing_threshold=int(_SETTLED_KB * 0.75),
            max_segment_size=100 * _SEARCHED_WHOLE_KB if with_graph else _SEGMENT_KB,
            default_segment_number=2 if with_graph else _MANY,
        ),
        max_search_threads=threads,
        wal_enabled=False,
    )


def _sparse(tokens: dict[int, float]) -> SparseVector:
    return SparseVector(list(tokens), list(tokens.values()))


def _scores(points: Iterable[ScoredPoint]) -> dict[int, float]:
    # Each access to an id makes a new UUID, the slowest step of a search: once, and then its number, which hashes in C.
    return {cast(UUID, point.id).int: point.score for point in points}
