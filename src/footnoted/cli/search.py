"""``footnoted search``: passages, best first."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.book import Source

_EXCERPT = 240
"""Characters shown of each passage: three lines of a terminal."""


@click.command("search")
@click.argument("query")
@options.limit
@options.threshold
@options.book
@options.as_json
def command(query: str, *, as_json: bool, **options: Any) -> None:
    """Find passages about QUERY without asking for an answer."""
    import footnoted
    from footnoted.cli.terminal import answers

    async def run() -> tuple[Source, ...]:
        async with footnoted.open() as library:
            return await library.search(query, **options)

    sources = asyncio.run(run())
    if as_json:
        results = [answers.source_json(source) for source in sources]
        click.echo(json.dumps({"query": query.strip(), "results": results}, ensure_ascii=False, indent=2))
        return
    for number, source in enumerate(sources, 1):
        answers.show_source(number, source)
        click.echo("    " + " ".join(source.passage.text.split())[:_EXCERPT])
    if not sources:
        click.echo("Nothing in the book is about this.")
