"""Backup and restore: the whole database as one file; also moves it from SQLite to PostgreSQL.

A zip with a manifest and one JSON line a row. Without the index, which is rebuilt from the stored vectors.
"""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from footnoted.domain.errors import BadSource, Misconfigured
from footnoted.providers.sql.backup.archive import FIX, FORMAT, BackupFile, readable
from footnoted.providers.sql.backup.rows import Rows, written
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.migrate import HEAD
from footnoted.providers.sql.schema.tables import metadata

_AT_ONCE = 500
"""Rows in memory at a time."""


class SqlDump:
    """Writes the whole database to a file, and fills an empty database from it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, file: Path) -> dict[str, int]:
        """Write everything as of one moment, even while others write; returns rows by table.

        Raises BadSource if the file cannot be written.
        """
        draft = file.with_name(f".{file.name}.part")

        def work(connection: sa.Connection) -> dict[str, int]:
            with _writing(file):
                return _save(connection, draft)

        try:
            counts = await self._database.read(work)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
        return counts

    async def load(self, file: Path) -> dict[str, int]:
        """Fill the database, all or nothing. Raises Misconfigured if it is not empty, BadSource for an invalid file."""
        return await self._database.write(lambda connection: _load(connection, file))


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """What is wrong with the file is said of the file: a database takes it for its own failure."""
    try:
        yield
    except (ConnectionError, TimeoutError):
        raise
    except OSError as error:
        raise BadSource(
            f"{file} cannot be written: {(error.strerror or str(error)).lower()}. Name a file in a folder that exists,"
            " that you may write to and that has room."
        ) from error


def _save(connection: sa.Connection, file: Path) -> dict[str, int]:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
    counts = {}
    # It has conversations: readable by its owner only.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps({"footnoted-backup": FORMAT, "tables": HEAD}))
        for table in metadata.sorted_tables:
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as lines:
                counts[table.name] = 0
                for row in connection.execute(sa.select(table)).yield_per(_AT_ONCE):
                    lines.write(json.dumps(dict(row._mapping), default=written).encode() + b"\n")
                    counts[table.name] += 1
    return counts


def _load(connection: sa.Connection, file: Path) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise Misconfigured(
                f"The database is not empty ({table.name} has rows), and restoring would mix the two. "
                "Name an empty one by FOOTNOTED_DATA_DIR or DATABASE_URL."
            )
    with BackupFile.open(file, HEAD) as backup:
        _check_room(connection, file, backup.size)
        with readable(file):
            missing = [table.name for table in metadata.sorted_tables if not backup.has(table.name)]
            if missing and backup.tables == HEAD:  # an older version had fewer tables
                raise ValueError(f"it has no {missing[0]}")
        with _accepted(file):
            counts = {
                table.name: _fill(connection, table, backup, file)
                for table in metadata.sorted_tables
                if table.name not in missing
            }
            _count_on(connection)
    return counts


def _check_room(connection: sa.Connection, file: Path, size: int) -> None:
    """Refuse what will not fit, before the disk is full for everybody else. Of a server's disk we know nothing."""
    if connection.dialect.name == "sqlite" and (path := connection.engine.url.database):
        free = shutil.disk_usage(Path(path).parent).free
        if size > free:
            raise BadSource(
                f"{file} unpacks to {size >> 20} MB, and {Path(path).parent} has {free >> 20} MB left. "
                "Make room, or name another folder by FOOTNOTED_DATA_DIR."
            )


def _fill(connection: sa.Connection, table: sa.Table, backup: BackupFile, file: Path) -> int:
    count, rows = 0, Rows(table)
    for lines in backup.lines(table.name):
        read = []
        for number, line in lines:
            with readable(file), _named(f"row {number} of {table.name}"):
                read.append(rows.read(line))
        connection.execute(sa.insert(table), read)
        count += len(read)
    return count


@contextmanager
def _named(row: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{row}: {error}") from error


@contextmanager
def _accepted(file: Path) -> Iterator[None]:
    """A row that the database refuses, such as one that is there twice, is a fault of the file."""
    try:
        yield
    except OperationalError:
        raise
    except DBAPIError as error:
        if error.connection_invalidated:
            raise
        reason = str(error.orig).partition("\n")[0][:200]
        raise BadSource(f"{file} has rows that do not belong together ({reason}). {FIX}") from error


def _count_on(connection: sa.Connection) -> None:
    if connection.dialect.name == "postgresql":
        # The ids were set explicitly; the next one must come after them.
        connection.exec_driver_sql(
            "SELECT setval(pg_get_serial_sequence('conversations', 'id'), "
            "(SELECT coalesce(max(id), 0) + 1 FROM conversations), false)"
        )
