"""Progress bars and the summary after ingestion. Knows terminals, not what is being done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal.counts import counted

if TYPE_CHECKING:
    from footnoted.ingest.index import Progress, Summary
    from footnoted.ingest.live.visit import VisitProgress

_SECONDS_BETWEEN_LINES = 10.0
"""Seconds between two lines when output is piped, as in a build's log."""
_MOST_REASONS = 50
"""Most warnings shown at the end: a screenful."""

Report = Callable[[int, int, str, float], None]
"""Number done, total, speed, seconds since the beginning."""


@contextmanager
def indexing_bar() -> Iterator[Callable[[Progress], None]]:
    """Pages, passages a second and time left, while a book is indexed."""
    with _bar("Indexing") as report:

        def show(at: Progress) -> None:
            report(at.pages_done, at.pages, f"{_rate(at.passages_done, at.seconds)} passages/s", at.seconds)

        yield show


@contextmanager
def fetching_bar() -> Iterator[Callable[[VisitProgress], None]]:
    """Pages fetched of those known so far, and pages a second, while a site is fetched."""
    with _bar("Fetching") as report:

        def show(at: VisitProgress) -> None:
            report(at.done, at.known, f"{_rate(at.done, at.seconds)} pages/s", at.seconds)

        yield show


@contextmanager
def asking_bar(total: int) -> Iterator[Callable[[int], None]]:
    """Questions asked so far, during an evaluation."""
    began = time.monotonic()
    with _bar("Asking", "questions") as report:

        def show(done: int) -> None:
            seconds = time.monotonic() - began
            report(done, total, f"{_rate(done, seconds)} questions/s", seconds)

        yield show


def _rate(done: int, seconds: float) -> str:
    rate = done / max(seconds, 0.001)
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


@contextmanager
def _bar(what: str, unit: str = "pages") -> Iterator[Report]:
    if not sys.stderr.isatty():
        yield _lines(what, unit)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn(unit + " · {task.fields[speed]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, speed="")
        yield lambda done, total, speed, _: bar.update(task, completed=done, total=total, speed=speed)


def _lines(what: str, unit: str) -> Report:
    """A line now and then; none for short tasks."""
    last = time.monotonic()

    def report(done: int, total: int, speed: str, seconds: float) -> None:
        nonlocal last
        if time.monotonic() - last < _SECONDS_BETWEEN_LINES or done >= total:
            return
        last = time.monotonic()
        left = seconds / max(done, 1) * (total - done)
        click.echo(f"{what}: {done} of {total} {unit}, {speed}, about {left:.0f} s left", err=True)

    return report


def show_summary(summary: Summary) -> None:
    """The end of ingestion: how many pages changed, and what was left out and why."""
    pages = summary.added + summary.changed + summary.unchanged
    counts = (
        f"{summary.added} added, {summary.changed} changed, {summary.removed} removed, {summary.unchanged} unchanged"
    )
    click.secho(
        f"{summary.title}: {counted(summary.passages, 'passage')} on {counted(pages, 'page')}"
        f" ({counts}, {len(summary.skipped)} skipped) in {summary.seconds:.1f} s",
        err=True,
    )
    reasons = [*((name, f"skipped, {why}") for name, why in summary.skipped), *summary.warnings]
    for name, reason in reasons[:_MOST_REASONS]:
        click.secho(f"  {name}: {reason}", fg="yellow", err=True)
    if len(reasons) > _MOST_REASONS:
        click.secho(f"  and {len(reasons) - _MOST_REASONS} more; --json prints all", fg="yellow", err=True)
