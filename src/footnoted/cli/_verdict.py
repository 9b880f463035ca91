"""The verdict on a book as a short table. Knows terminals, not how it was reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from footnoted.domain.language import language

if TYPE_CHECKING:
    from footnoted.ingest.verdict import Verdict

_SHOWN = 3
"""Examples of each kind; --json prints all."""


def show_verdict(verdict: Verdict) -> None:
    """One line for each thing an author should know; what needs a look is yellow and has examples."""
    _line("generator", f"{verdict.generator}: {verdict.recognised_by}", good=True)
    _line("language", _language(verdict), good=verdict.language_is_measured)
    _line("links", verdict.links, good=verdict.links_are_trusted)
    _rows("settings assumed", [f"{name}, taken as {value}" for name, value in verdict.assumed])
    _rows("files not read", [f"{name}: {reason}" for name, reason in verdict.unread])
    _rows("files not published", verdict.unpublished, good=True)
    _rows("template marks left", [f"{link}: {mark}" for link, mark in verdict.template_marks])
    _rows("headings lost", [f"{source}: {heading}" for source, heading in verdict.headings_lost])


def _language(verdict: Verdict) -> str:
    if not verdict.language:
        return "not known"
    name = language(verdict.language).name
    return name if verdict.language_is_measured else f"{name}: not measured in this language, answers come with a hedge"


def _rows(label: str, examples: Sequence[str], *, good: bool = False) -> None:
    _line(label, str(len(examples)), good=good or not examples)
    for example in examples[:_SHOWN]:
        click.echo(f"    {example}", err=True)
    if len(examples) > _SHOWN:
        click.echo(f"    and {len(examples) - _SHOWN} more; --json prints all", err=True)


def _line(label: str, value: str, *, good: bool) -> None:
    click.secho(f"  {label:<20} {value}", fg=None if good else "yellow", err=True)
