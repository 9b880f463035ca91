"""``footnoted ingest``: indexes a book, and checks its links with ``--check-links``."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import sys
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.settings import Settings


@click.command("ingest")
@click.argument("source")
@options.book_name
@options.locale
@options.version
@click.option("--check-links", metavar="DIR|URL", help="Check every citation against the built site; 3 if one fails.")
@click.option("--site", metavar="URL", help="Where the book is published, if its configuration does not say.")
@click.option("--built", default="", metavar="DIR", help="Folder the site was built into; settles its addresses.")
@click.option("--site-dir", default="", metavar="DIR", help="Folder of SOURCE with the site, if there are several.")
@click.option(
    "--on",
    default="",
    metavar="WORKERS",
    help="Read and embed on Dask: dask, dask:4, or a scheduler's tcp://host:8786.",
)
@click.option("--inherited", type=int, hidden=True, help="The descriptor of its lifeline; see hold_on.")
@click.option("--strict", is_flag=True, help="Exit with 5 unless everything was understood and links can be trusted.")
@options.as_json
def command(
    source: str,
    book: str | None,
    locale: str,
    docs_version: str,
    check_links: str | None,
    site: str | None,
    built: str,
    site_dir: str,
    on: str,
    inherited: int | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Read a book from SOURCE (a folder, file, URL or sitemap) and index it; a second run costs only what changed."""
    from footnoted.cli.terminal.indexing import index_source
    from footnoted.cli.terminal.lifeline import hold_on
    from footnoted.cli.terminal.progress import show_summary
    from footnoted.cli.terminal.verdict import show_verdict
    from footnoted.settings import read_settings

    if inherited is not None:
        hold_on(inherited)
    settings = read_settings(site_url=site or None)
    which = {"locale": locale, "version": docs_version, "site_dir": site_dir, "built": built}
    summary = asyncio.run(index_source(settings, source, book, on=on, **which))
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(summary), indent=2))
    else:
        show_summary(summary)
        show_verdict(summary.verdict, {f"{name}: {reason}" for name, reason in summary.skipped})
    if check_links:
        asyncio.run(_check_links(settings, summary.book, check_links))
    if strict and not summary.verdict.is_clean:
        sys.exit(5)


async def _check_links(settings: Settings, book: str, target: str) -> None:
    """Print how many citations open; exits with 3 if one does not."""
    from footnoted.books import links_of
    from footnoted.ingest.links.check import check_links
    from footnoted.wiring import open_parts

    async with open_parts(settings, ingesting=True) as parts:
        links = await links_of(parts, book)
    checked = await check_links(links, target, allow_private=settings.allow_private)
    click.echo(f"{checked.opened} of {checked.links} citations open a real page and anchor in {target}")
    if checked.fragments:
        click.echo(f"{checked.unique} of {checked.fragments} text fragments stand on their page, and only once")
    for link, reason in checked.failures:
        click.secho(f"  {link}: {reason}", fg="yellow", err=True)
    if checked.failures:
        sys.exit(3)
