"""Runs transactions on an SQLite file through SQLAlchemy's synchronous engine. Knows no table.

aiosqlite switches to its thread and back for each statement; here a transaction switches once, and a short read not
at all. One thread writes, another reads, each with a connection that stays open: in WAL mode a writer that waits for a
lock never blocks a reader.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pydantic_core
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from footnoted.domain.errors import DatabaseDown, Misconfigured
from footnoted.providers.sql.schema import migrate as sql_migrate
from footnoted.providers.sql.schema.columns import as_json

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

PATIENCE = 5.0
"""Seconds to wait for another process's lock."""

_ERRORS = (SQLAlchemyError, sqlite3.Error)


class SqliteFile:
    """One SQLite file with three connections: for writing, for reading, and for short reads on the event loop."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = sa.create_engine(
            sa.URL.create("sqlite", database=str(path)),
            connect_args={"check_same_thread": False, "timeout": PATIENCE},
            poolclass=sa.NullPool,
            json_serializer=as_json,
            json_deserializer=pydantic_core.from_json,
        )
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)
        self._writing = ThreadPoolExecutor(1, "sqlite-write")
        self._reading = ThreadPoolExecutor(1, "sqlite-read")
        self._connections: dict[str, sa.Connection] = {}

    async def migrate(self) -> None:
        """Create the file, or migrate it to the newest tables."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._writing, self._migrate)
        except (OSError, *_ERRORS) as error:
            raise DatabaseDown(
                f"The database file {self._path} cannot be opened ({_cause(error)}). "
                "Check that it is an SQLite file and that it and its folder can be written, or set DATABASE_URL."
            ) from error

    def _migrate(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if not self._is_current():
            self._run("write", sql_migrate.upgrade)
        self._connections["glance"] = self._connect("glance")  # here, because opening a file may take time

    def _is_current(self) -> bool:
        try:
            return self._run("write", sql_migrate.is_current)
        except DBAPIError as error:
            if "no such table" in str(error.orig):
                return False
            raise

    async def glance(self, work: Work[T]) -> T:
        """Read a few rows on the event loop; in a thread only if another process holds the lock."""
        return await self._at_once(lambda: self._run("glance", work), work)

    async def is_current(self) -> bool:
        """Whether the tables are the newest. Asked with every question, so without SQLAlchemy."""

        def look() -> bool:
            return self._on("glance", lambda connection: sql_migrate.is_newest(_driver(connection)))

        return await self._at_once(look, sql_migrate.is_current)

    async def _at_once(self, look: Callable[[], T], work: Work[T]) -> T:
        try:
            return look()
        except _ERRORS as error:
            if not _is_busy(error):
                raise _down(error) from error
        return await self.read(work)

    async def read(self, work: Work[T]) -> T:
        return await self._in_thread(self._reading, "read", work)

    async def write(self, work: Work[T]) -> T:
        """Run the work in one transaction; returns when it is on disk."""
        return await self._in_thread(self._writing, "write", work)

    async def _in_thread(self, thread: ThreadPoolExecutor, use: str, work: Work[T]) -> T:
        deadline = time.monotonic() + PATIENCE

        def run() -> T:
            # All work queued behind a locked database fails together; in turn, each would wait the full time.
            if time.monotonic() > deadline:
                raise sqlite3.OperationalError("queued too long behind a locked database")
            return self._run(use, work)

        try:
            return await asyncio.get_running_loop().run_in_executor(thread, run)
        except _ERRORS as error:
            raise _down(error) from error

    def _run(self, use: str, work: Work[T]) -> T:
        def transaction(connection: sa.Connection) -> T:
            with connection.begin():
                return work(connection)

        return self._on(use, transaction)

    def _on(self, use: str, work: Work[T]) -> T:
        connection = self._connections.get(use)
        if connection is None:
            connection = self._connections[use] = self._connect(use)
        try:
            return work(connection)
        except _ERRORS as error:
            if not _is_busy(error):
                self._disconnect(use)
            raise

    def _connect(self, use: str) -> sa.Connection:
        connection = self._engine.connect()
        if use == "glance":
            _driver(connection).execute("PRAGMA busy_timeout = 0")
        return connection.execution_options(begin="BEGIN IMMEDIATE" if use == "write" else "BEGIN")

    def _disconnect(self, use: str) -> None:
        """The next user opens the file again, so that a repaired disk is noticed."""
        connection = self._connections.pop(use, None)
        if connection is not None:
            with suppress(*_ERRORS):
                connection.close()

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writing.shutdown()
        self._reading.shutdown()
        for use in list(self._connections):
            self._disconnect(use)


def sqlite_path(url: sa.URL) -> Path:
    """The file of a URL such as ``sqlite:///footnoted.db``."""
    if not url.database or url.database == ":memory:" or url.query:
        raise Misconfigured("DATABASE_URL must name a file, such as sqlite:///footnoted.db, with nothing after it.")
    return Path(url.database)


def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
    # Else the driver would begin transactions itself, but not as IMMEDIATE; see _begin.
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # SQLite does not wait here when two processes create the same file at once.
            if not _is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: sa.Connection) -> None:
    # Directly on the driver: through SQLAlchemy this statement costs as much as an insert.
    _driver(connection).execute(connection.get_execution_options()["begin"])


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _cause(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _is_busy(error: BaseException) -> bool:
    code = getattr(_cause(error), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _down(error: BaseException) -> DatabaseDown:
    return DatabaseDown("The database is busy. Try again." if _is_busy(error) else "The database does not answer.")
