"""Shows the verdict on a book as a short table. Knows terminals, not how the verdict is made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import click

from footnoted.domain.text.language import language

if TYPE_CHECKING:
    from footnoted.domain.verdict import KeptVerdict, Verdict

_SHOWN = 3
"""Examples of each kind; --json prints all."""


def show_verdict(verdict: Verdict, told: Collection[str] = ()) -> None:
    """A line for each thing an author should know; what needs attention is yellow and has examples.

    Examples in ``told`` are counted but not shown: the summary has named them.
    """
    _line("generator", f"{verdict.generator}: {verdict.recognised_by}", good=True)
    _line("language", _language(verdict), good=verdict.language_is_measured)
    _line("links", verdict.links, good=verdict.links_are_trusted)
    for name, examples in verdict.findings.items():
        shown = [example for example in examples if example not in told]
        _rows(name, len(examples), shown, good=name == "files not published")


def show_kept(name: str, verdict: KeptVerdict | None) -> None:
    """The same for a book that was ingested earlier, on a line or two."""
    if verdict is None:
        click.echo(f"{name}: ingested before verdicts were stored; ingest it again to get one")
        return
    click.secho(f"{name}: {'clean' if verdict.is_clean else verdict.links}", fg=None if verdict.is_clean else "yellow")
    for finding in verdict.findings:
        if finding.is_fault:
            click.secho(f"  {finding.name:<20} {finding.count}: {finding.examples[0]}", fg="yellow")


def _language(verdict: Verdict) -> str:
    if not verdict.language:
        return "not known"
    from footnoted.domain.verdict import NOT_MEASURED

    name = language(verdict.language).name
    return (
        name
        if verdict.language_is_measured
        else f"{name}: {NOT_MEASURED}, answers are hedged; golden questions measure it"
    )


def _rows(label: str, count: int, examples: Sequence[str], *, good: bool = False) -> None:
    _line(label, str(count), good=good or not count)
    for example in examples[:_SHOWN]:
        click.echo(f"    {example}", err=True)
    if len(examples) > _SHOWN:
        click.echo(f"    and {len(examples) - _SHOWN} more; --json prints all", err=True)


def _line(label: str, value: str, *, good: bool) -> None:
    click.secho(f"  {label:<20} {value}", fg=None if good else "yellow", err=True)
