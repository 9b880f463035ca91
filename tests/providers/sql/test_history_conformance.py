"""What every history promises, asked of the fake, SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID, uuid4

import pytest
import sqlalchemy as sa

from footnoted.domain.book import Passage, Source, passage_id
from footnoted.domain.ports import History
from footnoted.domain.question import Turn
from footnoted.engine.owned_history import OwnedHistory
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import ratings
from footnoted.providers.sql.sessions.history import SqlHistory
from tests.fakes.history import FakeHistory

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
PASSAGE = Passage(
    id=passage_id("astronomy", "/docs/optics", 3),
    book="astronomy",
    site="https://book.example",
    route="/docs/optics",
    anchor="exit-pupil",
    title="Optics",
    headings=("Eyepieces", "Exit pupil"),
    position=3,
    order=7,
    text="The exit pupil is the disc of light — Ø 5 mm — behind the eyepiece. 🔭",
    fragment="the%20disc%20of%20light",
)
SOURCES = (Source(PASSAGE, 0.91, 0.4375), Source(replace(PASSAGE, headings=(), anchor="", fragment=""), 0.3, 0.1))


def turn(number: int = 0) -> Turn:
    return Turn(f"question {number}", f"answer {number}", NOON + timedelta(minutes=number))


@pytest.fixture(params=["fake", "owned", "sqlite", pytest.param("postgres", marks=pytest.mark.real)])
async def history(request: pytest.FixtureRequest) -> AsyncIterator[History]:
    if request.param == "fake":
        yield FakeHistory()
        return
    if request.param == "owned":
        yield OwnedHistory(FakeHistory(), "somebody")
        return
    database = await Database.open(request.getfixturevalue(f"{request.param}_url"))
    yield SqlHistory(database)
    await database.close()


async def test_a_turn_continues_a_session_that_is_still_there_and_no_other(history: History) -> None:
    session = uuid4()
    await history.remember(session, turn(1))
    await history.remember(session, turn(2), continues=True)
    assert len(await history.turns(session, 10)) == 2
    assert await history.forget(session) is True
    await history.remember(session, turn(3), continues=True)
    assert await history.session(session) is None
    await history.remember(session, turn(4))
    assert [kept.question for kept in await history.turns(session, 10)] == ["question 4"]


async def test_a_session_never_used_is_unknown_and_empty(history: History) -> None:
    assert await history.session(uuid4()) is None
    assert await history.turns(uuid4(), 10) == []
    assert await history.forget(uuid4()) is False


async def test_a_turn_comes_back_as_it_was_with_its_sources(history: History) -> None:
    session = uuid4()
    whole = Turn(
        "Why «so» big? 中",
        "Because [1].",
        NOON,
        SOURCES,
        {"mode": "full", "confidence": {"average": 0.5}, "n": [1, None]},
    )
    await history.remember(session, whole)
    [back] = await history.turns(session, 10)
    assert back == whole
    assert [source.passage.url for source in back.sources] == [source.passage.url for source in SOURCES]
    assert [source.passage.section for source in back.sources] == ["Exit pupil", "Optics"]


async def test_the_newest_turns_come_oldest_first(history: History) -> None:
    session = uuid4()
    for number in range(5):
        await history.remember(session, turn(number))
    assert await history.turns(session, 3) == [turn(2), turn(3), turn(4)]
    assert await history.turns(session, 100) == [turn(number) for number in range(5)]
    assert await history.turns(session, 0) == []


async def test_a_session_knows_its_times_and_the_count_of_its_turns(history: History) -> None:
    session = uuid4()
    for number in (0, 9, 4):
        await history.remember(session, turn(number))
    found = await history.session(session)
    assert found is not None
    assert (found.id, found.turns) == (session, 3)
    assert (found.created_at, found.last_active) == (NOON, NOON + timedelta(minutes=9))


async def test_times_come_back_in_utc(history: History) -> None:
    session = uuid4()
    await history.remember(session, replace(turn(), asked_at=NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))))
    [back] = await history.turns(session, 1)
    assert back.asked_at == NOON
    assert back.asked_at.utcoffset() is not None


async def test_sessions_do_not_see_each_other(history: History) -> None:
    one, other = uuid4(), uuid4()
    await history.remember(one, turn(1))
    await history.remember(other, turn(2))
    assert await history.turns(one, 10) == [turn(1)]
    assert await history.turns(other, 10) == [turn(2)]


async def test_forgetting_takes_the_turns_along_and_leaves_other_sessions(history: History) -> None:
    one, other = uuid4(), uuid4()
    await history.remember(one, turn())
    await history.remember(other, turn())
    assert await history.forget(one) is True
    assert await history.session(one) is None
    assert await history.turns(one, 10) == []
    assert await history.turns(other, 10) == [turn()]
    await history.remember(one, turn(1))
    assert await history.turns(one, 10) == [turn(1)]


async def test_of_a_source_the_first_500_characters_are_kept(history: History) -> None:
    session = uuid4()
    long = replace(PASSAGE, text="é" * 499 + "ab")
    await history.remember(session, replace(turn(), sources=(Source(long, 0.9, 0.4),)))
    [back] = await history.turns(session, 1)
    assert back.sources[0].passage.text == "é" * 499 + "a"


async def test_characters_that_cannot_be_stored_are_replaced_one_for_one(history: History) -> None:
    session = uuid4()
    dirty = "a\0b\ud800c"
    source = Source(replace(PASSAGE, text=dirty), 0.9, 0.4)
    await history.remember(session, Turn(dirty, dirty, NOON, (source,), {"note": dirty}))
    [back] = await history.turns(session, 1)
    clean = "a\ufffdb\ufffdc"
    assert (back.question, back.answer, back.metadata) == (clean, clean, {"note": clean})
    assert back.sources[0].passage.text == clean


async def test_long_questions_and_answers_are_kept_whole(history: History) -> None:
    session = uuid4()
    long = replace(turn(), question="q" * 32_000, answer="ä" * 200_000)
    await history.remember(session, long)
    assert await history.turns(session, 1) == [long]


async def test_many_turns_at_once_are_all_kept(history: History) -> None:
    session = uuid4()
    await asyncio.gather(*(history.remember(session, turn(number)) for number in range(40)))
    assert {back.question for back in await history.turns(session, 100)} == {f"question {n}" for n in range(40)}


async def kept_ratings(history: History) -> dict[UUID, tuple[bool, str]]:
    """Nothing in the port reads ratings: they are there for whoever looks after the book."""
    if isinstance(history, OwnedHistory):
        history = history.shared
    if isinstance(history, FakeHistory):
        return history.ratings
    assert isinstance(history, SqlHistory)
    rows = await history._database.read(lambda it: it.execute(sa.select(ratings)).all())
    return {row.request_id: (row.helpful, row.comment) for row in rows}


async def answered(history: History, *requests: UUID, at: datetime | None = None) -> None:
    for request in requests:
        moment = at or datetime.now(UTC)
        await history.remember(uuid4(), Turn("question", "answer", moment, (), {"request_id": str(request)}))


async def test_only_answers_take_opinions(history: History) -> None:
    session = uuid4()
    await answered(history, session)
    assert not await history.rate(uuid4(), True, "of nothing")
    assert not await history.rate(session, True, "of somebody else", "another mark")
    assert await kept_ratings(history) == {}
    assert await history.rate(session, True, "")


async def test_a_second_opinion_replaces_the_first(history: History) -> None:
    one, other = uuid4(), uuid4()
    await answered(history, one, other)
    await history.rate(one, True, "good\0")
    await history.rate(other, True, "")
    await history.rate(one, False, "wrong page")
    assert await kept_ratings(history) == {one: (False, "wrong page"), other: (True, "")}


async def test_it_answers(history: History) -> None:
    await history.ping()
