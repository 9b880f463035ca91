"""The author's side of the command line: index a book with a progress bar, serve it."""

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.domain.errors import BookUnknown, Misconfigured
from footnoted.gauging import calibrate_book
from footnoted.settings import Settings, read_settings, refuse_open_doors
from footnoted.wiring import open_parts

if TYPE_CHECKING:
    from footnoted.domain.book import Book
    from footnoted.ingest.index import Progress, Summary
    from footnoted.ingest.manuscript import Manuscript


def ingest(source: str, book: str | None, *, as_json: bool, check_links: str | None = None) -> None:
    """Index the book; show progress on a terminal and a summary at the end."""
    settings = read_settings()
    summary = asyncio.run(_ingest(settings, source, book))
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(summary), indent=2))
    else:
        _show(summary)
    if check_links:
        asyncio.run(_check_links(settings, book or _name_of(source), check_links))


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


def serve(source: str | None, book: str | None, host: str | None, port: int | None) -> None:
    """Serve until stopped. Whatever is wrong with the settings is said before the port opens."""
    from footnoted.listen import listen
    from footnoted.server import create_app

    settings = read_settings(host=host, port=port)
    refuse_open_doors(settings)
    door = _bind(settings)
    if source:
        _show(asyncio.run(_ingest(settings, source, book)))
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


async def _ingest(settings: Settings, source: str, book: str | None) -> Summary:
    from footnoted.ingest.index import ingest

    async with open_parts(settings, ingesting=True) as parts:
        with _progress_bar() as show:
            summary = await ingest(
                await _manuscript(settings, source, book or _name_of(source)),
                book or _name_of(source),
                parts.embedder,
                parts.index,
                parts.catalogue,
                show,
                cache=parts.vectors,
                site=settings.site_url,
            )
        await calibrate_book(parts, book or _name_of(source))
        return summary


async def _manuscript(settings: Settings, source: str, book: str) -> str | Manuscript:
    """A site is fetched first; what lies on the disk is found by ingestion itself."""
    from footnoted.ingest.live.website import crawl, is_url

    if not is_url(source):
        return source
    return await crawl(source, _mirror_of(settings, book), allow_private=settings.allow_private)


def _mirror_of(settings: Settings, book: str) -> Path:
    from footnoted.ingest.live.mirror import mirror_folder

    return mirror_folder(settings.data_dir, book)


async def _check_links(settings: Settings, book: str, target: str) -> None:
    """How many citations open; exit code 3 when one does not."""
    from footnoted.ingest.check_links import check_links

    async with open_parts(settings, ingesting=True) as parts:
        routes = await parts.catalogue.page_hashes(book)
        pages = [(route, await parts.catalogue.page(book, route)) for route in routes]
    links = {passage.link for _, passages in pages for passage in passages}
    checked = await check_links(links, target, allow_private=settings.allow_private)
    click.echo(f"{checked.opened} of {checked.links} citations open a real page and anchor in {target}")
    for link, reason in checked.failures:
        click.secho(f"  {link}: {reason}", fg="yellow", err=True)
    if checked.failures:
        sys.exit(3)


def _name_of(source: str) -> str:
    """A book is kept under its folder's, file's or site's name."""
    if "://" in source:
        return re.sub(r"[^\w.-]+", "-", source.partition("://")[2].partition("?")[0]).strip("-").lower() or "site"
    return re.sub(r"[^\w.-]+", "-", Path(source).resolve().stem).strip("-").lower() or "book"


@contextmanager
def _progress_bar() -> Iterator[Callable[[Progress], None]]:
    """On a terminal a bar with pages, passages per second and time left; nothing where output is piped."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), TextColumn("pages · {task.fields[speed]}"))
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, speed="")

        def show(progress: Progress) -> None:
            speed = f"{progress.passages_done / max(progress.seconds, 0.001):.0f} passages/s"
            bar.update(task, completed=progress.pages_done, total=progress.pages, speed=speed)

        yield show


def _show(summary: Summary) -> None:
    """The end of ingestion: what happened to how many pages, and what was left out and why."""
    done = (
        f"{summary.title}: {summary.passages} passages on {summary.added + summary.changed + summary.unchanged} pages"
    )
    counts = (
        f"{summary.added} added, {summary.changed} changed, {summary.removed} removed, {summary.unchanged} unchanged"
    )
    click.secho(f"{done} ({counts}, {len(summary.skipped)} skipped) in {summary.seconds:.1f} s", err=True)
    for name, reason in (*summary.skipped, *summary.warnings):
        click.secho(f"  {name}: {reason}", fg="yellow", err=True)
