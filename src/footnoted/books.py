"""What an author does with books: name one, read its source, index it, list its links, remove it.

Knows settings and parts; prints nothing.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted.domain.errors import BadSource
from footnoted.evaluate.calibration.calibrate import BookStore
from footnoted.evaluate.calibration.marks import book_named, calibrate_book
from footnoted.evaluate.first_questions import choose_questions
from footnoted.wiring import Parts

if TYPE_CHECKING:
    from footnoted.domain.ports import Catalogue
    from footnoted.ingest.index import Progress, Summary
    from footnoted.ingest.live.visit import VisitProgress
    from footnoted.ingest.manuscript import Manuscript
    from footnoted.ingest.pipeline.steps import Steps
    from footnoted.settings import Settings


def name_of(source: str, locale: str = "", version: str = "") -> str:
    """A book's name: that of its folder, file or site, with language and version if these are given.

    >>> name_of("https://tea.example/docs/?page=2"), name_of("books/My Tea.epub"), name_of("tea", "De", "2.0")
    ('tea.example-docs', 'my-tea', 'tea-de-2.0')
    """
    if "://" in source:
        return re.sub(r"[^\w.-]+", "-", source.partition("://")[2].partition("?")[0]).strip("-").lower() or "site"
    name = re.sub(r"[^\w.-]+", "-", Path(source).resolve().stem).strip("-").lower() or "book"
    return "-".join(part for part in (name, locale.lower(), version.lower()) if part)


async def name_for(catalogue: Catalogue, source: str, locale: str = "", version: str = "") -> str:
    """The name for this source: the one it has already, else its own, else one with the folders above it in front.

    Two folders called docs are two books; a folder that was moved stays the same book.
    """
    held = {book.name: book.source for book in await catalogue.books()}
    name = name_of(source, locale, version)
    return name if "://" in source else _name_beside(held, source, name)


def _name_beside(held: Mapping[str, str], source: str, name: str) -> str:
    """The same for a path; ``held`` has the names of the books and their sources."""
    path = Path(source).expanduser().resolve()
    above = [re.sub(r"[^\w.-]+", "-", part).strip("-").lower() for part in path.parent.parts]
    names = [name, *("-".join([*above[-depth:], name]) for depth in range(1, len(above)))]
    before = [known for known in names if held.get(known) == str(path)]
    free = [known for known in names if known not in held or not Path(held[known]).exists()]
    return next(iter([*before, *free]), name)


async def manuscript_of(
    settings: Settings, source: str, book: str, fetching: Callable[[VisitProgress], None], **which: str
) -> Manuscript:
    """The book at a path, as it is on disk; a book at an address is fetched first. Raises BadSource.

    ``which`` has further arguments for ``discover``.
    """
    from footnoted.ingest.discover import discover
    from footnoted.ingest.live.website import crawl, is_url

    if not is_url(source):
        return await asyncio.to_thread(discover, source, **which)
    if which.get("locale") or which.get("version"):
        raise BadSource("A live site is read as it is. Give the address of the other language or version.")
    mirror = _mirror_of(settings, book)
    return await crawl(source, mirror, allow_private=settings.allow_private, progress=fetching)


async def index(
    parts: Parts,
    manuscript: Manuscript,
    book: str,
    site: str | None,
    indexing: Callable[[Progress], None],
    steps: Steps | None = None,
) -> Summary:
    """Index the manuscript under this name, then measure the book; ``steps`` reads and embeds elsewhere, if given."""
    from footnoted.ingest.index import ingest

    summary = await ingest(
        manuscript,
        book,
        parts.embedder_of(book),
        parts.index,
        parts.catalogue,
        indexing,
        cache=parts.vectors,
        site=site,
        steps=steps,
    )
    await calibrate_book(store_of(parts, book), book)
    return summary


async def offer_questions(parts: Parts, book: str) -> tuple[str, ...]:
    """Choose the book's first questions if it has none; a changed book is stored without any."""
    known = await book_named(parts.catalogue, book)
    return known.questions or await choose_questions(parts.catalogue, parts.engine, book)


async def links_of(parts: Parts, book: str) -> set[str]:
    """The address of every passage, without the site's own."""
    routes = list(await parts.catalogue.page_hashes(book))
    pages = parts.catalogue.page_by_page(book, routes)
    return {passage.url.removeprefix(passage.site) async for _, passages in pages for passage in passages}


async def remove(parts: Parts, settings: Settings, name: str) -> None:
    """Remove a book: first for readers, then from the catalogue and the disk. Raises BookUnknown."""
    await book_named(parts.catalogue, name)
    await parts.index.drop(name)
    await parts.catalogue.forget_book(name)
    shutil.rmtree(_mirror_of(settings, name), ignore_errors=True)


def store_of(parts: Parts, book: str) -> BookStore:
    """The parts that measuring this book needs."""
    return BookStore(parts.embedder_of(book), parts.index, parts.catalogue, parts.vectors, parts.reader)


def _mirror_of(settings: Settings, book: str) -> Path:
    from footnoted.ingest.live.mirror import mirror_folder

    return mirror_folder(settings.data_dir, book)
