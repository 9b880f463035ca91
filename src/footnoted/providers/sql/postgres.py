"""Runs transactions on a PostgreSQL server through SQLAlchemy and asyncpg. Knows no table.

A connection is taken from the pool for one transaction and returned; none is held in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pydantic_core
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from footnoted.domain.errors import DatabaseDown, Misconfigured
from footnoted.providers.sql.schema import migrate as sql_migrate
from footnoted.providers.sql.schema.columns import as_json

try:
    import asyncpg  # type: ignore[import-untyped]
    from sqlalchemy.ext.asyncio import create_async_engine
except ImportError as error:
    raise Misconfigured(
        "PostgreSQL needs a driver: run pip install 'footnoted[postgres]', or set DATABASE_URL to sqlite:///file.db."
    ) from error

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

_CONNECT_SECONDS = 5.0
"""Timeout for connecting, or for a free connection of the pool; SQLite waits as long for a lock."""
_STATEMENT_SECONDS = 10.0
"""Timeout for one statement; the largest, a page of a book, takes milliseconds."""

_ERRORS = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
_REFUSALS = (
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ClientConfigurationError,
    asyncpg.InsufficientPrivilegeError,
)


class PostgresServer:
    """One database on a PostgreSQL server."""

    def __init__(self, url: sa.URL) -> None:
        self._shown = url.render_as_string(hide_password=True)
        self._engine = create_async_engine(
            _for_asyncpg(url),
            pool_pre_ping=True,  # finds a restarted server again
            pool_timeout=_CONNECT_SECONDS,
            connect_args={"timeout": _CONNECT_SECONDS, "command_timeout": _STATEMENT_SECONDS},
            json_serializer=as_json,
            json_deserializer=pydantic_core.from_json,
        )

    async def migrate(self) -> None:
        """Bring the database to the newest tables."""
        try:
            if not await self._is_current():
                await self._run(sql_migrate.upgrade)
        except _ERRORS as error:
            if isinstance(_cause(error), _REFUSALS):
                raise Misconfigured(
                    f"PostgreSQL refuses {self._shown}: check the user, password and database name in DATABASE_URL."
                ) from error
            raise DatabaseDown(
                f"No PostgreSQL answers at {self._shown}. Start the server, or correct DATABASE_URL."
            ) from error

    async def _is_current(self) -> bool:
        try:
            return await self._run(sql_migrate.is_current)
        except DBAPIError as error:
            if isinstance(_cause(error), asyncpg.UndefinedTableError):
                return False
            raise

    async def read(self, work: Work[T]) -> T:
        try:
            return await self._run(work)
        except _ERRORS as error:
            raise DatabaseDown("The database does not answer.") from error

    glance = read

    async def is_current(self) -> bool:
        return await self.read(sql_migrate.is_current)

    async def write(self, work: Work[T]) -> T:
        """Do the work in one transaction; returns when the server has made it durable."""
        return await self.read(work)

    async def _run(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


def _for_asyncpg(url: sa.URL) -> sa.URL:
    """The URL as hosting services give it, with libpq's TLS options renamed for asyncpg."""
    query = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    query.pop("channel_binding", None)
    return url.set(drivername="postgresql+asyncpg", query=query)


def _cause(error: BaseException) -> BaseException | None:
    """asyncpg's own exception, two levels below SQLAlchemy's."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error
