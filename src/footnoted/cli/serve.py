"""``footnoted serve``: serve until stopped."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import TYPE_CHECKING

import click

from footnoted.cli import _options

if TYPE_CHECKING:
    from footnoted.settings import Settings


@click.command("serve")
@click.argument("source", required=False)
@click.option("--book", help="Name to keep the book under.")
@_options.locale
@_options.version
@click.option("--host", help="Address to serve on; loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve on; 8000 by default.")
def command(
    source: str | None, book: str | None, locale: str, docs_version: str, host: str | None, port: int | None
) -> None:
    """Serve the API and the chat page; index SOURCE first if it is given."""
    from footnoted.cli._indexing import index_source
    from footnoted.cli._logs import set_up_logs
    from footnoted.cli._progress import show_summary
    from footnoted.server import create_app
    from footnoted.settings import read_settings, refuse_open_doors
    from footnoted.uvicorn_server import listen

    # Whatever is wrong with the settings is said before the port opens.
    settings = read_settings(host=host, port=port)
    refuse_open_doors(settings, has_keys=not settings.on_loopback and asyncio.run(_has_keys(settings)))
    door = _bind(settings)
    if source:
        show_summary(asyncio.run(index_source(settings, source, book, locale=locale, version=docs_version)))
    asyncio.run(_check(settings))
    set_up_logs(settings)
    address = f"http://{settings.host}:{door.getsockname()[1]}"
    click.secho(
        f"Serving at {address}  (chat page there, API page at {address}/docs, Ctrl-C stops)", fg="green", err=True
    )
    listen(create_app(settings), door, settings.read_seconds, settings.write_seconds)


def _bind(settings: Settings) -> socket.socket:
    from footnoted.domain.errors import Misconfigured

    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((settings.host, settings.port))
    except OSError as error:
        door.close()
        raise Misconfigured(
            f"Cannot serve on {settings.host}:{settings.port}: {os.strerror(error.errno or 0).lower()}. "
            f"Choose another port: footnoted serve --port {settings.port + 1}"
        ) from error
    return door


async def _has_keys(settings: Settings) -> bool:
    from footnoted.wiring import open_keys

    async with open_keys(settings) as cabinet:
        return any(not key.is_admin for key in await cabinet.keys.keys())


async def _check(settings: Settings) -> None:
    """Open every part once, so that what cannot be opened is said now."""
    from footnoted.wiring import open_parts

    async with open_parts(settings):
        pass
