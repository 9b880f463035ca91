"""``footnoted backup``: books, conversations and vectors in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, force: bool) -> None:
    """Write everything that is stored to FILE; the server may keep running."""
    if file.exists() and not force:
        raise click.UsageError(f"{file} exists. Choose another name, or replace it with --force.")
    from footnoted.cli.terminal.counts import counted

    counts = asyncio.run(_backup(file))
    books, passages = counted(counts["books"], "book"), counted(counts["passages"], "passage")
    click.echo(f"{file}: {books}, {passages}, {counted(counts['conversations'], 'answer')}.")


async def _backup(file: Path) -> dict[str, int]:
    from footnoted.settings import read_settings
    from footnoted.wiring import open_dump

    async with open_dump(read_settings()) as dump:
        return await dump.save(file)
