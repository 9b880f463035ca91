"""``footnoted evaluate``: asks golden questions or a public set and reports how many answers are right."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.cli.terminal.reader_questions import Run
    from footnoted.domain.question import Policy
    from footnoted.evaluate.golden import Asked
    from footnoted.evaluate.results import Results
    from footnoted.evaluate.trial import Trial
    from footnoted.wiring import Parts

_WORSE = 5
"""Exit code when a figure is worse than in the baseline."""


@click.command("evaluate")
@click.argument("sources", metavar="[SET]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--most", type=click.IntRange(1), help="At most so many questions of each kind (folders only).")
@options.html
@click.option(
    "--compare",
    type=click.Path(path_type=Path),
    help="An earlier run's --json; exits with 5 if a figure is worse.",
)
@click.option("--typings", is_flag=True, help="Ask every question typed in six more ways: is the outcome the same?")
@click.option("--falsified", is_flag=True, help="Test the support check with falsified sentences of the book.")
@options.as_json
def command(
    sources: tuple[Path, ...],
    most: int | None,
    html: Path | None,
    compare: Path | None,
    typings: bool,
    falsified: bool,
    as_json: bool,
) -> None:
    """Ask every question of a SET and print how many were answered right.

    SET is a file of golden questions (JSON lines) for the indexed book; or folders, each with golden.jsonl and book/;
    or a folder with corpus.jsonl, queries.jsonl and qrels.tsv. Folders are indexed separately.
    """
    from footnoted.domain.errors import BadSource
    from footnoted.evaluate.readers.reader_questions import has_questions

    baseline = _baseline(compare) if compare else {}
    request = _Request(most, typings, falsified, html, as_json)
    if sources and all(map(has_questions, sources)):
        _exit_if_worse(_ask_readers(sources, request, baseline), _WORSE)
    elif len(sources) > 1:
        raise BadSource("Several sets at once must all be folders with golden.jsonl and book/.")
    else:
        _exit_if_worse(_try_set(sources[0] if sources else None, request, baseline), _WORSE)


@dataclasses.dataclass(frozen=True, slots=True)
class _Request:
    """What to evaluate and print."""

    most: int | None
    typings: bool
    falsified: bool
    html: Path | None
    as_json: bool


def _ask_readers(folders: Sequence[Path], request: _Request, baseline: dict[str, object]) -> list[str]:
    """Report on folders with a book and readers' questions, counted together; returns what is worse."""
    from footnoted.cli.terminal import reader_questions as readers
    from footnoted.evaluate.readers.tiers import as_trial
    from footnoted.evaluate.report import page
    from footnoted.evaluate.results import results_of

    run = asyncio.run(readers.ask_folders(folders, request.most, retype=request.typings, falsify=request.falsified))
    if request.html:
        rows = [as_trial(reply) for reply in run.replies]
        request.html.write_text(page(results_of(", ".join(folder.name for folder in folders), rows), rows), "utf-8")
    click.echo(json.dumps(readers.as_dict(run), indent=2) if request.as_json else readers.as_text(run))
    return readers.worse(baseline, run) if baseline else []


def _try_set(source: Path | None, request: _Request, baseline: dict[str, object]) -> list[str]:
    """Report on golden questions or a public set; returns what is worse."""
    from footnoted.cli.terminal.reader_questions import Run, as_text, compared, worse
    from footnoted.evaluate.beir import is_collection
    from footnoted.evaluate.report import page, table
    from footnoted.evaluate.results import worse_than

    asked: list[Asked] = []
    run = Run()
    if source and is_collection(source):
        results, trials = asyncio.run(
            _collection(source, re.sub(r"[^\w.-]+", "-", source.resolve().name), request.most)
        )
    else:
        results, trials, asked, run = asyncio.run(_golden(source, request))
    if request.html:
        request.html.write_text(page(results, trials), "utf-8")
    if request.as_json:
        further = {"golden": _figures(asked), "figures": compared(run)}
        click.echo(json.dumps(dataclasses.asdict(results) | further, indent=2))
    else:
        _show_golden(asked)
        click.echo("\n\n".join(filter(None, (table(results), as_text(run)))))
    return worse_than(baseline, results) + (worse(baseline, run) if "figures" in baseline else [])


def _exit_if_worse(worse: Sequence[str], code: int) -> None:
    for line in worse:
        click.secho(f"worse than the baseline: {line}", fg="red", err=True)
    if worse:
        sys.exit(code)


