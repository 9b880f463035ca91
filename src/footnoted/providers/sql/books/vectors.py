"""Caches vectors by the hash of their text, so that an unchanged passage is never embedded twice.

Knows no embedder: a vector is bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sqlalchemy as sa

from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import embeddings

_KEEP = sa.text("""
    INSERT INTO embeddings (embedder, content_hash, vector) VALUES (:embedder, :content_hash, :vector)
    ON CONFLICT (embedder, content_hash) DO NOTHING
""").bindparams(*(sa.bindparam(column.name, type_=column.type) for column in embeddings.columns))
_CACHED = sa.select(embeddings.c.content_hash, embeddings.c.vector).where(
    embeddings.c.embedder == sa.bindparam("of"), embeddings.c.content_hash.in_(sa.bindparam("hashes", expanding=True))
)
_AT_ONCE = 1000
"""Hashes in one query; both databases reject more than some 32,000 parameters."""


class SqlVectors:
    """The embedding cache, in the table ``embeddings``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def cached_vectors(self, embedder: str, hashes: Iterable[str]) -> dict[str, bytes]:
        """Hash → vector, for the hashes that are cached."""
        wanted = list(dict.fromkeys(hashes))

        def work(connection: sa.Connection) -> dict[str, bytes]:
            found: dict[str, bytes] = {}
            for start in range(0, len(wanted), _AT_ONCE):
                some = wanted[start : start + _AT_ONCE]
                rows = connection.execute(_CACHED, {"of": embedder, "hashes": some})
                found.update((row.content_hash, row.vector) for row in rows)
            return found

        return await self._database.read(work)

    async def keep_vectors(self, embedder: str, vectors: Mapping[str, bytes]) -> None:
        rows = [{"embedder": embedder, "content_hash": key, "vector": vector} for key, vector in vectors.items()]
        if rows:
            await self._database.write(lambda it: it.execute(_KEEP, rows))
