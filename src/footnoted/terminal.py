"""What each command does and how it looks on a terminal: colours there, plain text when piped."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import click

from footnoted.domain.answer import Answer, Answered, Assessed, Retrieved, TextDelta
from footnoted.domain.book import Source
from footnoted.domain.errors import BadSource
from footnoted.domain.question import Policy, Question
from footnoted.engine.ask import Engine
from footnoted.settings import read_settings
from footnoted.wiring import open_parts

_LONGEST_QUESTION = 8000
_MARKERS = re.compile(r"[ \t]?\[\d{1,4}\]")
_HELP = """Ask anything about the book; follow-up questions work too.
  clear   start a new conversation
  help    show this
  exit    leave (quit works too)"""

POLICY = Policy(hedge="The book covers this only in part. ")


@asynccontextmanager
async def _engine() -> AsyncIterator[Engine]:
    async with open_parts(read_settings()) as parts:
        yield parts.engine


def ask(text: str, *, debug: bool, as_json: bool, no_citations: bool, **options: Any) -> None:
    """One question, one answer, then the sources."""
    text = _checked(sys.stdin.read() if text == "-" else text)

    async def run() -> None:
        async with _engine() as engine:
            answer = await _answered(
                engine, _question(text, **options), echo=not as_json, debug=debug, no_citations=no_citations
            )
            if as_json:
                click.echo(json.dumps(_answer_json(answer), ensure_ascii=False, indent=2))

    asyncio.run(run())


def search(query: str, *, as_json: bool, **options: Any) -> None:
    """Passages, best first."""
    query = _checked(query)

    async def run() -> tuple[Source, ...]:
        async with _engine() as engine:
            return await engine.search(_question(query, **options))

    found = asyncio.run(run())
    if as_json:
        click.echo(
            json.dumps({"query": query, "results": [_source_json(one) for one in found]}, ensure_ascii=False, indent=2)
        )
    elif not found:
        click.echo("Nothing in the book is about this.")
    for number, one in enumerate([] if as_json else found, 1):
        _show_source(number, one)
        click.echo("    " + " ".join(one.passage.text.split())[:240])


def chat(*, no_citations: bool, **options: Any) -> None:
    """A conversation that remembers."""

    async def run() -> None:
        async with _engine() as engine:
            click.echo(_HELP)
            session = uuid4()
            while (text := await asyncio.to_thread(_prompt)) is not None:
                match text.strip().lower():
                    case "":
                        continue
                    case "exit" | "quit":
                        break
                    case "help":
                        click.echo(_HELP)
                        continue
                    case "clear":
                        session = uuid4()
                        click.echo("A new conversation.")
                        continue
                await _answered(engine, _question(text, session=session, **options), no_citations=no_citations)

    asyncio.run(run())


def health(*, as_json: bool) -> None:
    """A table of the parts; exit code 2 when one is down."""

    async def run() -> dict[str, Any]:
        async with _engine() as engine:
            return {name: dataclasses.asdict(part) for name, part in (await engine.health()).items()}

    parts = asyncio.run(run())
    if as_json:
        click.echo(json.dumps(parts, indent=2))
    for name, part in ({} if as_json else parts).items():
        mark = click.style("up  ", fg="green") if part["is_up"] else click.style("down", fg="red")
        detail = part["error"] or f"{part['latency_ms']:.1f} ms"
        click.echo(f"{name:<10} {mark}  {detail}")
    if not all(part["is_up"] for part in parts.values()):
        sys.exit(2)


def _prompt() -> str | None:
    try:
        return input(click.style("\n? ", fg="cyan", bold=True) if sys.stdin.isatty() else "")
    except EOFError:
        return None


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise BadSource('The question is empty. Ask like this: footnoted ask "What is the exit pupil?"')
    if len(text) > _LONGEST_QUESTION:
        raise BadSource(f"The question is too long: at most {_LONGEST_QUESTION} characters.")
    return text


def _question(
    text: str,
    *,
    limit: int,
    threshold: float,
    book: str | None,
    session: UUID | None = None,
    selected_text: str | None = None,
) -> Question:
    return Question(
        text,
        uuid4(),
        book=book,
        session=session,
        selection=selected_text,
        limit=limit,
        threshold=threshold,
        policy=POLICY,
    )


async def _answered(
    engine: Engine, question: Question, *, echo: bool = True, debug: bool = False, no_citations: bool = False
) -> Answer:
    """Show the answer as it is written, then its sources."""
    show: Callable[[str], None] = (lambda text: click.echo(text, nl=False)) if echo else (lambda text: None)
    answer: Answer | None = None
    async for event in engine.ask(question):
        match event:
            case Retrieved(query, sources) if debug:
                click.secho(f"searched: {query}  ({len(sources)} passages)", dim=True, err=True)
            case Assessed(confidence, verdict) if debug:
                click.secho(f"best score {confidence.maximum:.2f}, verdict: {verdict.value}", dim=True, err=True)
            case TextDelta(text):
                show(_MARKERS.sub("", text) if no_citations else text)
            case Answered(answer):
                show("\n")
            case _:
                pass
    assert answer is not None
    if echo and not no_citations and not answer.declined and not answer.from_selection:
        click.secho("\nSources:", bold=True)
        for number, source in enumerate(answer.sources, 1):
            _show_source(number, source, raw=debug)
    return answer


def _show_source(number: int, source: Source, *, raw: bool = False) -> None:
    passage = source.passage
    score = f"{source.score:.2f}" + (f", cosine {source.similarity:.3f}" if raw else "")
    click.echo(f"[{number}] {' › '.join(passage.path)} ({score})")
    click.secho(f"    {passage.site}{passage.link}", fg="blue")


def _source_json(source: Source) -> dict[str, Any]:
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


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "answer": answer.text,
        "declined": answer.declined,
        "outcome": answer.outcome.value,
        "sources": [_source_json(source) for source in answer.sources],
        "citations": [dataclasses.asdict(citation) for citation in answer.citations],
    }
