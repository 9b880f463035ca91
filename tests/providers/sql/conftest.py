"""An open database for the tests of this folder, on each kind of server (tests/databases.py)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from footnoted.providers.sql.database import Database


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = await Database.open(database_url)
    yield database
    await database.close()
