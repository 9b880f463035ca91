"""``footnoted books``: every book that is indexed."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.book import Book


@click.command("books")
@options.as_json
def command(as_json: bool) -> None:
    """List the books that are indexed."""
    from footnoted.cli.terminal.counts import counted
    from footnoted.domain.errors import NO_BOOK

    books = asyncio.run(_books())
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(book) for book in books], indent=2))
        return
    for book in books:
        size = f"{counted(book.passages, 'passage')} on {counted(book.pages, 'page')}"
        click.echo(f"{book.name}: {book.title}, {size}, from {book.source}")
    if not books:
        click.echo(NO_BOOK)


async def _books() -> list[Book]:
    import footnoted

    async with footnoted.open() as library:
        return await library.books()
