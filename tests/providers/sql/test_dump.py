"""A backup brings everything back, from either database to either, and never mixes or half-fills."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from footnoted.domain.errors import BadSource, Misconfigured
from footnoted.providers.sql.backup.dump import SqlDump
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema import tables
from footnoted.providers.sql.schema.migrate import HEAD

SESSION, KEY = uuid4(), uuid4()
BOOK = {"title": "Tea", "source": "tea", "site": "", "embedder": "e", "revision": "r", "pages": 1, "passages": 0}
ROWS: dict[sa.Table, list[dict[str, Any]]] = {
    tables.sessions: [{"session_id": SESSION, "metadata": {"a": [1, "ü"]}, "owner": None}],
    tables.conversations: [
        {"session_id": SESSION, "query": f"question {number}", "response": "…", "timestamp": datetime.now(UTC)}
        for number in range(1_200)
    ],
    tables.ratings: [{"request_id": uuid4(), "helpful": True, "comment": "good"}],
    tables.books: [{"name": "tea", "marks": None, **BOOK}],
    tables.embeddings: [{"embedder": "e", "content_hash": "h", "vector": b"\0\xff\1\2"}],
    tables.access_keys: [
        {"id": KEY, "name": "ada", "digest": "d", "former_digest": "", "is_admin": True, "books": ["tea"]}
        | {"created": datetime.now(UTC), "expires": datetime.now(UTC), "per_minute": 5}
    ],
    tables.model_calls: [{"key_id": KEY, "day": "2030-01-02", "calls": 3}],
}


async def filled(database: Database) -> None:
    def work(connection: sa.Connection) -> None:
        for table, rows in ROWS.items():
            connection.execute(sa.insert(table), rows)

    await database.write(work)


async def contents(database: Database) -> dict[str, list[dict[str, Any]]]:
    def work(connection: sa.Connection) -> dict[str, list[dict[str, Any]]]:
        return {
            table.name: [
                dict(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()
            ]
            for table in tables.metadata.sorted_tables
        }

    return await database.read(work)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind; another one than the first."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'another.db'}"
    postgres = request.getfixturevalue("postgres_server")
    name = f"test_{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    return str(postgres.get_uri(name))


async def test_everything_comes_back_in_either_database(database: Database, target_url: str, tmp_path: Path) -> None:
    await filled(database)
    file = tmp_path / "backup.zip"
    counts = await SqlDump(database).save(file)
    assert counts["conversations"] == 1_200
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    target = await Database.open(target_url)
    try:
        assert await SqlDump(target).load(file) == counts
        assert await contents(target) == await contents(database)
        # What is written next gets a number of its own.
        await target.write(lambda it: it.execute(sa.insert(tables.conversations), ROWS[tables.conversations][:1]))
        assert len((await contents(target))["conversations"]) == 1_201
    finally:
        await target.close()


async def test_a_database_that_holds_something_is_left_alone(database: Database, tmp_path: Path) -> None:
    await filled(database)
    before = await contents(database)
    await SqlDump(database).save(tmp_path / "backup.zip")
    with pytest.raises(Misconfigured, match="not empty"):
        await SqlDump(database).load(tmp_path / "backup.zip")
    assert await contents(database) == before


def spoilt(file: Path, kind: str) -> None:
    match kind:
        case "no zip":
            file.write_bytes(b"not a zip")
        case "cut short":
            file.write_bytes(file.read_bytes()[:-200])
        case "another zip":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("book.txt", "tea")
        case "a broken row":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("manifest.json", json.dumps({"footnoted-backup": 1, "tables": HEAD}))
                archive.writestr("books.jsonl", json.dumps({"name": "tea", "marks": None, **BOOK}) + '\n{"name":')
        case _:
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("manifest.json", json.dumps({"footnoted-backup": 1, "tables": "9999"}))


@pytest.mark.parametrize("kind", ["no zip", "cut short", "another zip", "a broken row", "newer"])
async def test_a_file_that_is_no_whole_backup_fills_nothing(database: Database, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "backup.zip"
    await SqlDump(database).save(file)
    empty = await contents(database)
    spoilt(file, kind)
    with pytest.raises(BadSource, match="newer" if kind == "newer" else "not a whole backup"):
        await SqlDump(database).load(file)
    assert await contents(database) == empty


async def test_a_backup_that_fails_leaves_the_last_one(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    await SqlDump(database).save(file)
    kept = file.read_bytes()
    await database.write(lambda it: it.exec_driver_sql("DROP TABLE ratings"))
    with pytest.raises(Exception, match=r"."):
        await SqlDump(database).save(file)
    assert file.read_bytes() == kept
    assert not any(name.startswith(".backup") for name in os.listdir(tmp_path))


async def test_a_file_that_cannot_be_written_is_no_fault_of_the_database(database: Database, tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="no such file or directory"):
        await SqlDump(database).save(tmp_path / "none" / "backup.zip")
    (tmp_path / ".backup.zip.part").symlink_to("/dev/full")
    with pytest.raises(BadSource, match="no space left") as refused:
        await SqlDump(database).save(tmp_path / "backup.zip")
    assert str(tmp_path / "backup.zip") in refused.value.message
    assert not [name for name in os.listdir(tmp_path) if ".zip" in name]
