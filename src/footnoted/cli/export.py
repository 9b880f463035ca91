"""``footnoted export``: a book as files for a static site."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import click

if TYPE_CHECKING:
    from footnoted.contracts.llms.files import Contents
    from footnoted.domain.ports import Catalogue


@click.group("export")
def command() -> None:
    """Write a book as files for its static site."""


@command.command("llms")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--book", help="Which book, if several are indexed.")
def llms(folder: Path, book: str | None) -> None:
    """Write llms.txt, llms-full.txt and the Markdown of every page into DIR.

    DIR is the folder that is published as the site: each page's Markdown is written beside it, at its address with .md.
    """
    from footnoted.cli.terminal.counts import counted

    pages = counted(asyncio.run(_llms(folder, book)), "page")
    click.echo(f"Wrote llms.txt, llms-full.txt and the Markdown of {pages} into {folder}.")


async def _llms(folder: Path, name: str | None) -> int:
    from footnoted.contracts.llms.files import contents
    from footnoted.domain.errors import NO_BOOK, BookUnknown, Misconfigured, no_such_book
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    async with open_parts(read_settings(), ingesting=True) as parts:
        books = {book.name: book for book in await parts.catalogue.books()}
        if not books:
            raise Misconfigured(NO_BOOK)
        if name is None and len(books) > 1:
            raise BookUnknown(f"Say which book with --book: {', '.join(books)}.")
        name = name or next(iter(books))
        if name not in books:
            raise no_such_book(name, books)
        return await _write(folder, parts.catalogue, await contents(parts.catalogue, books[name]))


async def _write(folder: Path, catalogue: Catalogue, book: Contents) -> int:
    from footnoted.contracts.llms.files import llms_full, llms_txt
    from footnoted.contracts.rendering.markdown import page_markdown, twin

    _write_file(folder / "llms.txt", llms_txt([book], lambda book, page: book.site + twin(page.route)))
    with (folder / "llms-full.txt").open("w", encoding="utf-8") as file:
        async for part in llms_full(catalogue, [book]):
            file.write(part)
    for page in book.pages:
        passages = await catalogue.page(book.book.name, page.route)
        _write_file(_inside(folder, unquote(twin(page.route))), page_markdown(passages))
    return len(book.pages)


def _write_file(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8")


def _inside(folder: Path, path: str) -> Path:
    """The file in the folder; refuses a route that leads out of it."""
    from footnoted.domain.errors import BadSource

    target = (folder / path.lstrip("/")).resolve()
    if not target.is_relative_to(folder.resolve()):
        raise BadSource(f"The page {path} would be outside {folder}. Index the book again.")
    return target
