"""Opening a database: by its URL, from nothing or from what is there, and what is said when it cannot be."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from footnoted.domain.errors import DatabaseDown, Misconfigured
from footnoted.providers.sql import postgres
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema import migrate, tables
from tests.providers.sql.test_catalogue_conformance import BOOK, page

OPEN = "import asyncio, sys; from footnoted.providers.sql.database import Database as D; "
OPEN += "d = asyncio.run(D.open(sys.argv[1]))"


def described(connection: sa.Connection) -> dict[str, Any]:
    """Everything about the tables that a step could get wrong."""
    look = sa.inspect(connection)
    return {
        table: {
            "columns": [(it["name"], str(it["type"]), it["nullable"], it["default"]) for it in look.get_columns(table)],
            "key": look.get_pk_constraint(table)["constrained_columns"],
            "foreign": [
                (it["constrained_columns"], it["referred_table"], it["options"]) for it in look.get_foreign_keys(table)
            ],
            "indexes": sorted(
                (str(it["name"]), it["column_names"], it.get("expressions")) for it in look.get_indexes(table)
            ),
        }
        for table in sorted(look.get_table_names())
        if table != "alembic_version"
    }


@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
async def test_the_steps_make_the_tables_that_the_queries_expect(database: Database) -> None:
    migrated = await database.read(described)

    def afresh(connection: sa.Connection) -> dict[str, Any]:
        tables.metadata.drop_all(connection)
        tables.metadata.create_all(connection)
        return described(connection)

    assert migrated == await database.write(afresh)
    kept = {"sessions", "conversations", "books", "pages", "passages", "embeddings", "ratings", "replies"}
    assert kept | {"access_keys", "model_calls", "counters", "pictures", "picture_places"} == set(migrated)


def test_the_newest_step_is_the_one_that_opening_looks_for() -> None:
    folder = Path(migrate.__file__).with_name("migrations")
    assert ScriptDirectory(str(folder)).get_current_head() == migrate.HEAD


async def test_opening_again_finds_what_was_there(database_url: str) -> None:
    database = await Database.open(database_url)
    await SqlCatalogue(database).record(BOOK, [page("/a", 2)], [])
    await database.close()
    again = await Database.open(database_url)
    assert await SqlCatalogue(again).books() == [BOOK]
    assert await SqlCatalogue(again).page(BOOK.name, "/a") == list(page("/a", 2).passages)
    await again.close()


async def test_opening_an_up_to_date_file_loads_no_alembic(sqlite_url: str) -> None:
    await (await Database.open(sqlite_url)).close()
    script = OPEN + "; assert 'alembic' not in sys.modules; assert 'sqlalchemy.ext.asyncio' not in sys.modules"
    await asyncio.to_thread(subprocess.run, [sys.executable, "-c", script, sqlite_url], check=True)


async def test_several_processes_may_open_a_new_database_at_once(database_url: str) -> None:
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", OPEN, database_url, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    outputs = await asyncio.gather(*(process.communicate() for process in processes))
    assert [(process.returncode, error) for process, (_, error) in zip(processes, outputs, strict=True)] == [
        (0, b"")
    ] * 4
    database = await Database.open(database_url)
    await database.ping()
    await database.close()


async def test_a_database_from_a_newer_release_is_left_alone(database_url: str) -> None:
    database = await Database.open(database_url)
    await database.write(lambda it: it.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseDown):
        await database.ping()
    await database.close()
    with pytest.raises(Misconfigured, match="newer Footnoted"):
        await Database.open(database_url)


async def test_a_file_in_a_new_folder_is_made(tmp_path: Path) -> None:
    await (await Database.open(f"sqlite:///{tmp_path}/new/folder/footnoted.db")).close()
    assert (tmp_path / "new/folder/footnoted.db").exists()


@pytest.mark.parametrize("url", ["", "footnoted.db", "mysql://root:hunter2@db/x", "sqlite://", "sqlite:///:memory:",
                                 "postgresql://u:hunter2@host:port/x"])  # fmt: skip
async def test_a_wrong_url_is_answered_with_the_right_form(url: str) -> None:
    with pytest.raises(Misconfigured, match="sqlite:///") as caught:
        await Database.open(url)
    assert "hunter2" not in caught.value.message


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(DatabaseDown, match=f"127.0.0.1:{port}") as caught:
            await Database.open(f"postgresql://reader:hunter2@127.0.0.1:{port}/books?sslmode=disable")
    assert "hunter2" not in caught.value.message
    assert "Start the server" in caught.value.message
    assert caught.value.__cause__ is not None


async def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "_CONNECT_SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        start = time.monotonic()
        async with asyncio.timeout(30):  # the driver's own patience is 60 s
            with pytest.raises(DatabaseDown, match="Start the server"):
                await Database.open(f"postgresql://reader@127.0.0.1:{silent.getsockname()[1]}/books")
    assert time.monotonic() - start >= 0.3


@pytest.mark.real
async def test_a_database_that_the_server_does_not_have_is_a_wrong_setting(postgres_server: Any) -> None:
    with pytest.raises(Misconfigured, match="DATABASE_URL"):
        await Database.open(postgres_server.get_uri("nowhere"))


async def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("These are notes. " * 100)
    with pytest.raises(DatabaseDown, match="SQLite file"):
        await Database.open(f"sqlite:///{tmp_path / 'notes.txt'}")
