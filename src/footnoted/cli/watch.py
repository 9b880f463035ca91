"""``footnoted watch``: indexes a book, and again whenever its files change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.settings import Settings


@click.command("watch")
@click.argument("source", type=click.Path(exists=True, path_type=Path))
@options.book_name
@options.locale
def command(source: Path, book: str | None, locale: str) -> None:
    """Index the book in SOURCE, a folder or file, and again whenever something in it changes; Ctrl-C stops.

    A running server answers from the new text a few seconds later.
    """
    from footnoted.cli.terminal.indexing import index_source
    from footnoted.cli.terminal.progress import show_summary
    from footnoted.settings import read_settings

    settings = read_settings()

    async def index() -> None:
        show_summary(await index_source(settings, str(source), book, locale=locale))

    click.echo(f"Watching {source}; Ctrl-C stops.", err=True)
    asyncio.run(follow(changes(source, settings), index))


def changes(source: Path, settings: Settings) -> AsyncIterator[object]:
    """An item each time the book is saved; our own data and what tools store beside it do not count."""
    from watchfiles import DefaultFilter, awatch

    own = DefaultFilter(ignore_paths=[settings.data_dir.resolve()])
    return awatch(source.resolve(), watch_filter=own)


async def follow(changed: AsyncIterator[object], index: Callable[[], Awaitable[None]]) -> None:
    """Index now and after each change; a page that cannot be read is reported and does not stop the watch."""
    from footnoted.domain.errors import FootnotedError

    news = asyncio.ensure_future(_next(changed))  # changes during the first run count too
    await index()
    while await news:
        news = asyncio.ensure_future(_next(changed))
        try:
            await index()
        except FootnotedError as error:
            click.secho(f"footnoted: {error.message}", fg="red", err=True)


async def _next(changed: AsyncIterator[object]) -> object:
    return await anext(changed, None)
