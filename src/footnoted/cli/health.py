"""``footnoted health``: how each book was read, and whether each part works; exits with 2 when a part is down."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from typing import TYPE_CHECKING, Any

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.book import Book


@click.command("health")
@options.as_json
def command(as_json: bool) -> None:
    """Show whether each part works, and what ingestion found in each book."""
    from footnoted.cli.terminal.verdict import show_kept
    from footnoted.domain.errors import NO_BOOK

    parts, books = asyncio.run(_parts())
    if as_json:
        verdicts = {book.name: book.verdict and dataclasses.asdict(book.verdict) for book in books}
        click.echo(json.dumps(parts | {"books": verdicts}, indent=2))
    else:
        for book in books:
            show_kept(book.name, book.verdict)
        if not books:
            click.echo(NO_BOOK)
        _show(parts)
    if not all(part["is_up"] for part in parts.values()):
        sys.exit(2)


def _show(parts: dict[str, Any]) -> None:
    for name, part in parts.items():
        mark = click.style("up  ", fg="green") if part["is_up"] else click.style("down", fg="red")
        detail = part["error"] or f"{part['latency_ms']:.1f} ms"
        click.echo(f"{name:<10} {mark}  {detail}")
    if not parts["index"]["is_up"]:
        click.secho("UNAVAILABLE", fg="red")
    elif all(part["is_up"] for part in parts.values()):
        click.secho("HEALTHY", fg="green")
    else:
        click.secho("DEGRADED", fg="yellow")


async def _parts() -> tuple[dict[str, Any], list[Book]]:
    import footnoted

    async with footnoted.open() as library:
        parts = {name: dataclasses.asdict(part) for name, part in (await library.health()).items()}
        return parts, await library.books()
