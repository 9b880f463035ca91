"""A session id is a handle, not a credential: with keys, what one key said is not there for another."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.callers.caller import Keys
from tests.client import client_of
from tests.contracts.asking import ASKING, STATELESS, body
from tests.contracts.wire import REQUEST_ID
from tests.engine.test_ask import Scripted, engine_with
from tests.fakes.history import FakeHistory

REMEMBERING = [name for name in CONTRACTS if name not in STATELESS]
READING = {"005-rag-agent-api": "/history/{}", "003-rag-agent-api": "/session/{}/history"}
FORGETTING = {
    "005-rag-agent-api": "/sessions/{}",
    "006-rag-ai-agent": "/chat/sessions/{}",
    "003-rag-agent-api": "/session/{}",
}


def as_(key: str) -> dict[str, str]:
    return {"X-API-Key": key}


async def ask(client: httpx.AsyncClient, contract: str, session: UUID, key: str) -> httpx.Response:
    asked = body(contract, "How many eggs does a queen bee lay a day?") | {"session_id": str(session)}
    return await client.post(ASKING[contract][0], json=asked, headers=as_(key))


async def with_two_keys(writer: Scripted) -> dict[str, Any]:
    engine = await engine_with(writer)
    engine.history = FakeHistory()
    return {"engine": engine, "request_id": REQUEST_ID, "keys": Keys(["alpha", "beta"])}


async def is_not_there(client: httpx.AsyncClient, contract: str, session: UUID) -> None:
    """Whoever has the other key is told the same as of a session that nobody has; without a key, nothing."""
    unknown = uuid4()
    for paths, method in ((READING, "GET"), (FORGETTING, "DELETE")):
        if path := paths.get(contract):
            foreign = await client.request(method, path.format(session), headers=as_("beta"))
            missing = await client.request(method, path.format(unknown), headers=as_("beta"))
            assert (foreign.status_code, _timeless(foreign)) == (404, _timeless(missing))
            assert (await client.request(method, path.format(session))).status_code == 401


@pytest.mark.parametrize("contract", REMEMBERING)
async def test_a_strangers_session_is_not_there(contract: str) -> None:
    writer, session = Scripted("Up to 2,000 [1]."), uuid4()
    given = await with_two_keys(writer)
    async with client_of(CONTRACTS[contract], given) as client:
        assert (await ask(client, contract, session, "alpha")).status_code == 200
        await is_not_there(client, contract, session)

        assert (await ask(client, contract, session, "beta")).json()["session_id"] == str(session)
        assert len(writer.briefs[-1].earlier) == 0
        assert (await ask(client, contract, session, "alpha")).json()["session_id"] == str(session)
        assert len(writer.briefs[-1].earlier) == 1

        if path := FORGETTING.get(contract):
            assert (await client.delete(path.format(session), headers=as_("beta"))).is_success
            await ask(client, contract, session, "alpha")
            assert len(writer.briefs[-1].earlier) == 2


@pytest.mark.parametrize("begun", REMEMBERING)
async def test_a_session_is_no_strangers_at_another_contract_either(begun: str) -> None:
    writer, session = Scripted("Up to 2,000 [1]."), uuid4()
    given = await with_two_keys(writer)
    async with client_of(CONTRACTS[begun], given) as client:
        assert (await ask(client, begun, session, "alpha")).status_code == 200
    for contract in REMEMBERING:
        async with client_of(CONTRACTS[contract], given) as client:
            await is_not_there(client, contract, session)
    async with client_of(CONTRACTS["005-rag-agent-api"], given) as client:
        assert (await client.get(READING["005-rag-agent-api"].format(session), headers=as_("alpha"))).status_code == 200


def _timeless(reply: httpx.Response) -> dict[str, object]:
    return {name: value for name, value in reply.json().items() if name != "timestamp"}


async def test_an_opinion_is_taken_from_who_got_the_answer_alone() -> None:
    engine = await engine_with(Scripted("Up to 2,000 [1]."))
    history = engine.history = FakeHistory()
    given = {"engine": engine, "request_id": REQUEST_ID, "keys": Keys(["alpha", "beta"])}
    async with client_of(CONTRACTS["005-rag-agent-api"], given) as client:
        await ask(client, "005-rag-agent-api", uuid4(), "alpha")

        async def rate(key: str, request: UUID) -> httpx.Response:
            return await client.post("/feedback", json={"request_id": str(request), "helpful": True}, headers=as_(key))

        foreign, never = await rate("beta", REQUEST_ID), await rate("beta", uuid4())
        assert (foreign.status_code, foreign.content) == (404, never.content)
        assert history.ratings == {}
        assert (await rate("alpha", REQUEST_ID)).status_code == 204
        assert history.ratings == {REQUEST_ID: (True, "")}
