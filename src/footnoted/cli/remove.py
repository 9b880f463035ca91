"""``footnoted remove``: forget a book."""

from __future__ import annotations

import asyncio

import click


@click.command("remove")
@click.argument("name")
def command(name: str) -> None:
    """Forget the book NAME and everything kept of it."""
    from footnoted.books import remove
    from footnoted.settings import read_settings

    asyncio.run(remove(read_settings(), name))
    click.echo(f"{name} is removed.")
