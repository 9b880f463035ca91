"""A month of questions to the sample book, with planted gaps: the report finds them and tells them apart."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from footnoted import books
from footnoted.domain.question import Question, Turn
from footnoted.engine.ask import final
from footnoted.ingest.discover import discover
from footnoted.providers.sql.history import SqlHistory
from footnoted.report.as_markdown import as_markdown
from footnoted.report.as_page import as_page
from footnoted.report.compile import Desk, Report, compile_report
from footnoted.report.gaps import Kind
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

SAMPLE = Path(__file__).parents[2] / "examples" / "backyard-observatory"
NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)

MISSING = [
    [
        "How do I build a radio telescope?",
        "Instructions for making a radio telescope",
        "Can I make my own radio telescope?",
    ],
    ["Which telescope can I rent by the hour online?", "Can I rent a remote telescope over the internet?"],
    ["What is the tax on importing a telescope?", "Do I pay customs duty when I import a telescope?"],
    ["Is there a children's astronomy camp?", "Where are astronomy camps for children?"],
    ["How do I descale an espresso machine?", "descaling an espresso machine"],
]
MISSED = [
    ["How long until my eyes get used to the dark?", "How many minutes do eyes need to adapt to darkness?"],
    ["How many arcseconds are there in a radian?", "arcseconds in one radian"],
    ["How much eye relief do I need with spectacles?", "Eye relief for people who wear glasses"],
    ["What is the exit pupil of an eyepiece?", "How do I work out the exit pupil?"],
    [
        "When does astronomical twilight end?",
        "At what Sun angle does astronomical twilight end?",
    ],
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    settings = Settings(_env_file=None, data_dir=tmp_path_factory.mktemp("month"))

    async def made() -> Report:
        async with open_parts(settings, ingesting=True) as parts:
            await books.index(parts, discover(str(SAMPLE)), "sky", None, lambda _: None)
        async with open_parts(settings) as parts:
            await ask_for_a_month(parts)
            assert parts.log is not None
            return await compile_report(Desk(parts.engine, parts.embedder, parts.catalogue, parts.log), 30, NOW)

    return asyncio.run(made())


async def ask_for_a_month(parts: Parts) -> None:
    shared = parts.engine.history
    assert isinstance(shared, SqlHistory)
    history = SqlHistory(shared._database, lambda: NOW)
    golden = [json.loads(line) for line in (SAMPLE / "golden.jsonl").read_text("utf-8").splitlines()]
    session = uuid4()
    asked = 0

    async def remember(text: str, outcome: str, day: int, request: UUID | None = None, **known: object) -> None:
        nonlocal asked
        asked += 1
        at = NOW - timedelta(days=day, seconds=asked)
        metadata = {"request_id": str(request or uuid4()), "outcome": outcome, "seconds": 0.1 * (asked % 7), **known}
        await history.remember(session, Turn(text, "", at, (), metadata))

    for number, case in enumerate(golden):
        if case["kind"] != "answerable":
            continue
        answer = await final(parts.engine.ask(Question(case["question"], uuid4(), earlier=())))
        citations = [{"source": citation.source} for citation in answer.citations]
        at = NOW - timedelta(days=number % 29, hours=1)
        known = {"request_id": str(uuid4()), "outcome": answer.outcome.value, "seconds": 0.2, "citations": citations}
        await history.remember(session, Turn(case["question"], answer.text, at, answer.sources, known))
    for number, ways in enumerate([*MISSING, *MISSED]):
        for way, text in enumerate(ways):
            for time in range(2 + (way == 0)):
                await remember(text, "declined", (number * 3 + way + time) % 29)
    rated = uuid4()
    await remember("Which mount is best?", "answered", 1, rated)
    await history.rate(rated, False, "It <b>missed</b> the point")
    await history.rate(uuid4(), True, "about nothing that was asked here")
    await remember("long ago", "declined", 200)


def _group(report: Report, kind: Kind, ways: list[str]) -> set[str]:
    """The questions of ``ways`` that the report has under this kind."""
    listed = {question for gap in report.of(kind) for question in gap.questions}
    return listed & set(ways)


@pytest.mark.parametrize("ways", MISSING, ids=lambda ways: ways[0])
def test_what_the_book_lacks_is_said_to_be_missing(report: Report, ways: list[str]) -> None:
    assert _group(report, Kind.MISSING, ways) == set(ways)
    assert _group(report, Kind.MISSED, ways) == set()


@pytest.mark.parametrize("ways", MISSED, ids=lambda ways: ways[0])
def test_what_the_book_says_is_said_to_be_missed(report: Report, ways: list[str]) -> None:
    assert _group(report, Kind.MISSED, ways) == set(ways)
    assert _group(report, Kind.MISSING, ways) == set()


def test_ways_of_asking_the_same_stand_together(report: Report) -> None:
    groups = [set(gap.questions) for gap in report.gaps]
    together = sum(any(set(ways) <= group for group in groups) for ways in [*MISSING, *MISSED])
    apart = all(len([ways for ways in [*MISSING, *MISSED] if set(ways) & group]) <= 1 for group in groups)
    assert apart
    assert together >= 8


def test_no_answerable_question_is_said_to_be_missing(report: Report) -> None:
    golden = [json.loads(line) for line in (SAMPLE / "golden.jsonl").read_text("utf-8").splitlines()]
    answerable = {case["question"] for case in golden if case["kind"] == "answerable"}
    assert answerable & {question for gap in report.of(Kind.MISSING) for question in gap.questions} == set()


def test_the_figures_are_of_the_month(report: Report) -> None:
    counted = report.figures
    assert sum(day.answered + day.unanswered for day in counted.days) == counted.questions
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
