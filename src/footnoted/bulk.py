"""Runs ingestion's long steps, reading and embedding, on a Dask cluster: our own on this machine, or an existing one.

Dask repeats a task when its worker dies. Tasks have no side effects: the caller writes index and catalogue, in order.
Knows neither of them.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from footnoted import choices
from footnoted.domain.book import Page, Vector
from footnoted.domain.errors import EmbedderDown, Misconfigured
from footnoted.domain.ports import Embedder
from footnoted.ingest.pipeline.pages import Outcome, Task, read_pages

if TYPE_CHECKING:
    from footnoted.ingest.manuscript import Manuscript
    from footnoted.settings import Settings

_PAGES = 8
"""Pages that a task reads: some milliseconds each, so that sending them costs little in comparison."""
_AHEAD = 2
"""Tasks queued for a worker while it works on one."""
_PATIENCE = 60.0
"""Seconds to wait for a scheduler, and for its first worker."""

_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.tick.limit": "1h",
    "distributed.admin.system-monitor.interval": "5s",
}
"""Polling intervals: with Dask's own, idle processes took 4 % of a core; with these 1 %."""

_Read = tuple[Page | None, str, str]
"""Page, warning and language of an outcome."""


@contextmanager
def steps_on(where: str, settings: Settings) -> Iterator[DaskSteps]:
    """Our own workers (``dask``, ``dask:4``), or those of a scheduler (``tcp://host:8786``)."""
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise Misconfigured("--on needs Dask. Run: pip install 'footnoted[dask]'") from error
    if "://" in where:
        try:
            client = Client(where, timeout=_PATIENCE)
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError) as error:
            raise Misconfigured(f"There is no Dask scheduler with workers at {where}: {error}") from error
        with client:
            yield DaskSteps(client, settings)
        return
    import dask

    count = _workers(where)
    with (
        dask.config.set(_QUIET),
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            memory_limit=0,  # no limit, as for ingestion in one process
            dashboard_address=None,
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield DaskSteps(client, settings, threads=max(1, (os.cpu_count() or 1) // count))


def _workers(where: str) -> int:
    """
    >>> _workers("dask:4")
    4
    """
    name, colon, count = where.partition(":")
    if name != "dask" or (colon and not (count.isdigit() and 0 < int(count) <= 1_000)):
        raise Misconfigured(f"--on {where} is not known. Use dask, dask:4 or a scheduler's tcp://host:8786.")
    return int(count) if count else os.cpu_count() or 1


class DaskSteps:
    """Implements ingestion's Steps."""

    def __init__(self, client: Any, settings: Settings, *, threads: int | None = None) -> None:
        self._client, self._settings, self._model_threads = client, settings, threads
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        self.at_once = _AHEAD * workers
        self._waiting = ThreadPoolExecutor(self.at_once, "dask")

    def read(self, todo: Sequence[Task], manuscript: Manuscript, book: str) -> Iterator[Outcome]:
        """The outcome of each task, in order.

        A page that is too short to detect gets the language of the previous one, which another worker may have read.
        So each worker gets an expected language, and its pages are read again if it was wrong.
        """
        slices = deque(todo[start : start + _PAGES] for start in range(0, len(todo), _PAGES))
        bare = replace(manuscript, leaves=(), skipped=())
        expected = manuscript.language
        ahead: deque[tuple[Sequence[Task], str, Any]] = deque()
        while slices or ahead:
            # The first slice is read alone, because it shows the expected language of the others.
            while slices and len(ahead) < (self.at_once if len(slices) * _PAGES < len(todo) - _PAGES else 1):
                some = slices.popleft()
                ahead.append((some, expected, self._submit(_read, some, bare, book, expected)))
            some, told, reading = ahead.popleft()
            outcomes = self._result(reading)
            if told != expected:
                outcomes = self._result(self._submit(_read, some, bare, book, expected))
            for task, (page, warning, expected) in zip(some, outcomes, strict=True):
                yield Outcome(task.leaf, page, warning, expected)

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        embedding = self._submit(_embed, texts)
        return await asyncio.get_running_loop().run_in_executor(self._waiting, self._result, embedding)

    def _submit(self, step: Any, *arguments: object) -> Any:
        return self._client.submit(step, self._settings, self._model_threads, *arguments, pure=False)

    def _result(self, future: Any) -> Any:
        from distributed import CancelledError, KilledWorker

        try:
            return future.result()
        except (KilledWorker, CancelledError) as error:
            raise EmbedderDown("The Dask workers stop before their work is done; see their logs.") from error


def _read(
    settings: Settings, threads: int | None, todo: Sequence[Task], manuscript: Manuscript, book: str, expected: str
) -> list[_Read]:
    """Runs in a worker."""
    embedder, _ = _opened(settings, threads)
    return [(it.page, it.warning, it.language) for it in read_pages(todo, manuscript, book, embedder, expected)]


def _embed(settings: Settings, threads: int | None, texts: Sequence[str]) -> Sequence[Vector]:
    """Runs in a worker."""
    embedder, runner = _opened(settings, threads)
    return runner.run(embedder.embed_passages(texts))


@lru_cache(maxsize=1)
def _opened(settings: Settings, threads: int | None) -> tuple[Embedder, asyncio.Runner]:
    """A worker's embedder and event loop, which all of its tasks share."""
    return choices.embedder(settings, threads), asyncio.Runner()
