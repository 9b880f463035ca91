"""Indexing on the command line: a progress bar, then a summary. Used by ``ingest`` and ``serve``."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from footnoted import books
from footnoted.cli.terminal.progress import fetching_bar, indexing_bar
from footnoted.ingest.live.website import is_url
from footnoted.wiring import open_parts

if TYPE_CHECKING:
    from footnoted.ingest.index import Summary
    from footnoted.ingest.pipeline.steps import Steps
    from footnoted.settings import Settings


async def index_source(settings: Settings, source: str, book: str | None, *, on: str = "", **which: str) -> Summary:
    """Index the book at this path or address, and show progress.

    ``on`` names the workers that read and embed, if not this process; ``which`` has further arguments for ``discover``:
    locale, version, site_dir, built.
    """
    async with open_parts(settings, ingesting=True) as parts:
        edition = {key: which.get(key, "") for key in ("locale", "version")}
        name = book or await books.name_for(parts.catalogue, source, **edition)
        with fetching_bar() if is_url(source) else nullcontext(lambda _: None) as fetching:
            manuscript = await books.manuscript_of(settings, source, name, fetching, **which)
        with _steps(on, settings.of_book(name)) as steps, indexing_bar() as indexing:
            summary = await books.index(parts, manuscript, name, settings.site_url, indexing, steps)
    # Opened again: an engine reads a book's marks when it is made, and these were just measured.
    async with open_parts(settings) as parts:
        await books.offer_questions(parts, name)
    return summary


def _steps(on: str, settings: Settings) -> AbstractContextManager[Steps | None]:
    if not on:
        return nullcontext()
    from footnoted.bulk import steps_on

    return steps_on(on, settings)
