"""The passage index in this process: embedded Qdrant shards on disk, one directory for each book and revision.

Several processes may search while one writes. Embedded Qdrant has no async API, so searches run in threads; only
searches in a few small books run directly, because a thread would only delay them.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

from footnoted.domain.book import Hit, Passage, Vector
from footnoted.domain.errors import FootnotedError, IndexDown, Misconfigured
from footnoted.domain.ports import Search
from footnoted.providers.qdrant.embedded.revisions import Current, Revisions
from footnoted.providers.qdrant.embedded.shard import Shard
from footnoted.providers.qdrant.lexical import question_tokens
from footnoted.providers.qdrant.points import slug

T = TypeVar("T")

_OPEN = 256
"""Books open at a time; those opened longest ago are closed first. Each maps some 90 files into memory, and Linux
allows a process 65,530."""
_THREADS = 4
_SEARCHED_AT_ONCE = 2_000
"""Passages, in all books of a search, up to which it runs on the event loop: less than a millisecond."""
_FEW = 8
"""Books, likewise: each is looked up on disk."""


class EdgeIndex:
    """Implements PassageIndex."""

    def __init__(self, root: Path, dimensions: int, *, at_once: int = _SEARCHED_AT_ONCE) -> None:
        self._root = root
        self._dimensions = dimensions
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="footnoted-index")
        self._at_once = at_once
        self._opening = threading.Lock()
        self._open: dict[str, tuple[tuple[int, int], Shard]] = {}
        self._counted: dict[str, tuple[tuple[int, int], int]] = {}
        """Passages of every shard that was opened: of more books than are open, looking at all would open all again."""

    async def search(self, search: Search) -> list[Hit]:
        with _as_down():
            if (small := self._small(search.book)) is not None:
                return self._search(small, search)
        return await _run(self._threads, lambda: self._search(self._shards(search.book), search))

    def _search(self, shards: Iterable[Shard], search: Search) -> list[Hit]:
        tokens = question_tokens(search.text, search.context, search.languages)
        return [hit for shard in shards for hit in shard.search(search, tokens)]

    def _shards(self, book: str | None) -> Iterator[Shard]:
        """The shards to search, opened one after the other: a large library has more than can be open at once."""
        for name in self._names() if book is None else [slug(book)]:
            if shard := self._shard(name):
                yield shard

    def _small(self, book: str | None) -> list[Shard] | None:
        """The shards of a search if they are few, small, open and current; else None."""
        if book is None and len(self._open) > _FEW:
            return None
        names = self._names() if book is None else [slug(book)]
        if len(names) > _FEW:
            return None
        shards = [shard for name in names if (shard := self._known(name, Revisions(self._root / name).stamp()))]
        is_quick = len(shards) == len(names) and sum(shard.passages for shard in shards) <= self._at_once
        return shards if is_quick else None

    def _names(self) -> list[str]:
        try:
            return sorted(entry.name for entry in os.scandir(self._root) if entry.is_dir())
        except FileNotFoundError:
            return []

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        # After a search they are mostly cached; then no thread is needed.
        _, shard = self._open.get(slug(passage.book), (None, None))
        if shard and (known := shard.remembered_neighbours(passage, reach)) is not None:
            return known

        def look() -> list[Passage]:
            shard = self._shard(slug(passage.book))
            return shard.neighbours(passage, reach) if shard else []

        return await _run(self._threads, look)

    async def revision(self, book: str) -> str | None:
        current = await _run(self._threads, Revisions(self._root / slug(book)).current)
        return current.revision if current else None

    async def count(self, book: str) -> int:
        return await _run(self._threads, lambda: self._count(slug(book)))

    def _count(self, name: str) -> int:
        stamp, passages = self._counted.get(name, (None, 0))
        if stamp is not None and stamp == Revisions(self._root / name).stamp():
            return passages
        shard = self._shard(name)
        return shard.passages if shard else 0

    @asynccontextmanager
    async def revise(self, book: str, revision: str, *, afresh: bool = False) -> AsyncGenerator[EdgeRevision, None]:
        # In its own thread, so that a running call ends before cleaning up begins, even if the caller is cancelled.
        with ThreadPoolExecutor(1, thread_name_prefix="footnoted-revise") as thread:
            draft = EdgeRevision(Revisions(self._root / slug(book)), self._dimensions, thread)
            try:
                await _run(thread, lambda: draft.begin(afresh=afresh))
                yield draft
                await _run(thread, lambda: draft.publish(book, revision))
            finally:
                await _run(thread, draft.end)

    async def drop(self, book: str) -> None:
        def remove() -> None:
            revisions = Revisions(self._root / slug(book))
            with revisions.writing():
                revisions.remove()

        await _run(self._threads, remove)

    async def ping(self) -> None:
        """Return if every book can be opened; books that were opened before and have not changed are skipped."""
        await _run(self._threads, lambda: [self._count(name) for name in self._names()])

    async def close(self) -> None:
        self._open = {}
        self._threads.shutdown(wait=False)

    def _shard(self, name: str) -> Shard | None:
        """The book's current shard, opened again when a writer, here or elsewhere, has published a new one."""
        revisions = Revisions(self._root / name)
        if known := self._known(name, revisions.stamp()):
            return known
        with self._opening:
            return self._reopen(name, revisions)

    def _known(self, name: str, stamp: tuple[int, int] | None) -> Shard | None:
        opened = self._open.get(name)
        return opened[1] if opened and opened[0] == stamp else None

    def _reopen(self, name: str, revisions: Revisions) -> Shard | None:
        """A shard that is no longer current is closed when its last search ends."""
        while (stamp := revisions.stamp()) is not None:
            if known := self._known(name, stamp):
                return known
            current = revisions.current()
            if current is None:
                continue
            _check(current, self._dimensions)
            try:
                shard = Shard.load(revisions.home / current.directory)
            except Exception:
                if revisions.stamp() == stamp:
                    raise
                continue  # it was replaced and removed meanwhile
            if name not in self._open and len(self._open) >= _OPEN:
                self._open.pop(next(iter(self._open)))
            self._open[name], self._counted[name] = (stamp, shard), (stamp, shard.passages)
            return shard
        self._open.pop(name, None)
        self._counted.pop(name, None)
        return None


