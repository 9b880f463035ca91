"""``footnoted calibrate``: measures books and shows how often answers will be wrong."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.cli.terminal import options

if TYPE_CHECKING:
    from footnoted.domain.book import Book, Marks
    from footnoted.evaluate.calibration.calibrate import ScoredQuestion
    from footnoted.settings import Settings
    from footnoted.wiring import Parts


_MEANINGS = {
    "kinship": "how similar the book's pages are",
    "strange": "how near questions about other subjects come",
    "related": "how near the book's own sentences come",
    "calibration_error": "how far scores are from the share of right answers; 0 is best",
}
"""The figures, in words."""


@click.command("calibrate")
@options.book
@options.html
@options.as_json
def command(book: str | None, html: Path | None, as_json: bool) -> None:
    """Measure the books again: how to read their scores, and how often an answer will be wrong."""
    from footnoted.settings import read_settings

    settings = read_settings()
    reports = []
    for measured, scored in asyncio.run(_measured(settings, book)):
        assert measured.marks is not None
        reports.append(_report(measured, measured.marks, scored, settings.max_wrong))
        if not as_json:
            _show(reports[-1])
        if html:
            html.write_text(_picture(measured, scored), "utf-8")
    if as_json:
        click.echo(json.dumps(reports, indent=2))


async def _measured(settings: Settings, name: str | None) -> list[tuple[Book, list[ScoredQuestion]]]:
    from footnoted.wiring import open_parts

    async with open_parts(settings, ingesting=True) as parts:
        names = [name] if name else [book.name for book in await parts.catalogue.books()]
        return [await _measure(parts, book) for book in names]


async def _measure(parts: Parts, name: str) -> tuple[Book, list[ScoredQuestion]]:
    from footnoted.books import store_of
    from footnoted.domain.scores.calibration import calibration
    from footnoted.evaluate.calibration.calibrate import own_questions, score_questions
    from footnoted.evaluate.calibration.marks import book_named, calibrate_book, labelled_questions

    store = store_of(parts, name)
    await calibrate_book(store, name, again=True)
    book = await book_named(parts.catalogue, name)
    questions = labelled_questions(book) or await own_questions(book, store)
    own = calibration(book.embedder, book.marks, language=book.language)
    return book, await score_questions(questions, book, store, own) if own else []


def _report(book: Book, marks: Marks, scored: Sequence[ScoredQuestion], max_wrong: float | None) -> dict[str, object]:
    from footnoted.domain.scores.calibration import calibration
    from footnoted.domain.scores.cut import USUAL_CUT
    from footnoted.domain.scores.risk import RISKS, Risk, cut_for
    from footnoted.evaluate.metrics import calibration_error

    own = calibration(book.embedder, marks, language=book.language)
    risks = [Risk(*row) for row in marks.risks] or list(RISKS)
    usual = USUAL_CUT if marks.cut is None else marks.cut
    chosen = cut_for(max_wrong, risks) if max_wrong else min(risks, key=lambda risk: abs(risk.cut - usual))
    truths = [trial.question.is_answerable for trial in scored]
    return {
        "book": book.name,
        "embedder": book.embedder,
        **{key: value for key, value in dataclasses.asdict(marks).items() if key != "risks"},
        "questions": len(scored),
        "from_golden": any(trial.question.is_golden for trial in scored),
        "calibration_error": calibration_error([own.score(trial.logit) for trial in scored], truths) if own else None,
        "max_wrong": max_wrong,
        "begins_at": (own.cut if own else usual) + (chosen.cut - usual if max_wrong else 0.0),
        "wrong": chosen.share,
        "wrong_at_most": chosen.bound,
        "held_out": chosen.answered,
        "held_out_from": "golden questions" if marks.risks else "public sets",
    }


def _show(report: dict[str, object]) -> None:
    for key, meaning in _MEANINGS.items():
        value = report[key]
        if isinstance(value, float):
            click.echo(f"{key.replace('_', ' '):<20} {value:.3f}  {meaning}")
    kind = "golden questions" if report["from_golden"] else "its own headings, and questions about other subjects"
    click.echo(f"{'questions':<20} {report['questions']} ({kind})")
    click.echo(
        f"{report['book']}: of the answers to held-out questions ({report['held_out_from']}, half of them about other "
        f"books), {report['wrong']:.1%} were wrong; with 95 % confidence at most {report['wrong_at_most']:.1%}."
    )


def _picture(book: Book, scored: Sequence[ScoredQuestion]) -> str:
    from footnoted.domain.question import Confidence, Policy, Verdict
    from footnoted.domain.scores.calibration import calibration
    from footnoted.evaluate.report import pictures
    from footnoted.evaluate.trial import Probe, Trial

    own = calibration(book.embedder, book.marks, language=book.language)
    rows = []
    for number, trial in enumerate(scored if own else ()):
        assert own is not None
        kind = "in the book" if trial.question.is_answerable else "not in the book"
        probe = Probe(str(number), trial.question.text, kind, trial.question.is_answerable)
        score = own.score(trial.logit)
        seen = Confidence(score, score, score, 1, 0.0, (score,))
        declined = Policy().judge(seen) is Verdict.DECLINE
        rows.append(Trial(probe, (), score, seen, declined, False, 0.0))
    return f"<!doctype html><meta charset=utf-8><title>{book.name}: calibration</title>{pictures(rows)}"
