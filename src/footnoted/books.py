"""What an author does with books: name one, read its source, index it, list its links, remove it.

Knows settings and parts; prints nothing.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted.domain.errors import BadSource, BookUnknown
from footnoted.evaluate.calibrate import Shelf
from footnoted.evaluate.first_questions import choose_questions
from footnoted.evaluate.marks import book_named, calibrate_book
from footnoted.wiring import Parts

if TYPE_CHECKING:
    from footnoted.ingest.index import Progress, Summary
    from footnoted.ingest.live.visit import Visited
    from footnoted.ingest.manuscript import Manuscript
    from footnoted.settings import Settings


def name_of(source: str, locale: str = "") -> str:
    """A book is kept under its folder's, file's or site's name; in another language, under that and the language.

    >>> name_of("https://tea.example/docs/?page=2"), name_of("books/My Tea.epub"), name_of("tea", "De")
    ('tea.example-docs', 'my-tea', 'tea-de')
    """
    if "://" in source:
        return re.sub(r"[^\w.-]+", "-", source.partition("://")[2].partition("?")[0]).strip("-").lower() or "site"
    name = re.sub(r"[^\w.-]+", "-", Path(source).resolve().stem).strip("-").lower() or "book"
    return f"{name}-{locale.lower()}" if locale else name


async def manuscript_of(
    settings: Settings, source: str, book: str, locale: str, fetching: Callable[[Visited], None], site_dir: str = ""
) -> Manuscript:
    """The book at a path as it lies on the disk; the book at an address is fetched first. Raises BadSource."""
    from footnoted.ingest.discover import discover
    from footnoted.ingest.live.website import crawl, is_url

    if not is_url(source):
        return await asyncio.to_thread(discover, source, locale, site_dir)
    if locale:
        raise BadSource("A site is read in the language of its address. Give the address of the other language.")
    mirror = _mirror_of(settings, book)
    return await crawl(source, mirror, allow_private=settings.allow_private, progress=fetching)


async def index(
    parts: Parts, manuscript: Manuscript, book: str, site: str | None, indexing: Callable[[Progress], None]
) -> Summary:
    """Index the manuscript under this name, then measure the book."""
    from footnoted.ingest.index import ingest

    summary = await ingest(
        manuscript,
        book,
        parts.embedder,
        parts.index,
        parts.catalogue,
        indexing,
        cache=parts.vectors,
        site=site,
    )
    await calibrate_book(shelf_of(parts), book)
    return summary


async def offer_questions(parts: Parts, book: str) -> tuple[str, ...]:
    """Choose the book's first questions, where it has none yet: what has changed was recorded without any."""
    known = await book_named(parts.catalogue, book)
    return known.questions or await choose_questions(parts.catalogue, parts.engine, book)


async def links_of(parts: Parts, book: str) -> set[str]:
    """The address of every passage, without the site's own."""
    routes = await parts.catalogue.page_hashes(book)
    pages = [await parts.catalogue.page(book, route) for route in routes]
    return {passage.url.removeprefix(passage.site) for passages in pages for passage in passages}


async def remove(parts: Parts, settings: Settings, name: str) -> None:
    """Forget a book: first for readers, then in the catalogue and on disk. Raises BookUnknown."""
    if name not in {book.name for book in await parts.catalogue.books()}:
        raise BookUnknown(f"There is no book '{name}'. List them: footnoted books")
    await parts.index.drop(name)
    await parts.catalogue.forget_book(name)
    shutil.rmtree(_mirror_of(settings, name), ignore_errors=True)


def shelf_of(parts: Parts) -> Shelf:
    """What measuring a book needs of the parts."""
    return Shelf(parts.embedder, parts.index, parts.catalogue, parts.vectors, parts.reader)


def _mirror_of(settings: Settings, book: str) -> Path:
    from footnoted.ingest.live.mirror import mirror_folder

    return mirror_folder(settings.data_dir, book)