async def _collection(folder: Path, name: str, most: int | None) -> tuple[Results, list[Trial]]:
    """Index the set in its own data folder, kept for the next run, and ask everything."""
    from footnoted.books import store_of
    from footnoted.cli.terminal.progress import asking_bar
    from footnoted.cli.terminal.reader_questions import share_models
    from footnoted.evaluate.beir import read_collection, write_as_book
    from footnoted.evaluate.calibration.marks import calibrate_book
    from footnoted.evaluate.results import results_of
    from footnoted.evaluate.trial import try_all
    from footnoted.ingest.index import ingest
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    ours = read_settings()
    home = ours.data_dir / "evaluations" / name
    # Never in the author's own index and database.
    settings = ours.model_copy(update={"data_dir": home, "qdrant_url": None, "database_url": None, "llm": ""})
    collection = read_collection(folder, most)
    names = write_as_book(collection, home / "pages")
    share_models(ours.models, home / "models")
    async with open_parts(settings, ingesting=True) as parts:
        await ingest(str(home / "pages"), name, parts.embedder, parts.index, parts.catalogue, cache=parts.vectors)
        await calibrate_book(store_of(parts, name), name)
    async with open_parts(settings) as parts:
        with asking_bar(len(collection.probes)) as show:
            trials = await try_all(
                parts.engine,
                collection.probes,
                lambda passage: names[passage.route.rsplit("/", 1)[-1]],
                show,
                _policy(),
            )
    return results_of(name, trials, _other_policies()), trials


async def _golden(source: Path | None, request: _Request) -> tuple[Results, list[Trial], list[Asked], Run]:
    from footnoted.cli.terminal.progress import asking_bar
    from footnoted.cli.terminal.reader_questions import try_golden
    from footnoted.evaluate.cases import read_cases
    from footnoted.evaluate.golden import as_trial, ask_all
    from footnoted.evaluate.results import results_of
    from footnoted.settings import read_settings
    from footnoted.wiring import open_parts

    async with open_parts(read_settings()) as parts:
        path = source or await _golden_file(parts)
        cases = read_cases(path)
        with asking_bar(len(cases)) as show:
            asked = await ask_all(parts.engine, cases, show, _policy())
        more = await try_golden(parts, cases, retype=request.typings, falsify=request.falsified)
    rows = [as_trial(case) for case in asked]
    return results_of(path.stem, rows, _other_policies()), rows, asked, more


def _policy() -> Policy:
    """The policy of the book API."""
    from footnoted.contracts.book_api import POLICY

    return POLICY


def _other_policies() -> dict[str, Policy]:
    """The policies of the contracts that judge differently from the book API."""
    from footnoted.contracts import POLICIES

    return {name: policy for name, policy in POLICIES.items() if policy.judge is not _policy().judge}


async def _golden_file(parts: Parts) -> Path:
    """The golden questions beside the indexed books."""
    from footnoted.domain.errors import BadSource
    from footnoted.evaluate.calibration.marks import golden_file_of

    for book in await parts.catalogue.books():
        if path := golden_file_of(book):
            return path
    raise BadSource("Give a file of golden questions, or a folder with corpus.jsonl: footnoted evaluate GOLDEN.jsonl")


def _baseline(path: Path) -> dict[str, object]:
    from footnoted.domain.errors import BadSource

    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadSource(f"{path} is not a baseline. Make one: footnoted evaluate SET --json > {path}") from error
    return dict(kept)


def _figures(asked: Sequence[Asked]) -> list[dict[str, object]]:
    from footnoted.evaluate.golden import figures

    return [dataclasses.asdict(figure) | {"share": figure.share} for figure in figures(asked)] if asked else []


def _show_golden(asked: Sequence[Asked]) -> None:
    from footnoted.evaluate.golden import figures

    for figure in figures(asked) if asked else ():
        mark = click.style("✓", fg="green") if figure.is_reached else click.style("✗", fg="red")
        bound = ("≤" if figure.at_most else "≥") + f" {figure.target:.0%}"
        click.echo(f"{mark} {figure.name:<40} {figure.share:6.1%}  ({figure.met} of {figure.of}; target {bound})")
    for question in asked:
        if fault := question.fault:
            click.secho(f"  {question.case.id}: {question.case.question} — {fault}", dim=True)
