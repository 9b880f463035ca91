"""Brings a book's index and catalogue up to date with its files. Knows the ports; no vendor, no file format."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from footnoted.domain.book import Book, Page, Vector
from footnoted.domain.errors import IndexDamaged
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.verdict import Verdict
from footnoted.ingest.discover import discover
from footnoted.ingest.manuscript import Manuscript, plainly_named, published_at
from footnoted.ingest.pipeline.packed import PackedPages
from footnoted.ingest.pipeline.pages import Outcome
from footnoted.ingest.pipeline.plan import Plan, make_plan
from footnoted.ingest.pipeline.steps import LocalSteps, Steps
from footnoted.ingest.pipeline.vectors import BATCH, VectorCache, Vectors
from footnoted.ingest.pipeline.verdict import judge


@dataclass(frozen=True, slots=True)
class Progress:
    """How far ingestion has come."""

    pages_done: int
    pages: int
    passages_done: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What ingestion did, counted in pages."""

    book: str
    """The name that it is kept under."""
    title: str
    added: int
    changed: int
    removed: int
    unchanged: int
    """Pages with the same content, even if their place in the reading order changed."""
    skipped: tuple[tuple[str, str], ...]
    """Files that could not be read, each with the reason."""
    warnings: tuple[tuple[str, str], ...]
    passages: int
    """Passages that the whole book now has."""
    seconds: float
    verdict: Verdict
    """How far passages and links can be trusted."""


async def ingest(
    source: str | Path | Manuscript,
    book_name: str,
    embedder: Embedder,
    index: PassageIndex,
    catalogue: Catalogue,
    progress: Callable[[Progress], None] = lambda _: None,
    *,
    cache: VectorCache | None = None,
    site: str | None = None,
    steps: Steps | None = None,
) -> Summary:
    """Read what changed since the last time, embed it, and let it appear at once.

    ``site`` is where the book is published, if its configuration does not say or is wrong; ``steps`` reads and embeds,
    if this process does not.

    The index changes first and the catalogue after it; a crash in between leaves two different revisions, at which
    the next run starts afresh. When nothing changed, nothing is written. Raises BadSource.
    """
    started = time.perf_counter()
    manuscript = source if isinstance(source, Manuscript) else await asyncio.to_thread(discover, source)
    manuscript = plainly_named(published_at(manuscript, site) if site is not None else manuscript)
    title = " ".join(manuscript.title.split())
    named = Book(book_name, title, manuscript.source, manuscript.site, embedder.name, "")
    plan = await make_plan(manuscript, named, index, catalogue, reorders=cache is not None)
    pages = PackedPages()
    unread: dict[str, str] = {}
    warnings: list[tuple[str, str]] = []
    if plan.known and plan.is_empty:
        verdict = await judge(manuscript, manuscript.skipped, catalogue, book_name)
        renamed = replace(plan.known, title=named.title, source=named.source, verdict=verdict.kept())
        if renamed != plan.known:
            await catalogue.record(renamed, (), ())
        seconds = time.perf_counter() - started
        return _summary(plan, manuscript, pages, unread, warnings, renamed.passages, seconds, verdict, book_name)

    revision = uuid.uuid4().hex
    passages_done = 0
    languages: Counter[str] = Counter()
    steps = steps or LocalSteps(embedder)
    made = _with_vectors(
        _batches(steps.read(plan.todo, manuscript, book_name)),
        Vectors(embedder, steps.embed, cache),
        steps.at_once,
    )
    async with index.revise(book_name, revision, afresh=plan.afresh) as draft, aclosing(made) as batches:
        async for batch, vectors in batches:
            readable = _readable(batch)
            for page in readable:
                own = list(islice(vectors, len(page.passages)))
                await draft.replace_page(page.route, page.passages, own)
                pages.add(page)
            unread |= {outcome.leaf.route: outcome.warning for outcome in batch if not outcome.page}
            warnings += [
                (outcome.leaf.source, outcome.warning) for outcome in batch if outcome.page and outcome.warning
            ]
            languages.update(passage.language for page in readable for passage in page.passages)
            passages_done += sum(len(page.passages) for page in readable)
            progress(Progress(len(pages) + len(unread), len(plan.todo), passages_done, time.perf_counter() - started))
        gone = [*plan.removed, *(route for route in unread if route in plan.stored)]
        for route in gone if not plan.afresh else ():
            await draft.replace_page(route, (), ())

    total = passages_done
    if plan.known and not plan.afresh:
        total += plan.known.passages - await _count(catalogue, book_name, [*pages.routes, *gone])
    held = await index.count(book_name)
    if held != total:
        raise IndexDamaged(f"index_damaged: the index took {held} of {total} passages. Is its disk full? Ingest again.")
    count = len(manuscript.leaves) - len(unread)
    before = plan.known if plan.known and not plan.afresh else named
    language = _language(manuscript.language, languages, before.language)
    book = replace(named, revision=revision, pages=count, passages=total, language=language, marks=before.marks)
    await catalogue.record(book, pages, gone)
    verdict = await judge(manuscript, _skipped(manuscript, unread), catalogue, book_name)
    await catalogue.record(replace(book, verdict=verdict.kept()), (), ())
    return _summary(plan, manuscript, pages, unread, warnings, total, time.perf_counter() - started, verdict, book_name)


