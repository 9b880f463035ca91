"""``footnoted chat``: a conversation that remembers."""

from __future__ import annotations

import asyncio
import sys
from typing import Any
from uuid import uuid4

import click

from footnoted.cli import _options

_HELP = """Ask anything about the book; follow-up questions work too.
  clear   start a new conversation
  help    show this
  exit    leave (quit works too)"""


@click.command("chat")
@_options.limit
@_options.threshold
@_options.book
@click.option("--no-citations", is_flag=True, help="Print answers without markers and sources.")
def command(**options: Any) -> None:
    """Talk with the book; it remembers what was said. Type help, clear, or exit."""
    asyncio.run(_talk(**options))


async def _talk(*, no_citations: bool, **options: Any) -> None:
    import footnoted
    from footnoted.cli._answers import show_answer

    async with footnoted.open() as library:
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
            await show_answer(library.stream(text, session=session, **options), no_citations=no_citations)


def _prompt() -> str | None:
    try:
        return input(click.style("\n? ", fg="cyan", bold=True) if sys.stdin.isatty() else "")
    except EOFError:
        return None
