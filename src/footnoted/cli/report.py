"""``footnoted report``: what readers asked, and what the book does not answer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from footnoted.report.compile import Report


@click.command("report")
@click.option("--days", default=30, show_default=True, type=click.IntRange(1, 3650), help="How far back to look.")
def command(days: int) -> None:
    """Print what readers asked and the book does not answer, as Markdown for an issue tracker."""
    from footnoted.report.as_markdown import as_markdown
    from footnoted.report.compile import ReportSources, compile_report
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    async def run() -> Report:
        async with open_parts(read_settings()) as parts:
            assert parts.log is not None
            return await compile_report(ReportSources(parts.engine, parts.embedder, parts.catalogue, parts.log), days)

    click.echo(as_markdown(asyncio.run(run())), nl=False)
