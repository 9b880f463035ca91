"""The author's side of the command line: where does the book begin to know. Measures books and keeps their marks."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from footnoted.domain.calibration import USUAL_CUT, calibration
from footnoted.domain.errors import BookUnknown
from footnoted.domain.risk import RISKS, Risk, cut_for
from footnoted.settings import read_settings
from footnoted.wiring import Parts, open_parts

if TYPE_CHECKING:
    from footnoted.domain.book import Book, Marks
    from footnoted.evaluate.calibrate import Labelled, Shelf, Weighed


def golden_beside(book: Book) -> Path | None:
    """The golden questions that an author keeps beside the book."""
    path = Path(book.source) / "golden.jsonl"
    return path if path.is_file() else None


async def calibrate_book(parts: Parts, name: str, *, again: bool = False) -> Marks:
    """Measure a book and keep its marks with it; costs nothing when it has not changed since."""
    from footnoted.evaluate.calibrate import measure

    book = await _book(parts, name)
    if book.marks and book.marks.revision == book.revision and not again:
        return book.marks
    marks = await measure(book, _shelf(parts), _labelled(book))
    await parts.catalogue.record(dataclasses.replace(book, marks=marks), (), ())
    return marks


def calibrate(name: str | None, *, as_json: bool, html: Path | None) -> None:
    """Measure the books and say what that means: marks, calibration error, and the risk of answering."""
    settings = read_settings()

    async def run() -> list[tuple[Book, list[Weighed]]]:
        async with open_parts(settings, ingesting=True) as parts:
            names = [name] if name else [book.name for book in await parts.catalogue.books()]
            return [await _examined(parts, each) for each in names]

    reports = []
    for book, weighed in asyncio.run(run()):
        assert book.marks is not None
        reports.append(_report(book, book.marks, weighed, settings.max_wrong))
        if not as_json:
            _show_calibration(reports[-1])
        if html:
            html.write_text(_picture(book, weighed), "utf-8")
    if as_json:
        click.echo(json.dumps(reports, indent=2))


async def _examined(parts: Parts, name: str) -> tuple[Book, list[Weighed]]:
    from footnoted.evaluate.calibrate import own_questions, weigh

    await calibrate_book(parts, name, again=True)
    book = await _book(parts, name)
    shelf = _shelf(parts)
    questions = _labelled(book) or await own_questions(book, shelf)
    own = calibration(book.embedder, book.marks)
    return book, await weigh(questions, book, shelf, own) if own else []


def _report(book: Book, marks: Marks, weighed: Sequence[Weighed], max_wrong: float | None) -> dict[str, object]:
    from footnoted.evaluate.metrics import calibration_error

    own = calibration(book.embedder, marks)
    risks = [Risk(*row) for row in marks.risks] or list(RISKS)
    usual = USUAL_CUT if marks.cut is None else marks.cut
    chosen = cut_for(max_wrong, risks) if max_wrong else min(risks, key=lambda risk: abs(risk.cut - usual))
    truths = [one.question.is_answerable for one in weighed]
    return {
        "book": book.name,
        "embedder": book.embedder,
        **{key: value for key, value in dataclasses.asdict(marks).items() if key != "risks"},
        "questions": len(weighed),
        "from_golden": any(one.question.is_golden for one in weighed),
        "calibration_error": calibration_error([own.score(one.logit) for one in weighed], truths) if own else None,
        "max_wrong": max_wrong,
        "begins_at": chosen.cut if max_wrong else usual,
        "wrong": chosen.share,
        "wrong_at_most": chosen.bound,
        "held_out": chosen.answered,
        "held_out_from": "golden questions" if marks.risks else "public sets",
    }


def _show_calibration(report: dict[str, object]) -> None:
    for key in ("kinship", "strange", "related", "calibration_error"):
        value = report[key]
        if isinstance(value, float):
            click.echo(f"{key.replace('_', ' '):<20} {value:.3f}")
    kind = "golden questions" if report["from_golden"] else "its own headings, and questions about other subjects"
    click.echo(f"{'questions':<20} {report['questions']} ({kind})")
    click.echo(
        f"{report['book']}: of the answers to held-out questions ({report['held_out_from']}, half of them foreign), "
        f"{report['wrong']:.1%} were wrong; with 95 % confidence at most {report['wrong_at_most']:.1%}."
    )


def _picture(book: Book, weighed: Sequence[Weighed]) -> str:
    from footnoted.evaluate.report import pictures
    from footnoted.evaluate.trial import Probe, Tried

    own = calibration(book.embedder, book.marks)
    rows = []
    for number, one in enumerate(weighed if own else ()):
        assert own is not None
        kind = "in the book" if one.question.is_answerable else "not in the book"
        probe = Probe(str(number), one.question.text, kind, one.question.is_answerable)
        score = own.score(one.logit)
        rows.append(Tried(probe, (), score, (score,), score < 0.3, False, 0.0))
    return f"<!doctype html><meta charset=utf-8><title>{book.name}: calibration</title>{pictures(rows)}"


def _labelled(book: Book) -> list[Labelled]:
    from footnoted.evaluate.calibrate import Labelled
    from footnoted.evaluate.cases import Kind, read_cases

    path = golden_beside(book)
    alone = (Kind.ANSWERABLE, Kind.NOT_IN_BOOK)
    cases = [case for case in read_cases(path) if case.kind in alone] if path else []
    return [Labelled(case.question, case.is_answerable, is_golden=True) for case in cases]


def _shelf(parts: Parts) -> Shelf:
    from footnoted.evaluate.calibrate import Shelf

    return Shelf(parts.embedder, parts.index, parts.catalogue, parts.vectors)


async def _book(parts: Parts, name: str) -> Book:
    for book in await parts.catalogue.books():
        if book.name == name:
            return book
    raise BookUnknown(f"There is no book '{name}'. List them: footnoted books")
