"""The author's side of the command line: index a book with a progress bar, serve it."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.domain.errors import BadSource, Misconfigured
from footnoted.settings import Settings, read_settings, refuse_open_doors
from footnoted.wiring import Parts, open_parts

if TYPE_CHECKING:
    from footnoted.ingest.index import Progress, Summary


def ingest(source: str, book: str | None, *, as_json: bool) -> None:
    """Index the book; show progress on a terminal and a summary at the end."""
    summary = asyncio.run(_ingest(read_settings(), source, book))
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(summary), indent=2))
    else:
        _show(summary)


def serve(source: str | None, book: str | None, host: str | None, port: int | None) -> None:
    """Serve until stopped. Whatever is wrong with the settings is said before the port opens."""
    import uvicorn

    from footnoted.server import create_app

    settings = read_settings(host=host, port=port)
    refuse_open_doors(settings)
    door = _bind(settings)
    if source:
        _show(asyncio.run(_ingest(settings, source, book)))
    asyncio.run(_check(settings))
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
    address = f"http://{settings.host}:{door.getsockname()[1]}"
    click.secho(
        f"Serving at {address}  (chat page there, API page at {address}/docs, Ctrl-C stops)", fg="green", err=True
    )
    config = uvicorn.Config(
        create_app(settings), log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=10
    )
    uvicorn.Server(config).run(sockets=[door])


def evaluate(golden: Path | None, *, as_json: bool) -> None:
    """Ask the golden questions; print the table, and which questions went wrong."""
    from footnoted.evaluate.cases import read_cases
    from footnoted.evaluate.golden import Asked, ask_all, figures

    async def run() -> list[Asked]:
        async with open_parts(read_settings()) as parts:
            cases = read_cases(golden or await _golden_of_the_book(parts))
            return await ask_all(parts.engine, cases)

    results = asyncio.run(run())
    table = figures(results)
    if as_json:
        click.echo(json.dumps([dataclasses.asdict(one) | {"share": one.share} for one in table], indent=2))
        return
    for one in table:
        mark = click.style("✓", fg="green") if one.is_reached else click.style("✗", fg="red")
        bound = ("≤" if one.at_most else "≥") + f" {one.target:.0%}"
        click.echo(f"{mark} {one.name:<40} {one.share:6.1%}  ({one.met} of {one.of}; target {bound})")
    for asked in results:
        if fault := asked.fault:
            click.secho(f"  {asked.case.id}: {asked.case.question} — {fault}", dim=True)


async def _golden_of_the_book(parts: Parts) -> Path:
    """An author keeps golden questions beside the book."""
    for book in await parts.catalogue.books():
        if (path := Path(book.source) / "golden.jsonl").is_file():
            return path
    raise BadSource("Name a file of golden questions: footnoted evaluate GOLDEN.jsonl")


def _bind(settings: Settings) -> socket.socket:
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


async def _check(settings: Settings) -> None:
    async with open_parts(settings):
        pass


async def _ingest(settings: Settings, source: str, book: str | None) -> Summary:
    from footnoted.ingest.index import ingest

    async with open_parts(settings, ingesting=True) as parts:
        with _progress_bar() as show:
            return await ingest(
                source,
                book or _name_of(source),
                parts.embedder,
                parts.index,
                parts.catalogue,
                show,
                cache=parts.vectors,
            )


def _name_of(source: str) -> str:
    """A book is kept under its folder's or file's name."""
    return re.sub(r"[^\w.-]+", "-", Path(source).resolve().stem).strip("-").lower() or "book"


@contextmanager
def _progress_bar() -> Iterator[Callable[[Progress], None]]:
    """On a terminal a bar with pages, passages per second and time left; nothing where output is piped."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("Indexing"), BarColumn(), MofNCompleteColumn(), TextColumn("pages · {task.fields[speed]}"))
    with Bar(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, speed="")

        def show(progress: Progress) -> None:
            speed = f"{progress.passages_done / max(progress.seconds, 0.001):.0f} passages/s"
            bar.update(task, completed=progress.pages_done, total=progress.pages, speed=speed)

        yield show


def _show(summary: Summary) -> None:
    """The end of ingestion: what happened to how many pages, and what was left out and why."""
    done = (
        f"{summary.title}: {summary.passages} passages on {summary.added + summary.changed + summary.unchanged} pages"
    )
    counts = (
        f"{summary.added} added, {summary.changed} changed, {summary.removed} removed, {summary.unchanged} unchanged"
    )
    click.secho(f"{done} ({counts}, {len(summary.skipped)} skipped) in {summary.seconds:.1f} s", err=True)
    for name, reason in (*summary.skipped, *summary.warnings):
        click.secho(f"  {name}: {reason}", fg="yellow", err=True)
