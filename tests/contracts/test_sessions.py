"""One session store, five policies: how long a memory each contract has, and when a session ends or rests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from footnoted.contracts import CONTRACTS
from footnoted.domain.errors import IndexDown
from footnoted.domain.question import Session, Turn
from tests.client import client_of
from tests.contracts.asking import ASKING, STATELESS, body
from tests.contracts.wire import REQUEST_ID
from tests.engine.test_ask import Scripted, engine_with
from tests.fakes.history import FakeHistory

QUESTION = "How many eggs does a queen bee lay a day?"
WINDOWS = {
    "005-rag-agent-api": 10,
    "006-rag-ai-agent": 10,
    "007-rag-retrieval-agent": 5,
    "003-rag-agent": 0,
    "003-rag-agent-api": 25,
}


class AgedHistory(FakeHistory):
    """Its sessions were last active a while ago."""

    def __init__(self, idle: timedelta) -> None:
        super().__init__()
        self.idle = idle

    async def session(self, session: UUID) -> Session | None:
        at = datetime.now(UTC) - self.idle
        return Session(session, at, at, len(self.stored[session])) if session in self.stored else None


async def asked(contract: str, writer: Scripted, history: FakeHistory, session: UUID, text: str = QUESTION) -> Any:
    engine = await engine_with(writer)
    engine.history = history
    given = body(contract, text) | ({} if contract in STATELESS else {"session_id": str(session)})
    async with client_of(CONTRACTS[contract], {"engine": engine, "request_id": REQUEST_ID}) as client:
        return await client.post(ASKING[contract][0], json=given)


@pytest.mark.parametrize("contract", WINDOWS)
async def test_how_many_turns_shape_an_answer(contract: str) -> None:
    writer, history, session = Scripted("Up to 2,000 [1]."), FakeHistory(), uuid4()
    at = datetime.now(UTC)
    for number in range(40):
        await history.remember(session, Turn(f"Question {number}?", "Answer.", at))
    reply = await asked(contract, writer, history, session)
    assert reply.status_code == 200
    earlier = [brief.earlier for brief in writer.briefs]
    assert [len(turns) for turns in earlier] == [WINDOWS[contract]]
    assert [turn.question for turn in earlier[0]][-1:] == ["Question 39?"][: WINDOWS[contract]]


async def test_an_expired_session_gives_a_new_one_and_keeps_the_old() -> None:
    history, session = AgedHistory(timedelta(minutes=31)), uuid4()
    await history.remember(session, Turn("Earlier?", "Yes.", datetime.now(UTC)))
    reply = await asked("006-rag-ai-agent", Scripted("Up to 2,000 [1]."), history, session)
    fresh = UUID(reply.json()["session_id"])
    assert fresh != session
    assert [len(history.stored[thread]) for thread in (session, fresh)] == [1, 1]
    history.idle = timedelta(minutes=29)
    reply = await asked("006-rag-ai-agent", Scripted("Up to 2,000 [1]."), history, session)
    assert reply.json()["session_id"] == str(session)


@pytest.mark.parametrize("contract", [name for name in CONTRACTS if name not in STATELESS])
async def test_a_failed_turn_is_not_stored(contract: str) -> None:
    history, session = FakeHistory(), uuid4()
    await asked(contract, Scripted("Up to", error=IndexDown("gone")), history, session)
    assert history.stored.get(session, []) == []


@pytest.mark.parametrize("contract", [name for name in CONTRACTS if name not in STATELESS])
async def test_an_id_never_seen_is_adopted(contract: str) -> None:
    history, session = FakeHistory(), uuid4()
    reply = await asked(contract, Scripted("Up to 2,000 [1]."), history, session)
    assert reply.json()["session_id"] == str(session)
    assert len(history.stored[session]) == 1


async def test_a_thread_shows_its_newest_fifty_messages_and_rests_after_an_hour() -> None:
    history, session = AgedHistory(timedelta(minutes=61)), uuid4()
    for number in range(30):
        await history.remember(session, Turn(f"Question {number}?", "Answer [1].", datetime.now(UTC)))
    engine = await engine_with()
    engine.history = history
    async with client_of(CONTRACTS["003-rag-agent-api"], {"engine": engine, "request_id": REQUEST_ID}) as client:
        thread = (await client.get(f"/session/{session}/history")).json()
        assert [len(thread["messages"]), thread["messages"][0]["content"]] == [50, "Question 5?"]
        assert {message["content"] for message in thread["messages"][1::2]} == {"Answer."}
        assert thread["metadata"] == {"status": "archived", "total_messages": 60, "archived_messages": 10}
        await client.post("/chat/run", json={"message": QUESTION, "session_id": str(session)})
        history.idle = timedelta()
        thread = (await client.get(f"/session/{session}/history")).json()
        assert thread["metadata"]["status"] == "active"
        assert thread["metadata"]["total_messages"] == 62
