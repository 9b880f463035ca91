"""``footnoted ask``: one question, one answer, then the sources."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.answer import Answer


@click.command("ask")
@click.argument("question")
@options.limit
@options.threshold
@options.book
@click.option("--selected-text", "selection", help="Answer from this text alone.")
@click.option("--no-citations", is_flag=True, help="Print the answer without markers and sources.")
@click.option("--debug", is_flag=True, help="Show the search, the scores and the decision.")
@options.as_json
def command(question: str, *, debug: bool, as_json: bool, no_citations: bool, **options: Any) -> None:
    """Ask the book one QUESTION ("-" reads it from standard input)."""
    import footnoted
    from footnoted.cli.terminal import answers

    text = sys.stdin.read() if question == "-" else question

    async def run() -> Answer:
        async with footnoted.open() as library:
            events = library.stream(text, **options)
            return await answers.show_answer(events, echo=not as_json, debug=debug, no_citations=no_citations)

    answer = asyncio.run(run())
    if as_json:
        click.echo(json.dumps(_answer_json(answer), ensure_ascii=False, indent=2))


def _answer_json(answer: Answer) -> dict[str, Any]:
    from footnoted.cli.terminal.answers import source_json

    return {
        "answer": answer.text,
        "declined": answer.declined,
        "outcome": answer.outcome.value,
        "sources": [source_json(source) for source in answer.sources],
        "citations": [
            cited.recorded(answer.link_of(cited)) | {"supported": cited.supported} for cited in answer.citations
        ],
    }
