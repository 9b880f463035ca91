"""Generated examples are the same in every run, so that a red run is red again. `RANDOM=1` looks for new ones.

How long an example takes says nothing on a busy machine, so there is no deadline.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from footnoted.settings import Settings

SAMPLE = Path(__file__).parent.parent / "examples" / "backyard-observatory"

settings.register_profile("same", derandomize="RANDOM" not in os.environ, deadline=None)
settings.load_profile("same")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The sample book, indexed once by the embedded stack for all tests that ask it."""
    from footnoted.ingest.index import ingest
    from footnoted.settings import Settings
    from footnoted.wiring import open_parts

    settings = Settings(_env_file=None, data_dir=tmp_path_factory.mktemp("library"))

    async def index() -> None:
        async with open_parts(settings, ingesting=True) as parts:
            await ingest(SAMPLE, "sample", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)

    asyncio.run(index())
    return settings


@pytest.fixture(scope="session", autouse=True)
def _models_unpacked_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Local models are unpacked once for all data folders, in this process and in those that tests start."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTNOTED_MODEL_DIR", str(shared / "models"))
        yield
