"""What happens to turns when the database is locked, full, read-only, or its process killed."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from footnoted.domain.book import Book
from footnoted.domain.errors import DatabaseDown
from footnoted.domain.question import Turn
from footnoted.providers.sql import sqlite as sql_sqlite
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.sessions.history import SqlHistory
from tests.providers.sql.test_catalogue_conformance import BOOK, page

TURN = Turn("Why?", "Because.", datetime(2026, 3, 1, tzinfo=UTC))


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = await Database.open(sqlite_url)
    yield database
    await database.close()


@contextmanager
def locked(url: str) -> Iterator[sqlite3.Connection]:
    """Another connection has begun to write."""
    other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.close()


async def test_a_turn_waits_for_a_short_lock(sqlite: Database, sqlite_url: str) -> None:
    session = uuid4()
    with locked(sqlite_url) as other:
        remembering = asyncio.create_task(SqlHistory(sqlite).remember(session, TURN))
        await asyncio.sleep(0.2)
        assert not remembering.done()
        assert await SqlHistory(sqlite).turns(session, 1) == []  # readers do not wait
        other.rollback()
        await remembering
    assert await SqlHistory(sqlite).turns(session, 1) == [TURN]


async def test_behind_a_long_lock_all_callers_fail_in_time(monkeypatch: pytest.MonkeyPatch, sqlite_url: str) -> None:
    monkeypatch.setattr(sql_sqlite, "PATIENCE", 0.5)
    database = await Database.open(sqlite_url)
    history = SqlHistory(database)
    with locked(sqlite_url):
        outcomes = await asyncio.gather(*(history.remember(uuid4(), TURN) for _ in range(10)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [DatabaseDown] * 10
    # Few found the lock themselves; the rest heard of it in the queue, where each would have waited for all before it.
    queued = [outcome for outcome in outcomes if "queued too long" in str(getattr(outcome, "__cause__", ""))]
    assert len(queued) > 5
    monkeypatch.setattr(sql_sqlite, "PATIENCE", 300.0)
    await history.remember(uuid4(), TURN)
    await database.close()


async def test_a_glance_that_is_barred_waits_in_the_thread(sqlite: Database, sqlite_url: str) -> None:
    # Readers are barred only while another process recovers the file; a write is barred as easily as we like.
    insert = sa.text("INSERT INTO books VALUES ('b', '', '', '', '', '', 0, 0, NULL, NULL, '', NULL)")
    with locked(sqlite_url) as other:
        glancing = asyncio.create_task(sqlite.glance(lambda it: it.execute(insert).rowcount))
        await asyncio.sleep(0.2)
        assert not glancing.done()
        other.rollback()
        assert await glancing == 1


async def test_half_a_record_is_none(database: Database) -> None:
    catalogue = SqlCatalogue(database)
    await catalogue.record(BOOK, [page("/a", 1)], [])
    twice = [page("/b", 2), page("/b", 2)]
    with pytest.raises(DatabaseDown) as caught:
        await catalogue.record(Book("astronomy", "New", "", "", "", "r2"), twice, ["/a"])
    assert caught.value.__cause__ is not None
    assert await catalogue.books() == [BOOK]
    assert await catalogue.page_hashes(BOOK.name) == {"/a": "h1"}


async def test_a_full_disk_refuses_turns_keeps_reading_and_recovers(sqlite: Database, sqlite_url: str) -> None:
    history, session = SqlHistory(sqlite), uuid4()
    await history.remember(session, TURN)
    large = replace(TURN, answer="word " * 20_000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, before[1]))
    try:
        with pytest.raises(DatabaseDown) as caught:
            await history.remember(session, large)
        assert isinstance(caught.value.__cause__, sa.exc.DBAPIError)
        assert await history.turns(session, 10) == [TURN]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    await history.remember(session, large)
    assert await history.turns(session, 10) == [TURN, large]


@pytest.fixture
def readonly_url() -> Iterator[str]:
    """A database in a folder that we may not write to; root may write everywhere, so root steps down."""
    folder = Path(tempfile.mkdtemp())
    url = f"sqlite:///{folder / 'footnoted.db'}"
    subprocess.run(
        [sys.executable, "-c", "import asyncio, sys; from footnoted.providers.sql.database import Database as D\n"
         "async def main(): await (await D.open(sys.argv[1])).close()\nasyncio.run(main())", url], check=True
    )  # fmt: skip
    (folder / "footnoted.db").chmod(0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    yield url
    os.seteuid(user)
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_file_that_cannot_be_written_is_refused_with_the_fix(readonly_url: str) -> None:
    with pytest.raises(DatabaseDown, match="can be written"):
        await Database.open(readonly_url)


@pytest.mark.real
async def test_a_server_that_was_restarted_is_found_again(postgres_server: Any, postgres_url: str) -> None:
    database = await Database.open(postgres_url)
    history, session = SqlHistory(database), uuid4()
    await history.remember(session, TURN)
    # Waits until they are gone: one that is about to go may still take a statement, and fail in the middle of it.
    postgres_server.psql(
        "SELECT pg_terminate_backend(pid, 300000) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname LIKE 'test_%'"
    )
    await history.remember(session, TURN)
    assert await history.turns(session, 10) == [TURN, TURN]
    await database.close()


WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from uuid import UUID
from footnoted.domain.question import Turn
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.sessions.history import SqlHistory

async def main(url, session):
    history, number = SqlHistory(await Database.open(url)), 0
    while True:
        answer = f"{number} " * 3000
        await history.remember(UUID(session), Turn(str(number), answer, datetime.now(UTC), metadata={"number": number}))
        print(number, flush=True)
        number += 1

asyncio.run(main(*sys.argv[1:]))
"""


async def test_every_acknowledged_turn_survives_kill_9(database_url: str) -> None:
    history = SqlHistory(database := await Database.open(database_url))
    rounds = 12 if database_url.startswith("sqlite") else 3
    for number in range(rounds):
        session = uuid4()
        acknowledged = await asyncio.to_thread(_write_until_killed, database_url, session, 1 + number * 3)
        turns = await history.turns(session, 10_000)
        numbers = [int(turn.question) for turn in turns]
        # The one after the last acknowledged may be there too: killed between the commit and the print.
        assert numbers == list(range(len(numbers)))
        assert acknowledged + 1 <= len(numbers) <= acknowledged + 2
        assert all(turn.answer == f"{turn.question} " * 3000 for turn in turns)
        assert [turn.metadata for turn in turns] == [{"number": it} for it in numbers]
        found = await history.session(session)
        assert found is not None
        assert found.turns == len(numbers)
    await database.close()


def _write_until_killed(url: str, session: UUID, count: int) -> int:
    """Let a child write until it has acknowledged ``count`` turns, kill it, and say which it acknowledged last."""
    with subprocess.Popen([sys.executable, "-c", WRITER, url, str(session)], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        lines = [child.stdout.readline() for _ in range(count)]
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    return int(lines[-1])
