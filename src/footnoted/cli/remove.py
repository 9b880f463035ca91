"""``footnoted remove``: removes a book."""

from __future__ import annotations

import asyncio

import click


@click.command("remove")
@click.argument("name")
def command(name: str) -> None:
    """Remove the book NAME and everything stored about it."""
    asyncio.run(_remove(name))
    click.echo(f"{name} is removed.")


async def _remove(name: str) -> None:
    import footnoted

    async with footnoted.open() as library:
        await library.remove(name)
