"""``footnoted chat``: a conversation with the book."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.book import Book

_HELP = """Ask anything about the book; follow-up questions work too.
  clear   start a new conversation
  help    show this
  exit    leave (quit works too)"""


_MARK = "\n\001" + click.style("\002? \001", fg="cyan", bold=True) + "\002"
"""The characters around the colours tell readline that they have no width."""

_PLAIN_MARK = "\n? "

Opened = TypeVar("Opened")


@click.command("chat")
@options.limit
@options.threshold
@options.book
@click.option("--no-citations", is_flag=True, help="Print answers without markers and sources.")
def command(**options: Any) -> None:
    """Talk with the book; follow-up questions work. Type help, clear, or exit."""
    with suppress(KeyboardInterrupt):
        _talk(**options)


def _talk(*, no_citations: bool, **options: Any) -> None:
    import footnoted
    from footnoted.cli.terminal.answers import show_answer

    # The prompt runs in the main thread, where Ctrl-C reaches it; the loop runs only while an answer is made.
    with asyncio.Runner() as runner, _opened(footnoted.open(), runner) as library:
        _refuse_missing_book(runner.run(library.books()), options["book"])
        click.echo(_HELP)
        session = uuid4()
        mark = _PLAIN_MARK if click.get_current_context().color is False else _MARK
        while (text := _prompt(mark)) is not None:
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
            runner.run(show_answer(library.stream(text, session=session, **options), no_citations=no_citations))


@contextmanager
def _opened(library: AbstractAsyncContextManager[Opened], runner: asyncio.Runner) -> Iterator[Opened]:
    """Open it in the runner's loop, and close it there."""

    async def enter() -> Opened:
        return await library.__aenter__()

    async def leave() -> None:
        await library.__aexit__(None, None, None)

    opened = runner.run(enter())
    try:
        yield opened
    finally:
        runner.run(leave())


def _refuse_missing_book(books: Sequence[Book], wanted: str | None) -> None:
    """Before the first question is typed, not after it."""
    from footnoted.domain.errors import NO_BOOK, Misconfigured, no_such_book

    if not books:
        raise Misconfigured(NO_BOOK)
    if wanted is not None and wanted not in (book.name for book in books):
        raise no_such_book(wanted, (book.name for book in books))


def _prompt(mark: str) -> str | None:
    is_typed = sys.stdin.isatty()
    if is_typed:
        with suppress(ImportError):  # not on every system; gives line editing and history
            import readline  # noqa: F401
    try:
        return input(mark if is_typed else "")
    except EOFError:
        return None
