"""``footnoted prepare``: unpacks the local models before the first start."""

from __future__ import annotations

import asyncio

import click


@click.command("prepare")
def command() -> None:
    """Unpack the local models now, for an image or a read-only installation."""
    from footnoted.settings import read_settings
    from footnoted.wiring import prepare

    settings = read_settings()
    asyncio.run(prepare(settings))
    click.echo(f"{settings.embedder} is ready in {settings.models}.")
