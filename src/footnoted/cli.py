"""The command line: each command a few lines. Imports what a command needs inside it, so that --help is quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from footnoted import __version__

click.UsageError.exit_code = 3
"""A wrong option is bad input, like a wrong question; click's own 2 means a failed connection here."""

_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class _Commands(click.Group):
    """Turns our errors into one line on standard error and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        from footnoted.domain.errors import FootnotedError

        try:
            return super().invoke(ctx)
        except FootnotedError as error:
            click.secho(f"footnoted: {error.message}", fg="red", err=True)
            sys.exit(exit_code(error))
        except KeyboardInterrupt:
            sys.exit(130)
        except BrokenPipeError:  # the reader of a pipe has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("FOOTNOTED_LOG_LEVEL", "").upper() == "DEBUG":
                raise
            what = f"{type(error).__name__}: {error}"
            click.secho(f"footnoted: {what}. Set FOOTNOTED_LOG_LEVEL=DEBUG to see where.", fg="red", err=True)
            sys.exit(4)


def exit_code(error: Exception) -> int:
    """1 configuration, 2 connection, 3 bad input, 4 anything else."""
    from footnoted.domain import errors

    match error:
        case errors.Misconfigured():
            return 1
        case errors.IndexDown() | errors.DatabaseDown() | errors.EmbedderDown() | errors.ModelDown():
            return 2
        case errors.BadSource() | errors.BookUnknown() | errors.SessionUnknown():
            return 3
        case _:
            return 4


@click.group(cls=_Commands, context_settings=_CONTEXT)
@click.version_option(__version__, prog_name="footnoted")
def main() -> None:
    """Makes a book answer for itself: every sentence footnoted, or an honest "the book does not say"."""


_book = click.option("--book", help="Which book, where several are indexed.")
_locale = click.option("--locale", default="", help="Read a Docusaurus site in this language; its own if not given.")
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_k = click.option("--k", "limit", default=5, show_default=True, type=click.IntRange(1, 20), help="How many passages.")
_threshold = click.option(
    "--threshold",
    default=0.1,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Leave out passages scored lower (0–1).",
)


@main.command()
@click.argument("source")
@click.option("--book", help="Name to keep the book under; the folder's name if not given.")
@_locale
@click.option("--check-links", metavar="DIR|URL", help="Hold every citation against the built site; 3 if one fails.")
@_as_json
def ingest(source: str, book: str | None, locale: str, check_links: str | None, as_json: bool) -> None:
    """Read a book from SOURCE (a folder, file, URL or sitemap) and index it; a second run costs only what changed."""
    from footnoted import operate

    operate.ingest(source, book, locale, as_json=as_json, check_links=check_links)


@main.command()
@_as_json
def books(as_json: bool) -> None:
    """List the books that are indexed."""
    from footnoted import operate

    operate.books(as_json=as_json)


@main.command()
@click.argument("name")
def remove(name: str) -> None:
    """Forget the book NAME and everything kept of it."""
    from footnoted import operate

    operate.remove(name)


@main.command()
@click.argument("source", required=False)
@click.option("--book", help="Name to keep the book under.")
@_locale
@click.option("--host", help="Address to serve on; loopback by default.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to serve on; 8000 by default.")
def serve(source: str | None, book: str | None, locale: str, host: str | None, port: int | None) -> None:
    """Serve the API and the chat page; index SOURCE first if it is given."""
    from footnoted import operate

    operate.serve(source, book, locale, host, port)


@main.command()
@click.argument("question")
@_k
@_threshold
@_book
@click.option("--selected-text", help="Answer from this text alone.")
@click.option("--no-citations", is_flag=True, help="Print the answer without markers and sources.")
@click.option("--debug", is_flag=True, help="Show the search, the scores and the decision.")
@_as_json
def ask(question: str, **options: Any) -> None:
    """Ask the book one QUESTION ("-" reads it from standard input)."""
    from footnoted import terminal

    terminal.ask(question, **options)


@main.command()
@click.argument("query")
@_k
@_threshold
@_book
@_as_json
def search(query: str, **options: Any) -> None:
    """Find passages about QUERY without asking for an answer."""
    from footnoted import terminal

    terminal.search(query, **options)


@main.command()
@_k
@_threshold
@_book
@click.option("--no-citations", is_flag=True, help="Print answers without markers and sources.")
def chat(**options: Any) -> None:
    """Talk with the book; it remembers what was said. Type help, clear, or exit."""
    from footnoted import terminal

    terminal.chat(**options)


_html = click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write a report with pictures.")


@main.command()
@click.argument("source", metavar="[SET]", required=False, type=click.Path(path_type=Path))
@click.option("--most", type=click.IntRange(1), help="At most so many questions of each kind (folders only).")
@_html
@click.option(
    "--compare", type=click.Path(path_type=Path), help="A run kept with --json; leaves with 5 if a figure is worse."
)
@_as_json
def evaluate(source: Path | None, most: int | None, html: Path | None, compare: Path | None, as_json: bool) -> None:
    """Ask every question of a SET and print how many came out right.

    SET is a file of golden questions (JSON lines) for the indexed book, or a folder with corpus.jsonl, queries.jsonl
    and qrels.tsv, which is indexed apart.
    """
    from footnoted import examine

    examine.evaluate(source, most=most, as_json=as_json, html=html, compare=compare)


@main.command()
@_book
@_html
@_as_json
def calibrate(book: str | None, html: Path | None, as_json: bool) -> None:
    """Measure the books anew: how their scores are to be read, and how often an answer will be wrong."""
    from footnoted import gauging

    gauging.calibrate(book, as_json=as_json, html=html)


@main.command()
@_as_json
def health(as_json: bool) -> None:
    """Show whether each part works."""
    from footnoted import terminal

    terminal.health(as_json=as_json)
