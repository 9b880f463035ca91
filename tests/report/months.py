"""Two months of questions, each to a book of its own, with what the book lacks and what it says planted among them.

`LONG=1` asks the sample book all its golden questions; a normal run asks it a third.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

from footnoted import books
from footnoted.domain.question import Question, Turn
from footnoted.engine.ask import final
from footnoted.ingest.discover import discover
from footnoted.providers.sql.sessions.history import SqlHistory
from footnoted.report.compile import Report, ReportSources, compile_report
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

SAMPLE = Path(__file__).parents[2] / "examples" / "backyard-observatory"
NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)

Ways = Sequence[str]
"""Ways of asking the same."""


@dataclass(frozen=True)
class Month:
    """What was asked of a book."""

    source: Path
    missing: Sequence[Ways]
    """Nothing in the book answers these."""
    missed: Sequence[Ways]
    """The book answers these, and readers were told that it does not."""
    answerable: Sequence[str]
    """Asked in earnest, whatever comes of it."""
    shown_with_answer: Sequence[str] = ()
    """The place that was shown answers these."""
    shown_without: Sequence[str] = ()
    """A place was shown that does not answer these, and no other does."""
    unclear: Sequence[str] = ()


def _golden() -> list[str]:
    cases = [json.loads(line) for line in (SAMPLE / "golden.jsonl").read_text("utf-8").splitlines()]
    questions = [case["question"] for case in cases if case["kind"] == "answerable"]
    return questions if "LONG" in os.environ else questions[::3]


SKY = Month(
    SAMPLE,
    missing=[
        [
            "How do I build a radio telescope?",
            "Instructions for making a radio telescope",
            "Can I make my own radio telescope?",
        ],
        ["Which telescope can I rent by the hour online?", "Can I rent a remote telescope over the internet?"],
        ["What is the tax on importing a telescope?", "Do I pay customs duty when I import a telescope?"],
        ["Is there a children's astronomy camp?", "Where are astronomy camps for children?"],
        ["How do I descale an espresso machine?", "descaling an espresso machine"],
    ],
    missed=[
        ["How long until my eyes get used to the dark?", "How many minutes do eyes need to adapt to darkness?"],
        ["How many arcseconds are there in a radian?", "arcseconds in one radian"],
        ["How much eye relief do I need with spectacles?", "Eye relief for people who wear glasses"],
        ["What is the exit pupil of an eyepiece?", "How do I work out the exit pupil?"],
        ["When does astronomical twilight end?", "At what Sun angle does astronomical twilight end?"],
    ],
    answerable=_golden(),
)

GARDEN = Month(
    Path(__file__).parent / "allotment",
    missing=[
        ["May I keep bees on my plot?", "beehives on an allotment, allowed?", "how many hives can i put on the plot"],
        ["What does it cost to lease an allotment?", "yearly fee for renting a plot"],
        ["How do I grow mushrooms?", "growing oyster mushrooms on straw"],
        ["How do I replace a broken pane in the greenhouse?", "greenhouse glass is broken, how to put in a new pane"],
        ["Which lawnmower should I buy?", "best mower for a small lawn"],
    ],
    missed=[
        ["Are green potatoes poisonous?", "is it safe to eat potatoes that have turned green"],
        ["What time of day should I water?", "water plants in the morning or at noon?"],
        ["How hot must a compost heap get to kill weed seeds?", "compost temperature for weed seeds"],
        ["How do I keep slugs away from my pots?", "getting rid of slugs and snails"],
        ["Why do my tomatoes have a black patch at the bottom?", "tomato fruit black and sunken underneath"],
    ],
    answerable=[
        "How deep should I dig a new bed?",
        "What pH do vegetables like?",
        "How long does compost take in winter?",
        "How many litres of water per square metre?",
        "how far apart do tomatoes stand",
        "When are maincrop potatoes ready?",
        "storing carrots over winter",
        "How long do onions keep?",
        "What do I do about aphids?",
        "When is the last frost?",
        "can bush tomatoes keep their side shoots?",
        "What is green manure?",
    ],
    shown_with_answer=["Should meat go on the heap?", "how do I know that compost is ripe", "rain barrel needs a lid?"],
    shown_without=["Who invented the watering can?", "Is there a train to the allotments?"],
    unclear=["And what about the other one?"],
)


async def report_of(month: Month, folder: Path) -> Report:
    """Index the book, ask it for a month, and make the report; of books in the folder only vectors are used again."""
    settings = Settings(_env_file=None, data_dir=folder)
    async with open_parts(settings, ingesting=True) as parts:
        for known in await parts.catalogue.books():
            await books.remove(parts, settings, known.name)
        await books.index(parts, discover(str(month.source)), "book", None, lambda _: None)
    async with open_parts(settings) as parts:
        await _ask(month, parts)
        assert parts.log is not None
        return await compile_report(ReportSources(parts.engine, parts.embedder, parts.catalogue, parts.log), 30, NOW)


async def _ask(month: Month, parts: Parts) -> None:
    shared = parts.engine.history
    assert isinstance(shared, SqlHistory)
    history = SqlHistory(shared._database, lambda: NOW)
    session = uuid4()
    asked = 0

    async def remember(text: str, outcome: str, day: int, request: UUID | None = None) -> None:
        nonlocal asked
        asked += 1
        at = NOW - timedelta(days=day, seconds=asked)
        metadata = {"request_id": str(request or uuid4()), "outcome": outcome, "seconds": 0.1 * (asked % 7)}
        await history.remember(session, Turn(text, "", at, (), metadata))

    for number, text in enumerate(month.answerable):
        answer = await final(parts.engine.ask(Question(text, uuid4(), earlier=())))
        citations = [{"source": citation.source} for citation in answer.citations]
        at = NOW - timedelta(days=number % 29, hours=1)
        known = {"request_id": str(uuid4()), "outcome": answer.outcome.value, "seconds": 0.2, "citations": citations}
        await history.remember(session, Turn(text, answer.text, at, answer.sources, known))
    for number, ways in enumerate([*month.missing, *month.missed]):
        for way, text in enumerate(ways):
            for time in range(2 + (way == 0)):
                await remember(text, "declined", (number * 3 + way + time) % 29)
    for number, text in enumerate([*month.shown_with_answer, *month.shown_without]):
        await remember(text, "shown", number)
    for text in month.unclear:
        await remember(text, "unclear", 2)
    rated = uuid4()
    await remember("Which mount is best?", "answered", 1, rated)
    await history.rate(rated, False, "It <b>missed</b> the point")
    await history.rate(uuid4(), True, "about nothing that was asked here")
    await remember("long ago", "declined", 200)
