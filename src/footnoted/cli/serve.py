"""``footnoted serve``: serves until stopped, in this process or in several."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.settings import Settings


@click.command("serve")
@click.argument("source", required=False)
@click.option("--book", help="Name for the book.")
@options.locale
@options.version
@click.option("--host", help="Address to serve on; loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve on; 8000 by default.")
@click.option("--workers", type=click.IntRange(1, 256), help="Number of server processes; 1 by default.")
@click.option("--inherited", nargs=2, type=int, hidden=True, help="A worker's descriptors: the socket, its lifeline.")
def command(
    source: str | None,
    book: str | None,
    locale: str,
    docs_version: str,
    host: str | None,
    port: int | None,
    workers: int | None,
    inherited: tuple[int, int] | None,
) -> None:
    """Serve the API and the chat page; index SOURCE first if it is given.

    With several workers, SIGHUP replaces them one by one without interrupting readers.
    """
    from footnoted.cli.terminal.indexing import index_source
    from footnoted.cli.terminal.progress import show_summary
    from footnoted.settings import read_settings, refuse_open_doors

    # Wrong settings are reported before the port opens.
    settings = read_settings(host=host, port=port, workers=workers)
    if inherited:
        _work(settings, *inherited)
        return
    refuse_open_doors(settings, has_keys=not settings.on_loopback and asyncio.run(_has_keys(settings)))
    with _bind(settings) as door:
        if source:
            show_summary(asyncio.run(index_source(settings, source, book, locale=locale, version=docs_version)))
        asyncio.run(_check(settings))
        address = f"http://{settings.host}:{door.getsockname()[1]}"
        _serve(settings, door, lambda: _announce(address, settings.workers))


def _announce(address: str, workers: int) -> None:
    many = f"{workers} workers; " if workers > 1 else ""
    click.secho(
        f"Serving at {address}  ({many}chat page there, API page at {address}/docs, Ctrl-C stops)", fg="green", err=True
    )


def _serve(settings: Settings, door: socket.socket, announce: Callable[[], None]) -> None:
    from footnoted.cli.terminal.logs import set_up_logs
    from footnoted.server import create_app
    from footnoted.server.listen import listen

    set_up_logs(settings)
    if settings.workers > 1:
        return _supervise(settings, door, announce)
    app = create_app(settings)  # first: it refuses what a missing package would do
    announce()
    return listen(app, door, settings)


def _supervise(settings: Settings, door: socket.socket, announce: Callable[[], None]) -> None:
    from tempfile import TemporaryDirectory

    from footnoted.server.workers import Workers

    def command(door: int, lifeline: int) -> Sequence[str]:
        same = ["--host", settings.host, "--workers", str(settings.workers)]
        return [sys.executable, "-m", "footnoted", "serve", *same, "--inherited", str(door), str(lifeline)]

    async def run() -> None:
        await Workers(command, door, settings.workers).run(announce)

    with TemporaryDirectory(prefix="footnoted-metrics-") as folder:
        if settings.metrics:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # workers write counts there; any of them reports the sum
        asyncio.run(run())


def _work(settings: Settings, door: int, lifeline: int) -> None:
    """Run as one of the workers."""
    from footnoted.cli.terminal.lifeline import hold_on
    from footnoted.cli.terminal.logs import set_up_logs
    from footnoted.server import create_app
    from footnoted.server.listen import listen

    ready = hold_on(lifeline)
    set_up_logs(settings)
    with socket.socket(fileno=door) as inherited:
        listen(create_app(settings), inherited, settings, ready)


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
    """Open every part once, so that a failure is reported now."""
    from footnoted.wiring import open_parts

    async with open_parts(settings):
        pass
