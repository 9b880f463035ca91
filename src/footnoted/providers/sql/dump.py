"""Backup and restore: the whole database as one file; also moves it from SQLite to PostgreSQL.

A zip with a manifest and one JSON line a row. Without the index, which is rebuilt from the stored vectors.
"""

from __future__ import annotations

import base64
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from footnoted.domain.errors import BadSource, Misconfigured
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.migrate import HEAD
from footnoted.providers.sql.schema.tables import metadata

_FORMAT = 1
_AT_ONCE = 500
"""Rows in memory at a time."""

_READ: dict[type, Callable[[str], Any]] = {UUID: UUID, bytes: base64.b64decode, datetime: datetime.fromisoformat}
"""How to read columns whose values JSON has no type for."""


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
        archive.writestr("manifest.json", json.dumps({"footnoted-backup": _FORMAT, "tables": HEAD}))
        for table in metadata.sorted_tables:
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as lines:
                counts[table.name] = 0
                for row in connection.execute(sa.select(table)).yield_per(_AT_ONCE):
                    lines.write(json.dumps(dict(row._mapping), default=_written).encode() + b"\n")
                    counts[table.name] += 1
    return counts


def _written(value: object) -> str:
    match value:
        case UUID():
            return str(value)
        case bytes():
            return base64.b64encode(value).decode()
        case datetime():
            return value.isoformat()
    raise TypeError(f"a {type(value).__name__} cannot be written")


def _load(connection: sa.Connection, file: Path) -> dict[str, int]:
    for table in metadata.sorted_tables:
        if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
            raise Misconfigured(
                f"The database is not empty ({table.name} has rows), and restoring would mix the two. "
                "Name an empty one by FOOTNOTED_DATA_DIR or DATABASE_URL."
            )
    counts = {}
    with _opened(file) as archive:
        for table in metadata.sorted_tables:
            if f"{table.name}.jsonl" in archive.namelist():  # an older version had fewer tables
                counts[table.name] = _fill(connection, table, archive)
    if connection.dialect.name == "postgresql":
        # The ids were set explicitly; the next one must come after them.
        connection.exec_driver_sql(
            "SELECT setval(pg_get_serial_sequence('conversations', 'id'), "
            "(SELECT coalesce(max(id), 0) + 1 FROM conversations), false)"
        )
    return counts


def _fill(connection: sa.Connection, table: sa.Table, archive: zipfile.ZipFile) -> int:
    count = 0
    readers = {column.name: _READ.get(_plain(column.type).python_type) for column in table.columns}
    with archive.open(f"{table.name}.jsonl") as lines:
        while some := list(islice(lines, _AT_ONCE)):
            rows = [
                {name: _read(readers[name], value) for name, value in json.loads(line).items() if name in readers}
                for line in some
            ]
            connection.execute(sa.insert(table), rows)
            count += len(rows)
    return count


def _plain(kind: sa.types.TypeEngine[Any]) -> sa.types.TypeEngine[Any]:
    """The type that a decorated column type wraps; only that one tells its values' type."""
    return kind.impl_instance if isinstance(kind, sa.types.TypeDecorator) else kind


def _read(reader: Callable[[str], Any] | None, value: Any) -> Any:
    return reader(value) if reader and value is not None else value


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = json.loads(archive.read("manifest.json"))
            if manifest["footnoted-backup"] > _FORMAT or manifest["tables"] > HEAD:
                raise BadSource(f"{file} was made by a newer Footnoted. Install that version and restore with it.")
            yield archive
    except (OSError, zipfile.BadZipFile, zipfile.LargeZipFile, KeyError, TypeError, ValueError) as error:
        raise BadSource(f"{file} is not a whole backup ({error}). Give a file that `footnoted backup` made.") from error
