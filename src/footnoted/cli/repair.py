"""``footnoted repair``: rebuilds a book's index from the database."""

from __future__ import annotations

import asyncio

import click


@click.command("repair")
@click.argument("book", required=False)
@click.option("--always", is_flag=True, help="Also if nothing is missing.")
def command(book: str | None, always: bool) -> None:
    """Rebuild damaged indexes from the stored text and vectors; all of them, or BOOK's only."""
    asyncio.run(_repair(book, always))


async def _repair(name: str | None, always: bool) -> None:
    from footnoted.cli.terminal.counts import counted
    from footnoted.domain.errors import NO_BOOK, no_such_book
    from footnoted.engine.find.complete_index import is_damaged
    from footnoted.ingest.pipeline.repair import repair
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    async with open_parts(read_settings(), ingesting=True) as parts:
        books = [book for book in await parts.catalogue.books() if name in (None, book.name)]
        if name and not books:
            raise no_such_book(name, [book.name for book in await parts.catalogue.books()])
        if not books:
            click.echo(NO_BOOK)
        for book in books:
            if always or await is_damaged(book, parts.index):
                count = await repair(book, parts.embedder_of(book.name), parts.index, parts.catalogue, parts.vectors)
                click.echo(f"{book.name}: {counted(count, 'passage')}, indexed again.")
            else:
                click.echo(f"{book.name}: {counted(book.passages, 'passage')}, nothing is missing.")
