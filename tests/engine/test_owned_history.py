"""Sessions by owner: what one key said is not there for another."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

from footnoted.domain.question import Turn
from footnoted.engine.ask import final
from footnoted.engine.owned_history import OwnedHistory
from tests.engine.test_ask import Scripted, engine_with, question
from tests.fakes.history import FakeHistory


def turn() -> Turn:
    return Turn("Is it warm?", "Yes.", datetime.now(UTC))


async def test_the_same_id_is_another_session_for_another_owner() -> None:
    shared, session = FakeHistory(), uuid4()
    ours, theirs = OwnedHistory(shared, "us"), OwnedHistory(shared, "them")
    await ours.remember(session, turn())
    assert len(await ours.turns(session, 10)) == 1
    assert await theirs.session(session) is None
    assert await theirs.turns(session, 10) == []
    assert not await theirs.forget(session)
    assert await ours.forget(session)


async def test_the_owner_sees_the_id_that_it_chose_and_the_store_another() -> None:
    shared, session = FakeHistory(), uuid4()
    ours = OwnedHistory(shared, "us")
    await ours.remember(session, turn())
    known = await ours.session(session)
    assert known is not None
    assert known.id == session
    assert await shared.session(session) is None


async def test_the_engine_remembers_for_the_owner_of_the_question() -> None:
    writer, session = Scripted("Up to 2,000 [1]."), uuid4()
    engine = await engine_with(writer)
    for owner, known in (("us", 0), ("them", 0), ("us", 1), ("", 0)):
        await final(engine.ask(question(session=session, owner=owner)))
        assert len(writer.briefs[-1].earlier) == known
    assert len(await engine.history_of("us").turns(session, 10)) == 2
    assert len(await engine.history_of("").turns(session, 10)) == 1
