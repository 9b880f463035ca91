"""Migrates a database to the newest tables. Runs in the transaction it is given; knows no engine."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from footnoted.domain.errors import Misconfigured

HEAD = "0012"
"""The newest file in ``migrations/versions``; repeated here so that opening a current database loads no Alembic."""

_VERSION = "SELECT version_num FROM alembic_version"
_LOCK = 6_646_646
"""Number of our PostgreSQL advisory lock; any that no other program uses."""


def is_current(connection: sa.Connection) -> bool:
    """Whether the database has the newest tables; raises if it has none at all."""
    return connection.exec_driver_sql(_VERSION).scalar() == HEAD


def is_newest(driver: sqlite3.Connection) -> bool:
    """The same of an SQLite file."""
    return bool(driver.execute(_VERSION).fetchone() == (HEAD,))


def upgrade(connection: sa.Connection) -> None:
    """Run the missing migrations; a second process waits, then finds nothing to do."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory
    from alembic.script.revision import RevisionError

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    scripts = ScriptDirectory(str(Path(__file__).with_name("migrations")))
    context = MigrationContext.configure(connection)
    try:
        missing = list(scripts.iterate_revisions(HEAD, context.get_current_revision() or "base"))
    except RevisionError as error:
        raise Misconfigured(
            "The database was made by a newer Footnoted. Install that version again, or name another database."
        ) from error
    with Operations.context(context):
        for step in reversed(missing):
            step.module.upgrade()
    context.stamp(scripts, HEAD)