class EdgeRevision:
    """A new directory that is not published yet."""

    def __init__(self, revisions: Revisions, dimensions: int, thread: ThreadPoolExecutor) -> None:
        self._revisions = revisions
        self._dimensions = dimensions
        self._thread = thread
        self._holds = ExitStack()
        self._shard: Shard | None = None
        self._path = Path()

    def begin(self, *, afresh: bool) -> None:
        self._holds.enter_context(self._revisions.writing())
        current = self._revisions.current()
        if current and not afresh:
            _check(current, self._dimensions)
        self._path = self._revisions.begin(afresh=afresh)
        exists = self._path.exists()
        self._shard = Shard.load(self._path) if exists else Shard.create(self._path, self._dimensions)

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        shard = self._shard
        assert shard is not None
        await _run(self._thread, lambda: shard.replace_page(route, passages, vectors))

    def publish(self, book: str, revision: str) -> None:
        assert self._shard is not None
        self._shard.finish(self._dimensions)
        self._shard = None
        self._revisions.publish(Current(book, revision, self._path.name, self._dimensions))

    def end(self) -> None:
        """Remove what was not published, and let other writers in."""
        if self._shard:
            self._shard = None
            shutil.rmtree(self._path, ignore_errors=True)
        self._holds.close()


def _check(current: Current, dimensions: int) -> None:
    if current.dimensions != dimensions:
        raise Misconfigured(
            f"The index of {current.book} holds vectors of {current.dimensions} dimensions, but the embedder makes"
            f" {dimensions}. Use the embedder it was made with, or ingest the book again."
        )


async def _run(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    with _as_down():
        return await asyncio.get_running_loop().run_in_executor(threads, work)


@contextmanager
def _as_down() -> Iterator[None]:
    try:
        yield
    except FootnotedError:
        raise
    except Exception as error:
        raise IndexDown("The index cannot be read or written.") from error
