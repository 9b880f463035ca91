"""What an author reads of what was asked, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Turn
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import sessions
from footnoted.providers.sql.sessions.history import SqlHistory
from footnoted.providers.sql.sessions.question_log import SqlQuestionLog

NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)
SOURCES = tuple(
    Source(Passage(str(number), "b", "", f"/{number}", "", "T", (), 0, 0, "text"), 0.9, 0.8) for number in range(3)
)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
async def database(request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    opened = await Database.open(request.getfixturevalue(f"{request.param}_url"))
    yield opened
    await opened.close()


async def test_questions_come_oldest_first_with_what_became_of_them(database: Database) -> None:
    history, log, request = SqlHistory(database, lambda: NOW), SqlQuestionLog(database), uuid4()
    known = {
        "request_id": str(request),
        "outcome": "answered",
        "seconds": 0.25,
        "usage": {"cost": 0.01},
        "citations": [{"source": 3}, {"source": 1}, {"source": 3}, {"source": 9}],
    }
    session = uuid4()
    await history.remember(session, Turn("new", "a", NOW, SOURCES, known))
    await history.remember(session, Turn("old", "b", NOW - timedelta(days=3), (), {"outcome": "declined"}))
    await history.rate(request, False, "why")
    await history.rate(uuid4(), True, "of a request that nobody made")
    old, new = await log.asked(NOW - timedelta(days=5))
    assert (old.question, old.outcome, old.helpful, old.sources) == ("old", "declined", None, ())
    assert (new.question, new.seconds, new.cost, new.helpful, new.comment) == ("new", 0.25, 0.01, False, "why")
    assert [source.passage.route for source in new.sources] == ["/0", "/2"]
    assert [row.question for row in await log.asked(NOW - timedelta(days=1))] == ["new"]


async def test_a_greeting_is_no_question(database: Database) -> None:
    history, session = SqlHistory(database, lambda: NOW), uuid4()
    for text, outcome, verdict in (("hi", "unclear", "answer"), ("and that?", "unclear", "decline")):
        await history.remember(session, Turn(text, "", NOW, (), {"outcome": outcome, "verdict": verdict}))
    await history.remember(session, Turn("from an older version", "", NOW, (), {"outcome": "unclear"}))
    found = await SqlQuestionLog(database).asked(NOW - timedelta(days=1))
    assert [row.question for row in found] == ["and that?", "from an older version"]


async def test_words_can_be_forgotten_and_figures_kept(database: Database) -> None:
    history, request = SqlHistory(database, lambda: NOW), uuid4()
    known = {"request_id": str(request), "outcome": "answered", "seconds": 0.25}
    session = uuid4()
    await history.remember(session, Turn("old", "a", NOW - timedelta(hours=3), (), known))
    await history.remember(session, Turn("new", "b", NOW, (), {"outcome": "declined"}))
    await history.rate(request, False, "why")
    log = SqlQuestionLog(database, has_texts=False)
    assert {(row.question, row.comment) for row in await log.asked(NOW - timedelta(days=1))} == {("", "")}
    assert await log.forget_texts(NOW - timedelta(hours=1)) == 1
    assert await log.forget_texts(NOW - timedelta(hours=1)) == 0
    assert [turn.question for turn in await history.turns(session, 10)] == ["", "new"]
    old, new = await SqlQuestionLog(database).asked(NOW - timedelta(days=1))
    assert (old.question, old.outcome, old.seconds, old.helpful) == ("", "answered", 0.25, False)
    assert new.question == "new"


async def test_what_is_old_is_forgotten_with_its_session(database: Database) -> None:
    history, log = SqlHistory(database), SqlQuestionLog(database)
    gone, kept = uuid4(), uuid4()
    await history.remember(gone, Turn("old", "a", NOW - timedelta(days=40)))
    await history.remember(kept, Turn("old too", "b", NOW - timedelta(days=40)))
    await history.remember(kept, Turn("new", "c", NOW))
    assert await log.forget_before(NOW - timedelta(days=30)) == 2
    assert await history.session(gone) is None
    assert [turn.question for turn in await history.turns(kept, 10)] == ["new"]
    assert await log.forget_before(NOW - timedelta(days=30)) == 0


async def test_a_follow_up_on_its_way_is_stored_though_the_turns_before_it_are_too_old(database: Database) -> None:
    """However many workers look for old questions meanwhile. What a reader deletes stays deleted all the same."""
    moment = [NOW]
    history, log = SqlHistory(database), SqlQuestionLog(database, clock=lambda: moment[0])
    session, deleted, unused = uuid4(), uuid4(), uuid4()
    for each in (session, deleted, unused):
        await history.remember(each, Turn("old", "a", NOW - timedelta(days=40)))
    for minutes in (0, 0, 1, 2):
        moment[0] = NOW + timedelta(minutes=minutes)
        await log.forget_before(NOW - timedelta(days=30))
    assert await history.session(session) is None
    assert await history.forget(deleted)
    for each in (session, deleted):
        await history.remember(each, Turn("new", "b", moment[0]), continues=True)
    moment[0] = NOW + timedelta(hours=2)
    for _ in range(2):
        await log.forget_before(NOW - timedelta(days=30))
    assert [turn.question for turn in await history.turns(session, 10)] == ["new"]
    assert await history.turns(deleted, 10) == []
    kept = await database.read(lambda connection: connection.execute(sa.select(sessions.c.session_id)).scalars().all())
    assert kept == [session], "the one that nobody came back to is gone"


async def test_a_session_that_was_empty_for_a_while_is_like_any_other(database: Database) -> None:
    history, moment = SqlHistory(database), [NOW]
    log, session = SqlQuestionLog(database, clock=lambda: moment[0]), uuid4()
    await history.remember(session, Turn("first", "a", NOW - timedelta(days=40)))
    await log.forget_before(NOW - timedelta(days=30))
    await history.remember(session, Turn("second", "b", NOW - timedelta(days=29)), continues=True)
    moment[0] = NOW + timedelta(days=2)
    await log.forget_before(NOW - timedelta(days=28))
    await history.remember(session, Turn("third", "c", NOW), continues=True)
    assert [turn.question for turn in await history.turns(session, 10)] == ["third"]
