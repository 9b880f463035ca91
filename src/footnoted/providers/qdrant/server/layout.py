"""How our collections are configured on a Qdrant server: vectors, payload indexes, and what the operator chose.

Knows no book. A collection keeps the layout it was created with; a book that is indexed afresh gets the current one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

from qdrant_client import AsyncQdrantClient, models

from footnoted.domain.errors import Misconfigured
from footnoted.providers.qdrant.points import ALL_WORDS, EXPLORED, KEYWORDS, MEANING, TENANT, WORDS

Quantisation = Literal["none", "int8", "binary"]

_INDEXED_KB = 10_000
"""From this size on, some 6,500 vectors of 384 dimensions, vectors get a graph: Qdrant's own figure."""
_FILLED_KB = 10_000
"""Largest segment while a book is written. Adding the word vectors of a passage takes longer the larger the segment is,
so with a single segment the time would grow with the square of the book
(docs/decisions/0034-written-in-small-segments.md)."""
_MERGED_KB = 4_000_000
"""Largest segment of a finished book: one graph for 2.6 million vectors of 384 dimensions."""
SEARCH_PARAMS = models.SearchParams(hnsw_ef=EXPLORED, quantization=models.QuantizationSearchParams(rescore=True))
"""With quantised vectors, hits are scored again with the full ones."""
_FILTERS = dict.fromkeys(KEYWORDS, models.PayloadSchemaType.KEYWORD)
"""Only the fields that filters use: for each value that many passages have, the server builds a graph."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What an operator chooses; the defaults suit one server and books of up to some 100,000 passages."""

    shards: int | None = None
    """Parts of a collection, spread over the nodes; None leaves it to the server."""
    replicas: int = 1
    """Nodes that hold each part; with two, one may fail."""
    quantisation: Quantisation = "none"
    """Vectors in memory; with int8 or binary the full ones are on disk, and the best hits are scored by them."""


async def create(
    client: AsyncQdrantClient, name: str, dimensions: int, layout: Layout, metadata: dict[str, str]
) -> None:
    """Create an empty collection for one book, with an index for every filter; call ``build_graph`` when it is full."""
    # Books are small, and a collection of one segment with a small log is created and removed faster.
    optimisers = models.OptimizersConfigDiff(
        default_segment_number=1, indexing_threshold=0, max_segment_size=_FILLED_KB
    )
    await _create(client, name, dimensions, layout, metadata, optimisers=optimisers)
    await _index(client, name, _FILTERS)


async def build_graph(client: AsyncQdrantClient, name: str) -> None:
    """Let the server index the vectors, once all are there: a graph that grows with them is built many times."""
    whole = models.OptimizersConfigDiff(indexing_threshold=_INDEXED_KB, max_segment_size=_MERGED_KB)
    await client.update_collection(name, optimizers_config=whole)


async def create_shared(client: AsyncQdrantClient, name: str, dimensions: int, layout: Layout) -> None:
    """Create an empty collection for many books: one graph for each, none for all, as Qdrant advises for tenants."""
    words = {WORDS: models.SparseVectorParams(), ALL_WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)}
    graph = models.HnswConfigDiff(m=0, payload_m=16)
    await _create(client, name, dimensions, layout, {"shared": "true"}, words=words, hnsw=graph)
    tenants = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
    keyword = models.PayloadSchemaType.KEYWORD
    await _index(client, name, {**_FILTERS, TENANT: tenants, "book": keyword, "kind": keyword})


async def _create(
    client: AsyncQdrantClient,
    name: str,
    dimensions: int,
    layout: Layout,
    metadata: dict[str, str],
    *,
    words: dict[str, models.SparseVectorParams] | None = None,
    optimisers: models.OptimizersConfigDiff | None = None,
    hnsw: models.HnswConfigDiff | None = None,
) -> None:
    vectors = models.VectorParams(
        size=dimensions, distance=models.Distance.COSINE, on_disk=True if layout.quantisation != "none" else None
    )
    await client.create_collection(
        name,
        vectors_config={MEANING: vectors},
        sparse_vectors_config=words or {WORDS: models.SparseVectorParams(modifier=models.Modifier.IDF)},
        shard_number=layout.shards,
        replication_factor=layout.replicas if layout.replicas > 1 else None,
        quantization_config=_quantisation(layout.quantisation),
        optimizers_config=optimisers,
        wal_config=models.WalConfigDiff(wal_capacity_mb=1),
        hnsw_config=hnsw,
        metadata=metadata,
    )
    if not (await client.get_collection(name)).config.metadata:
        raise Misconfigured("The Qdrant server is too old for Footnoted: use 1.16 or newer.")


async def _index(
    client: AsyncQdrantClient, name: str, fields: Mapping[str, models.PayloadSchemaType | models.KeywordIndexParams]
) -> None:
    await asyncio.gather(*(client.create_payload_index(name, key, kind) for key, kind in fields.items()))


def _quantisation(chosen: Quantisation) -> models.QuantizationConfig | None:
    match chosen:
        case "none":
            return None
        case "int8":
            scalar = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, quantile=0.99, always_ram=True)
            return models.ScalarQuantization(scalar=scalar)
        case "binary":
            return models.BinaryQuantization(binary=models.BinaryQuantizationConfig(always_ram=True))
        case _:
            assert_never(chosen)
