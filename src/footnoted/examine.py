"""The author's side of the command line: is it any good. Tries golden questions or a public set and reports."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.domain.errors import BadSource
from footnoted.gauging import calibrate_book, golden_beside
from footnoted.settings import read_settings
from footnoted.wiring import Parts, open_parts

if TYPE_CHECKING:
    from footnoted.evaluate.golden import Asked
    from footnoted.evaluate.results import Results
    from footnoted.evaluate.trial import Tried

WORSE = 5
"""Exit code when a figure is worse than in the baseline."""


def evaluate(source: Path | None, *, most: int | None, as_json: bool, html: Path | None, compare: Path | None) -> None:
    """Try the questions of a golden file or of a BEIR-style folder; print the table; leave with 5 if it got worse."""
    from footnoted.evaluate.beir import is_collection
    from footnoted.evaluate.report import page, table
    from footnoted.evaluate.results import worse_than

    baseline = _baseline(compare) if compare else {}
    asked: list[Asked] = []
    if source and is_collection(source):
        results, tried = asyncio.run(_collection(source, re.sub(r"[^\w.-]+", "-", source.resolve().name), most))
    else:
        results, tried, asked = asyncio.run(_golden(source))
    if html:
        html.write_text(page(results, tried), "utf-8")
    if as_json:
        click.echo(json.dumps(dataclasses.asdict(results) | {"golden": _figures(asked)}, indent=2))
    else:
        _show_golden(asked)
        click.echo(table(results))
    if worse := worse_than(baseline, results):
        for line in worse:
            click.secho(f"worse than the baseline: {line}", fg="red", err=True)
        sys.exit(WORSE)


async def _collection(folder: Path, name: str, most: int | None) -> tuple[Results, list[Tried]]:
    """Index the set in a data folder of its own, kept for the next run, and ask everything."""
    from footnoted.evaluate.beir import read_collection, shelve
    from footnoted.evaluate.results import results_of
    from footnoted.evaluate.trial import try_all
    from footnoted.ingest.index import ingest

    ours = read_settings()
    home = ours.data_dir / "evaluations" / name
    # Never the author's own index and database: a set is not a book of theirs.
    settings = ours.model_copy(update={"data_dir": home, "qdrant_url": None, "database_url": None, "llm": ""})
    collection = read_collection(folder, most)
    names = shelve(collection, home / "pages")
    _share_models(ours.data_dir / "models", home / "models")
    async with open_parts(settings, ingesting=True) as parts:
        await ingest(str(home / "pages"), name, parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)
        await calibrate_book(parts, name)
    async with open_parts(settings) as parts:
        with _counting(len(collection.probes)) as show:
            tried = await try_all(
                parts.engine, collection.probes, lambda passage: names[passage.route.rsplit("/", 1)[-1]], show
            )
    return results_of(name, tried), tried


def _share_models(from_: Path, to: Path) -> None:
    """What was built of the embedder for the author serves the set too."""
    if from_.is_dir() and not to.exists():
        to.parent.mkdir(parents=True, exist_ok=True)
        to.symlink_to(from_.resolve(), target_is_directory=True)


async def _golden(source: Path | None) -> tuple[Results, list[Tried], list[Asked]]:
    from footnoted.evaluate.cases import read_cases
    from footnoted.evaluate.golden import ask_all, tried
    from footnoted.evaluate.results import results_of

    async with open_parts(read_settings()) as parts:
        path = source or await _golden_of_the_books(parts)
        cases = read_cases(path)
        with _counting(len(cases)) as show:
            asked = await ask_all(parts.engine, cases, show)
    rows = [tried(one) for one in asked]
    return results_of(path.stem, rows), rows, asked


async def _golden_of_the_books(parts: Parts) -> Path:
    """An author keeps golden questions beside the book."""
    for book in await parts.catalogue.books():
        if path := golden_beside(book):
            return path
    raise BadSource("Name a file of golden questions, or a folder with corpus.jsonl: footnoted evaluate GOLDEN.jsonl")


def _baseline(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadSource(f"{path} is no baseline. Make one: footnoted evaluate SET --json > {path}") from error
    return dict(found)


def _figures(asked: Sequence[Asked]) -> list[dict[str, object]]:
    from footnoted.evaluate.golden import figures

    return [dataclasses.asdict(one) | {"share": one.share} for one in figures(asked)] if asked else []


def _show_golden(asked: Sequence[Asked]) -> None:
    from footnoted.evaluate.golden import figures

    for one in figures(asked) if asked else ():
        mark = click.style("✓", fg="green") if one.is_reached else click.style("✗", fg="red")
        bound = ("≤" if one.at_most else "≥") + f" {one.target:.0%}"
        click.echo(f"{mark} {one.name:<40} {one.share:6.1%}  ({one.met} of {one.of}; target {bound})")
    for each in asked:
        if fault := each.fault:
            click.secho(f"  {each.case.id}: {each.case.question} — {fault}", dim=True)


@contextmanager
def _counting(total: int) -> Iterator[Callable[[int], None]]:
    """On a terminal a count of the questions asked; nothing where output is piped."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Asking", total=total)
        yield lambda number: bar.update(task, completed=number)
