"""Simulated months of questions with planted gaps: the report finds them all and tells them apart."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from footnoted.report.as_markdown import as_markdown
from footnoted.report.as_page import as_page
from footnoted.report.compile import Report
from footnoted.report.gaps import Kind
from footnoted.settings import Settings
from tests.report.months import GARDEN, SKY, Month, Ways, report_of

MONTHS = {"sky": SKY, "garden": GARDEN}


@pytest.fixture(scope="module")
def reports(library: Settings, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Report]:
    made: dict[str, Report] = {}
    for name, month in MONTHS.items():
        folder = shutil.copytree(library.data_dir, tmp_path_factory.mktemp(name), dirs_exist_ok=True)
        made[name] = asyncio.run(report_of(month, folder))
    return made


@pytest.fixture
def report(reports: dict[str, Report]) -> Report:
    return reports["sky"]


def listed(report: Report, kind: Kind) -> set[str]:
    return {question for gap in report.of(kind) for question in gap.questions}


def planted(kind: str) -> list[tuple[str, Ways]]:
    return [(name, ways) for name, month in MONTHS.items() for ways in getattr(month, kind)]


@pytest.mark.parametrize(("book", "ways"), planted("missing"), ids=lambda it: it if isinstance(it, str) else it[0])
def test_what_the_book_lacks_is_said_to_be_missing(reports: dict[str, Report], book: str, ways: Ways) -> None:
    assert listed(reports[book], Kind.MISSING) >= set(ways)
    assert not listed(reports[book], Kind.MISSED) & set(ways)


@pytest.mark.parametrize(("book", "ways"), planted("missed"), ids=lambda it: it if isinstance(it, str) else it[0])
def test_what_the_book_says_is_said_to_be_missed(reports: dict[str, Report], book: str, ways: Ways) -> None:
    assert listed(reports[book], Kind.MISSED) >= set(ways)
    assert not listed(reports[book], Kind.MISSING) & set(ways)


@pytest.mark.parametrize("month", MONTHS.values(), ids=MONTHS)
def test_ways_of_asking_the_same_stand_together(reports: dict[str, Report], month: Month) -> None:
    report = reports["sky" if month is SKY else "garden"]
    groups = [set(gap.questions) for gap in report.gaps]
    every = [*month.missing, *month.missed]
    assert all(len([ways for ways in every if set(ways) & group]) <= 1 for group in groups)
    assert sum(any(set(ways) <= group for group in groups) for ways in every) >= 8


@pytest.mark.parametrize("book", MONTHS)
def test_no_answerable_question_is_said_to_be_missing(reports: dict[str, Report], book: str) -> None:
    month = MONTHS[book]
    answerable = {*month.answerable, *month.shown_with_answer}
    assert answerable & listed(reports[book], Kind.MISSING) == set()


def test_a_place_that_answers_is_no_gap_and_one_that_does_not_is(reports: dict[str, Report]) -> None:
    gaps = listed(reports["garden"], Kind.MISSING) | listed(reports["garden"], Kind.MISSED)
    assert set(GARDEN.shown_with_answer) & gaps == set()
    assert listed(reports["garden"], Kind.MISSING) >= set(GARDEN.shown_without)


def test_a_question_that_nobody_can_understand_says_nothing_of_the_book(reports: dict[str, Report]) -> None:
    assert not set(GARDEN.unclear) & {question for gap in reports["garden"].gaps for question in gap.questions}


def test_only_what_was_answered_counts_as_answered(reports: dict[str, Report]) -> None:
    for report in reports.values():
        counted = report.figures
        assert sum(day.answered for day in counted.days) == counted.outcomes["answered"]
        assert sum(day.shown for day in counted.days) == counted.outcomes.get("shown", 0)
        assert sum(day.answered + day.shown + day.unanswered for day in counted.days) == counted.questions


def test_the_figures_are_of_the_month(report: Report) -> None:
    counted = report.figures
    assert (counted.helpful, counted.unhelpful) == (0, 1)
    assert [row.comment for row in report.unhelpful] == ["It <b>missed</b> the point"]
    assert "long ago" not in {row.question for row in report.newest}
    assert report.unvisited


def test_it_reads_well_as_markdown_and_as_a_page(report: Report) -> None:
    text = as_markdown(report)
    assert "## Missing from the book" in text
    assert "- [ ] **How do I descale an espresso machine?**" in text.replace("\\", "")
    page = as_page(report)
    assert "It &lt;b&gt;missed&lt;/b&gt; the point" in page
    assert "<b>" not in page
