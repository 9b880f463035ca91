"""Vectors for passages: from the cache where they are known, else from the embedder. Knows no page and no index."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from footnoted.domain.book import Passage, Vector
from footnoted.domain.ports import Embedder

BATCH = 64
"""Passages that are embedded at a time: enough to sort by length, few enough to hold."""


class VectorCache(Protocol):
    """Remembers vectors as bytes, so that no text is embedded twice by the same embedder."""

    async def cached_vectors(self, embedder: str, hashes: Sequence[str]) -> Mapping[str, bytes]: ...

    async def keep_vectors(self, embedder: str, vectors: Mapping[str, bytes]) -> None: ...


async def vectors_of(passages: Sequence[Passage], embedder: Embedder, cache: VectorCache | None) -> Iterator[Vector]:
    """A vector for each passage, in order; equal texts are embedded once."""
    keys = [hashlib.sha256(passage.in_context.encode("utf-8", "replace")).hexdigest() for passage in passages]
    cached = await cache.cached_vectors(embedder.name, list(dict.fromkeys(keys))) if cache else {}
    known: dict[str, Vector] = {key: _unpacked(data) for key, data in cached.items()}
    missing = {key: passage for key, passage in zip(keys, passages, strict=True) if key not in known}
    for start in range(0, len(missing), BATCH):
        some = list(missing)[start : start + BATCH]
        vectors = await embedder.embed_passages([missing[key].in_context for key in some])
        fresh = dict(zip(some, vectors, strict=True))
        if cache:
            await cache.keep_vectors(embedder.name, {key: _packed(vector) for key, vector in fresh.items()})
        known |= fresh
    return iter([known[key] for key in keys])


def _packed(vector: Vector) -> bytes:
    """
    >>> _unpacked(_packed([0.5, -1.0]))
    (0.5, -1.0)
    """
    return struct.pack(f"<{len(vector)}f", *vector)


def _unpacked(data: bytes) -> Vector:
    return struct.unpack(f"<{len(data) // 4}f", data)
