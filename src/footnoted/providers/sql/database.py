"""A database opened from its URL, SQLite or PostgreSQL; everything that is stored in SQL goes through it.

Work is a function of a SQLAlchemy connection, run as one transaction; the same function serves both databases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError
from sqlalchemy.sql.compiler import SQLCompiler

from footnoted.domain.errors import DatabaseDown, Misconfigured
from footnoted.providers.sql.sqlite import SqliteFile, sqlite_path

if TYPE_CHECKING:
    from footnoted.providers.sql.postgres import PostgresServer

T = TypeVar("T")


def utc_now() -> datetime:
    """The clock of all that is stored."""
    return datetime.now(UTC)


class Database:
    """An open, migrated database. Every failure is a DatabaseDown."""

    def __init__(self, drive: SqliteFile | PostgresServer) -> None:
        self._drive = drive

    @classmethod
    async def open(cls, url: str) -> Database:
        """Connect to ``sqlite:///path`` or ``postgresql://user:password@host/name`` and bring it up to date."""
        drive = _drive(url)
        try:
            await drive.migrate()
        except BaseException:
            await drive.close()
            raise
        return cls(drive)

    async def glance(self, work: Callable[[sa.Connection], T]) -> T:
        """Read a few rows; with SQLite on the event loop itself, so it must take well under a few milliseconds."""
        return await self._drive.glance(work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        return await self._drive.read(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run the work in one transaction; returns when it is durable."""
        return await self._drive.write(work)

    async def ping(self) -> None:
        """Return if the database answers and has our tables, else raise."""
        if not await self._drive.is_current():
            raise DatabaseDown("Another version of Footnoted has changed the database. Start that version.")

    async def close(self) -> None:
        await self._drive.close()


def _drive(url: str) -> SqliteFile | PostgresServer:
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError):
        # The URL may have a password, so neither it nor the parser's message is repeated.
        raise Misconfigured(_URL_FORMS) from None
    match parsed.get_backend_name():
        case "sqlite":
            return SqliteFile(sqlite_path(parsed))
        case "postgresql" | "postgres":
            from footnoted.providers.sql.postgres import PostgresServer

            return PostgresServer(parsed)
        case _:
            raise Misconfigured(_URL_FORMS)


_URL_FORMS = "DATABASE_URL must be sqlite:///path/to/file.db or postgresql://user:password@host/name."


_Binds = list[tuple[str, Callable[[Any], Any] | None]]
"""Name of each parameter in order, and the function that converts its value for the driver."""


class Prepared:
    """A statement compiled once: SQLAlchemy's work around an execution costs more than SQLite's."""

    def __init__(self, statement: sa.TextClause | sa.Insert) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, _Binds]] = {}

    def run(self, connection: sa.Connection, values: Mapping[str, Any]) -> None:
        compiled = self._compiled.get(connection.dialect.name)
        if compiled is None:
            compiled = self._compiled[connection.dialect.name] = self._compile(connection)
        text, binds = compiled
        row = tuple(values[name] if process is None else process(values[name]) for name, process in binds)
        connection.exec_driver_sql(text, row)

    def _compile(self, connection: sa.Connection) -> tuple[str, _Binds]:
        compiled = self._statement.compile(dialect=connection.dialect)
        assert isinstance(compiled, SQLCompiler)
        binds: _Binds = []
        for name in compiled.positiontup or ():
            kind = compiled.binds[name].type.dialect_impl(connection.dialect)
            binds.append((name, kind.bind_processor(connection.dialect)))
        return compiled.string, binds
