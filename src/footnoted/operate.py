"""The author's side of the command line: index a book, check its links, serve it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
import re
import shutil
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.domain.errors import BadSource, BookUnknown, Misconfigured
from footnoted.gauging import calibrate_book
from footnoted.progress import fetching_bar, indexing_bar, show
from footnoted.settings import Settings, read_settings, refuse_open_doors
from footnoted.wiring import open_parts

if TYPE_CHECKING:
    from footnoted.domain.book import Book
    from footnoted.ingest.index import Summary
    from footnoted.ingest.manuscript import Manuscript


def ingest(source: str, book: str | None, locale: str, *, as_json: bool, check_links: str | None = None) -> None:
    """Index the book; show progress and a summary at the end."""
    settings = read_settings()
    name = book or _name_of(source, locale)
    summary = asyncio.run(_ingest(settings, source, name, locale))
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(summary), indent=2))
    else:
        show(summary)
    if check_links:
        asyncio.run(_check_links(settings, name, check_links))


def books(*, as_json: bool) -> None:
    """Every book that is indexed."""

    async def run() -> list[Book]:
        async with open_parts(read_settings(), ingesting=True) as parts:
            return await parts.catalogue.books()

    found = asyncio.run(run())
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(book) for book in found], indent=2))
        return
    for book in found:
        click.echo(f"{book.name}: {book.title}, {book.passages} passages on {book.pages} pages, from {book.source}")
    if not found:
        click.echo("No book has been indexed yet. Run: footnoted ingest SOURCE")


def remove(name: str) -> None:
    """Forget a book: first for readers, then in the catalogue and on disk."""
    settings = read_settings()

    async def run() -> None:
        async with open_parts(settings, ingesting=True) as parts:
            if name not in {book.name for book in await parts.catalogue.books()}:
                raise BookUnknown(f"There is no book '{name}'. List them: footnoted books")
            await parts.index.drop(name)
            await parts.catalogue.forget_book(name)

    asyncio.run(run())
    shutil.rmtree(_mirror_of(settings, name), ignore_errors=True)
    click.echo(f"{name} is removed.")


def serve(source: str | None, book: str | None, locale: str, host: str | None, port: int | None) -> None:
    """Serve until stopped. Whatever is wrong with the settings is said before the port opens."""
    from footnoted.listen import listen
    from footnoted.server import create_app

    settings = read_settings(host=host, port=port)
    refuse_open_doors(settings)
    door = _bind(settings)
    if source:
        show(asyncio.run(_ingest(settings, source, book or _name_of(source, locale), locale)))
    asyncio.run(_check(settings))
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    address = f"http://{settings.host}:{door.getsockname()[1]}"
    click.secho(
        f"Serving at {address}  (chat page there, API page at {address}/docs, Ctrl-C stops)", fg="green", err=True
    )
    listen(create_app(settings), door, settings.read_seconds)


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except OSError as error:
        door.close()
        raise Misconfigured(
            f"Cannot serve on {settings.host}:{settings.port}: {os.strerror(error.errno or 0).lower()}. "
            f"Choose another port: footnoted serve --port {settings.port + 1}"
        ) from error
    return door


async def _check(settings: Settings) -> None:
    async with open_parts(settings):
        pass


async def _ingest(settings: Settings, source: str, book: str, locale: str) -> Summary:
    from footnoted.ingest.index import ingest

    async with open_parts(settings, ingesting=True) as parts:
        manuscript = await _manuscript(settings, source, book, locale)
        with indexing_bar() as tell:
            summary = await ingest(
                manuscript,
                book,
                parts.embedder,
                parts.index,
                parts.catalogue,
                tell,
                cache=parts.vectors,
                site=settings.site_url,
            )
        await calibrate_book(parts, book)
        return summary


async def _manuscript(settings: Settings, source: str, book: str, locale: str) -> Manuscript:
    """What lies on the disk as it is; a site is fetched first."""
    from footnoted.ingest.discover import discover
    from footnoted.ingest.live.website import crawl, is_url

    if not is_url(source):
        return await asyncio.to_thread(discover, source, locale)
    if locale:
        raise BadSource("A site is read in the language of its address. Give the address of the other language.")
    with fetching_bar() as tell:
        return await crawl(source, _mirror_of(settings, book), allow_private=settings.allow_private, progress=tell)


def _mirror_of(settings: Settings, book: str) -> Path:
    from footnoted.ingest.live.mirror import mirror_folder

    return mirror_folder(settings.data_dir, book)


async def _check_links(settings: Settings, book: str, target: str) -> None:
    """How many citations open; exit code 3 when one does not."""
    from footnoted.ingest.check_links import check_links

    async with open_parts(settings, ingesting=True) as parts:
        routes = await parts.catalogue.page_hashes(book)
        pages = [(route, await parts.catalogue.page(book, route)) for route in routes]
    links = {passage.url.removeprefix(passage.site) for _, passages in pages for passage in passages}
    checked = await check_links(links, target, allow_private=settings.allow_private)
    click.echo(f"{checked.opened} of {checked.links} citations open a real page and anchor in {target}")
    if checked.fragments:
        click.echo(f"{checked.unique} of {checked.fragments} text fragments stand on their page, and only once")
    for link, reason in checked.failures:
        click.secho(f"  {link}: {reason}", fg="yellow", err=True)
    if checked.failures:
        sys.exit(3)


def _name_of(source: str, locale: str = "") -> str:
    """A book is kept under its folder's, file's or site's name; in another language, under that and the language."""
    if "://" in source:
        return re.sub(r"[^\w.-]+", "-", source.partition("://")[2].partition("?")[0]).strip("-").lower() or "site"
    name = re.sub(r"[^\w.-]+", "-", Path(source).resolve().stem).strip("-").lower() or "book"
    return f"{name}-{locale.lower()}" if locale else name
