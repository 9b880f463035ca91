"""``footnoted restore``: restores a backup into an empty installation."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def command(file: Path) -> None:
    """Fill an empty database from the backup FILE and rebuild the index; works between SQLite and PostgreSQL."""
    counts = asyncio.run(_restore(file))
    click.echo(
        f"{counts['books']} books, {counts['passages']} passages and {counts['conversations']} answers are back."
    )
    if keys := counts.get("access_keys"):
        click.echo(f"Its keys open this installation too: {keys}. List them: footnoted keys list")


async def _restore(file: Path) -> dict[str, int]:
    from footnoted.domain.errors import FootnotedError
    from footnoted.ingest.pipeline.repair import repair
    from footnoted.settings import read_settings
    from footnoted.wiring import open_dump, open_parts

    settings = read_settings()
    async with open_dump(settings) as dump:
        counts = await dump.load(file)
    try:
        async with open_parts(settings, ingesting=True) as parts:
            for book in await parts.catalogue.books():
                await repair(book, parts.embedder_of(book.name), parts.index, parts.catalogue, parts.vectors)
    except FootnotedError as error:
        error.message += " The database is restored, the index is not: mend this, then run: footnoted repair --always"
        raise
    return counts
