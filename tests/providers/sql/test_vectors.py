"""The embedding cache, on SQLite and PostgreSQL."""

from __future__ import annotations

from footnoted.providers.sql.books.vectors import SqlVectors
from footnoted.providers.sql.database import Database


async def test_known_vectors_come_back_and_unknown_ones_do_not(database: Database) -> None:
    vectors = SqlVectors(database)
    await vectors.keep_vectors("local:small", {"h1": b"\0\1", "h2": b"\2"})
    assert await vectors.cached_vectors("local:small", ["h1", "h3", "h1"]) == {"h1": b"\0\1"}
    assert await vectors.cached_vectors("local:large", ["h1"]) == {}
    assert await vectors.cached_vectors("local:small", []) == {}


async def test_keeping_twice_keeps_one(database: Database) -> None:
    vectors = SqlVectors(database)
    await vectors.keep_vectors("e", {"h1": b"a"})
    await vectors.keep_vectors("e", {"h1": b"a", "h2": b"b"})
    await vectors.keep_vectors("e", {})
    assert await vectors.cached_vectors("e", ["h1", "h2"]) == {"h1": b"a", "h2": b"b"}


async def test_more_hashes_than_one_query_takes(database: Database) -> None:
    many = {f"h{number}": bytes([number % 256]) for number in range(2500)}
    vectors = SqlVectors(database)
    await vectors.keep_vectors("e", many)
    assert await vectors.cached_vectors("e", many) == many
