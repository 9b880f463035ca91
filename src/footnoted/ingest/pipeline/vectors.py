"""Vectors for passages: from the cache where they are known, else from the embedder. Knows no page and no index."""

from __future__ import annotations

import asyncio
import hashlib
import struct
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Protocol

from footnoted.domain.book import Passage, Vector
from footnoted.domain.ports import Embedder

BATCH = 64
"""Passages embedded at a time: enough to sort by length, few enough for memory."""


class VectorCache(Protocol):
    """Remembers vectors as bytes, so that no text is embedded twice by the same embedder."""

    async def cached_vectors(self, embedder: str, hashes: Sequence[str]) -> Mapping[str, bytes]: ...

    async def keep_vectors(self, embedder: str, vectors: Mapping[str, bytes]) -> None: ...


Embed = Callable[[Sequence[str]], Awaitable[Sequence[Vector]]]


class Vectors:
    """Vectors for one batch of passages after the other; several batches may be under way at once.

    Which texts are embedded together depends on the batches alone, not on how many are under way: a text that an
    earlier batch is embedding is waited for, not embedded again.
    """

    def __init__(self, embedder: Embedder, embed: Embed, cache: VectorCache | None) -> None:
        """``embed`` makes the embedder's vectors, here or elsewhere."""
        self._embedder, self._embed, self._cache = embedder.name, embed, cache
        self._size = struct.calcsize(f"<{embedder.dimensions}f")
        self._coming: dict[str, asyncio.Future[Vector]] = {}

    async def begin(self, passages: Sequence[Passage]) -> Awaitable[Iterator[Vector]]:
        """Start embedding what is not known yet; awaiting the result gives a vector for each passage, in order."""
        keys = [hashlib.sha256(passage.in_context.encode("utf-8", "replace")).hexdigest() for passage in passages]
        cached = await self._cache.cached_vectors(self._embedder, list(dict.fromkeys(keys))) if self._cache else {}
        # One of another length is damaged: no index takes it.
        whole = {key: data for key, data in cached.items() if len(data) == self._size}
        known: dict[str, Vector] = {key: _unpacked(data) for key, data in whole.items()}
        texts = {key: passage.in_context for key, passage in zip(keys, passages, strict=True) if key not in known}
        coming = {key: self._coming[key] for key in texts if key in self._coming}
        missing = {key: text for key, text in texts.items() if key not in coming}
        loop = asyncio.get_running_loop()
        self._coming |= {key: loop.create_future() for key in missing}

        async def finish() -> Iterator[Vector]:
            fresh = await self._make(missing)
            found = known | fresh | {key: await vector for key, vector in coming.items()}
            return iter([found[key] for key in keys])

        return finish()

    async def _make(self, missing: Mapping[str, str]) -> dict[str, Vector]:
        made: dict[str, Vector] = {}
        try:
            for start in range(0, len(missing), BATCH):
                some = list(missing)[start : start + BATCH]
                fresh = dict(zip(some, await self._embed([missing[key] for key in some]), strict=True))
                if self._cache:
                    await self._cache.keep_vectors(
                        self._embedder, {key: _packed(vector) for key, vector in fresh.items()}
                    )
                made |= fresh
        finally:
            for key in missing:
                vector = self._coming.pop(key)
                if key in made:
                    vector.set_result(made[key])
                else:
                    vector.cancel()
        return made


async def vectors_of(passages: Sequence[Passage], embedder: Embedder, cache: VectorCache | None) -> Iterator[Vector]:
    """A vector for each passage, in order; equal texts are embedded once."""
    return await (await Vectors(embedder, embedder.embed_passages, cache).begin(passages))


def _packed(vector: Vector) -> bytes:
    """
    >>> _unpacked(_packed([0.5, -1.0]))
    (0.5, -1.0)
    """
    return struct.pack(f"<{len(vector)}f", *vector)


def _unpacked(data: bytes) -> Vector:
    return struct.unpack(f"<{len(data) // 4}f", data)
