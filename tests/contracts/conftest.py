"""The sample book, indexed once for all tests that ask it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from footnoted.ingest.index import ingest
from footnoted.settings import Settings
from footnoted.wiring import open_parts

BOOK = Path(__file__).parents[2] / "examples" / "backyard-observatory"


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The sample book, indexed by the embedded stack."""
    settings = Settings(_env_file=None, data_dir=tmp_path_factory.mktemp("library"))

    async def index() -> None:
        async with open_parts(settings, ingesting=True) as parts:
            await ingest(BOOK, "sample", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)

    asyncio.run(index())
    return settings
