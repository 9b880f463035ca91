"""Shows answers on a terminal: with colours, or as plain text when piped."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

import click

from footnoted.cli.terminal.counts import counted
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.book import Source
from footnoted.domain.text.markers import without_markers


async def show_answer(
    events: AsyncGenerator[Event, None], *, echo: bool = True, debug: bool = False, no_citations: bool = False
) -> Answer:
    """Show the answer as it is written, then its sources."""
    show: Callable[[str], None] = (lambda text: click.echo(text, nl=False)) if echo else (lambda text: None)
    answer: Answer | None = None
    async for event in events:
        match event:
            case Retrieved(query, sources) if debug:
                click.secho(f"searched: {query}  ({counted(len(sources), 'passage')})", dim=True, err=True)
            case Assessed(confidence, verdict) if debug:
                click.secho(f"best score {confidence.maximum:.2f}, verdict: {verdict.value}", dim=True, err=True)
            case TextDelta(text):
                show(without_markers(text) if no_citations else text)
            case Answered(answer):
                show("\n")
            case _:
                pass
    assert answer is not None
    if echo and not no_citations and not answer.declined and not answer.from_selection:
        click.secho("\nSources:", bold=True)
        for number, source in enumerate(answer.sources, 1):
            show_source(number, source, raw=debug)
    return answer


def show_source(number: int, source: Source, *, raw: bool = False) -> None:
    """Number, place and address of a passage; with ``raw`` also its similarity."""
    passage = source.passage
    score = f"{source.score:.2f}" + (f", cosine {source.similarity:.3f}" if raw else "")
    click.echo(f"[{number}] {' › '.join(passage.path)} ({score})")
    click.secho(f"    {passage.site}{passage.link}", fg="blue")


def source_json(source: Source) -> dict[str, Any]:
    """A source as --json prints it."""
    passage = source.passage
    return {
        "title": passage.title,
        "section": passage.section,
        "url": passage.url,
        "score": round(source.score, 4),
        "raw_similarity": round(source.similarity, 4),
        "chunk_id": passage.id,
        "text": passage.text,
    }
