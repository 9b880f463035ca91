"""Generated examples are the same in every run, so that a red run is red again. `RANDOM=1` looks for new ones.

How long an example takes, or its making, says nothing on a busy machine, so there is no deadline. What takes long to
make is made once for all test processes.
"""

from __future__ import annotations

import asyncio
import fcntl
import gc
import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.databases import database_url, postgres_server, postgres_url, sqlite_url
from tests.order import long_first
from tests.servers import qdrant, qdrant_url, valkey_url

if TYPE_CHECKING:
    from footnoted.settings import Settings

# Fixtures that start servers have their place here: imported into a test's file they would start once for each.
__all__ = ["database_url", "postgres_server", "postgres_url", "qdrant", "qdrant_url", "sqlite_url", "valkey_url"]

SAMPLE = Path(__file__).parent.parent / "examples" / "backyard-observatory"

gc.disable()  # until all tests are collected: searching them for garbage took a fifth of the time

settings.register_profile(
    "same",
    derandomize="RANDOM" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same")


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A test process more than cores: tests wait for servers and browsers, and another may run meanwhile."""
    given = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    return int(given) if given else len(os.sched_getaffinity(0)) + 1


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if processes > 1:
        items[:] = long_first(items, [item.location[0] for item in items], processes)


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all test processes of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The sample book, indexed once by the embedded stack; each test process asks a copy of its own."""
    from footnoted.settings import Settings

    made = shared_folder(tmp_path_factory) / "library"
    with made.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            half_made = tmp_path_factory.mktemp("library")
            asyncio.run(_index_sample(Settings(_env_file=None, data_dir=half_made)))
            half_made.rename(made)
    own = tmp_path_factory.mktemp("library-copy")
    shutil.copytree(made, own, dirs_exist_ok=True)
    return Settings(_env_file=None, data_dir=own)


async def _index_sample(settings: Settings) -> None:
    from footnoted.ingest.index import ingest
    from footnoted.wiring import open_parts

    async with open_parts(settings, ingesting=True) as parts:
        await ingest(SAMPLE, "sample", parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)


@pytest.fixture(scope="session", autouse=True)
def _models_unpacked_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Local models are unpacked once for all data folders, in this process and in those that tests start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTNOTED_MODEL_DIR", str(shared_folder(tmp_path_factory) / "models"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _databases_have_time() -> Iterator[None]:
    """A machine that is busy with other tests is no database that is down; tests of that wait less, by themselves."""
    from footnoted.providers.sql import postgres, sqlite

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PATIENCE", 300.0)
        for name in ("_CONNECT_SECONDS", "_STATEMENT_SECONDS"):
            patch.setattr(postgres, name, 300.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _models_opened_once() -> Iterator[None]:
    """Each test process opens a model's files once: a fifth of a second, and many tests ask a book.

    Tests of the models themselves have files of their own, which are opened for them.
    """
    from footnoted.providers.embedders import local as embedder
    from footnoted.providers.readers import local as reader

    with pytest.MonkeyPatch.context() as patch:
        for provider in (embedder, reader):
            patch.setattr(provider, "_Model", cache(provider._Model))
        yield
