"""A conversation over the sample book, in every contract that has sessions: follow-ups that mean nothing by themselves."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import uuid4

import httpx

from footnoted.server import create_app
from footnoted.settings import Settings
from tests.client import client_of
from tests.patience import PATIENCE

ASKING = {
    "005-rag-agent-api": ("/chat", "query", "answer"),
    "006-rag-ai-agent": ("/chat", "message", "message"),
    "007-rag-retrieval-agent": ("/chat", "question", "answer"),
    "003-rag-agent-api": ("/chat/run", "message", "response"),
}
OPENINGS = [
    ("How often should I clean a primary mirror?", "every two or three years"),
    ("How do I clear dew from a lens?", "hair dryer"),
    ("Do nebula filters help on galaxies?", "No nebula filter helps on stars, star clusters or galaxies"),
    ("Which tools are there for collimation?", "Cheshire"),
    ("What is a dew heater?", "strip of resistors"),
]
FOLLOW_UPS = [
    ("What do I need for it?", "two litres of distilled water"),
    ("How many drops go in?", "three drops"),
    ("And how long does that take?", "within a minute"),
    ("Why?", "Those shine at all wavelengths"),
    ("What about the second one?", "sight tube"),
    ("Can I build one?", "A dew heater with a brain"),
]
CONVERSATION = [
    OPENINGS[0],
    *FOLLOW_UPS[:2],
    *(turn for pair in zip(OPENINGS[1:], FOLLOW_UPS[2:], strict=True) for turn in pair),
]


@asynccontextmanager
async def reading(library: Settings) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(create_app(library)) as client:
        yield client


async def ask(client: httpx.AsyncClient, contract: str, text: str, session: str | None) -> str:
    path, asked, answered = ASKING[contract]
    body = {asked: text, "session_id": session}
    reply = await client.post(f"/contracts/{contract}{path}", json=body, timeout=PATIENCE)
    assert reply.status_code == 200, reply.text
    return str(reply.json()[answered])


async def test_follow_ups_in_every_contract_with_sessions(library: Settings) -> None:
    async with reading(library) as client:
        wrong = []
        for contract in ASKING:
            session = str(uuid4())
            # What a follow-up means is the engine's doing, whatever the contract: in a normal run one hears them all.
            is_whole = contract == "005-rag-agent-api" or "LONG" in os.environ
            for text, fact in CONVERSATION if is_whole else CONVERSATION[:3]:
                reply = await ask(client, contract, text, session)
                if fact not in reply:
                    wrong.append((contract, text, reply))
        assert wrong == []


async def test_the_follow_ups_mean_nothing_by_themselves(library: Settings) -> None:
    """Else the conversation above would prove nothing; but for the second, which names drops, and one page has them."""
    async with reading(library) as client:
        answered = []
        for text, fact in (FOLLOW_UPS[0], *FOLLOW_UPS[2:]):
            reply = (await client.post("/chat", json={"query": text}, timeout=PATIENCE)).json()
            if reply["outcome"] == "answered" and fact in reply["answer"]:
                answered.append(text)
        assert answered == []


async def test_a_thread_is_remembered_told_and_forgotten(library: Settings) -> None:
    async with reading(library) as client:
        session = str(uuid4())
        thread = f"/contracts/003-rag-agent-api/session/{session}"
        for text, _ in CONVERSATION[:4]:
            await ask(client, "003-rag-agent-api", text, session)
        told = (await client.get(f"{thread}/history")).json()
        assert told["topic_summary"] is None
        await ask(client, "003-rag-agent-api", CONVERSATION[4][0], session)
        told = (await client.get(f"{thread}/history")).json()
        assert [message["role"] for message in told["messages"]] == ["user", "assistant"] * 5
        assert [message["content"] for message in told["messages"][::2]] == [text for text, _ in CONVERSATION[:5]]
        assert all(one["timestamp"] < two["timestamp"] for one, two in zip(*[iter(told["messages"])] * 2, strict=True))
        assert {"Mirrors", "dew", "drops"} <= set(told["topic_summary"].replace(",", "").split())
        assert told["metadata"] == {"status": "active", "total_messages": 10, "archived_messages": 0}
        # One store serves all contracts: the same session, seen as the book API sees it.
        seen = (await client.get(f"/history/{session}?limit=1")).json()
        assert (seen["total_entries"], seen["entries"][0]["query"]) == (5, "And how long does that take?")
        assert seen["entries"][0]["metadata"]["mode"] == "full"
        assert seen["entries"][0]["citations"]
        assert (await client.delete(thread)).status_code == 204
        assert (await client.get(f"{thread}/history")).status_code == 404
        assert (await client.delete(thread)).status_code == 404
