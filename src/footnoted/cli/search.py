"""``footnoted search``: passages, best first."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import click

from footnoted.cli import _options

if TYPE_CHECKING:
    from footnoted.domain.book import Source

_EXCERPT = 240
"""Characters of each passage that are shown: three lines of a terminal."""


@click.command("search")
@click.argument("query")
@_options.limit
@_options.threshold
@_options.book
@_options.as_json
def command(query: str, *, as_json: bool, **options: Any) -> None:
    """Find passages about QUERY without asking for an answer."""
    from footnoted.cli import _answers

    query = _answers.checked(query)

    async def run() -> tuple[Source, ...]:
        async with _answers.open_engine() as engine:
            return await engine.search(_answers.question(query, **options))

    sources = asyncio.run(run())
    if as_json:
        results = [_answers.source_json(source) for source in sources]
        click.echo(json.dumps({"query": query, "results": results}, ensure_ascii=False, indent=2))
        return
    for number, source in enumerate(sources, 1):
        _answers.show_source(number, source)
        click.echo("    " + " ".join(source.passage.text.split())[:_EXCERPT])
    if not sources:
        click.echo("Nothing in the book is about this.")