async def _batches(outcomes: Iterator[Outcome]) -> AsyncGenerator[list[Outcome], None]:
    """Pages with about BATCH passages together; the next ones are read in a thread while these are embedded."""

    def take() -> list[Outcome]:
        batch: list[Outcome] = []
        passages = 0
        while passages < BATCH and len(batch) < BATCH and (outcome := next(outcomes, None)):
            batch.append(outcome)
            passages += len(outcome.page.passages) if outcome.page else 0
        return batch

    ahead = asyncio.create_task(asyncio.to_thread(take))
    try:
        while batch := await ahead:
            ahead = asyncio.create_task(asyncio.to_thread(take))
            yield batch
    finally:
        ahead.cancel()


async def _with_vectors(
    reading: AsyncGenerator[list[Outcome], None], vectors: Vectors, at_once: int
) -> AsyncGenerator[tuple[list[Outcome], Iterator[Vector]], None]:
    """Each batch with its vectors, in order; ``at_once`` batches are embedded at the same time."""
    under_way: deque[tuple[list[Outcome], asyncio.Task[Iterator[Vector]]]] = deque()
    try:
        async with aclosing(reading) as batches:
            async for batch in batches:
                passages = [passage for page in _readable(batch) for passage in page.passages]
                under_way.append((batch, asyncio.ensure_future(await vectors.begin(passages))))
                if len(under_way) >= at_once:
                    done, task = under_way.popleft()
                    yield done, await task
        while under_way:
            done, task = under_way.popleft()
            yield done, await task
    finally:
        for _, task in under_way:
            task.cancel()


def _readable(batch: Sequence[Outcome]) -> list[Page]:
    return [outcome.page for outcome in batch if outcome.page]


async def _count(catalogue: Catalogue, book: str, routes: Sequence[str]) -> int:
    """How many passages these pages had."""
    return sum([len(passages) async for _, passages in catalogue.page_by_page(book, routes)])


def _summary(
    plan: Plan,
    manuscript: Manuscript,
    pages: PackedPages,
    unread: Mapping[str, str],
    warnings: Sequence[tuple[str, str]],
    passages: int,
    seconds: float,
    verdict: Verdict,
    book: str,
) -> Summary:
    added = sum(route not in plan.stored for route in pages.routes)
    changed = len(pages) - added - plan.moved
    return Summary(
        book=book,
        title=manuscript.title,
        added=added,
        changed=changed,
        removed=len(plan.removed) + sum(route in plan.stored for route in unread),
        unchanged=len(manuscript.leaves) - len(unread) - added - changed,
        skipped=_skipped(manuscript, unread),
        warnings=tuple(warnings),
        passages=passages,
        seconds=seconds,
        verdict=verdict,
    )


def _skipped(manuscript: Manuscript, unread: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    source = {leaf.route: leaf.source for leaf in manuscript.leaves}
    return (*manuscript.skipped, *((source[route], reason) for route, reason in unread.items()))


def _language(stated: str, found: Counter[str], before: str) -> str:
    """The language of a book: what its site states, if a passage is in it; else that of most passages.

    A partly translated edition is in its own language, or its pages would be scored as English. A site that states
    English may only have its generator's default.
    """
    if stated != ENGLISH and found[stated]:
        return stated
    return before or max(found, key=lambda code: found[code], default="") or stated
