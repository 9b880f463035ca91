"""The end of the server, by SIGKILL at a random moment and by SIGTERM: what a reader was told is kept.

`KILLS=50` kills that many on each database; a normal run kills fewer.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.context import ForkServerProcess
from typing import Any
from uuid import UUID, uuid4

import httpx

from footnoted.providers.sql.database import Database
from footnoted.providers.sql.sessions.history import SqlHistory
from tests.contracts import child_server
from tests.patience import PATIENCE
from tests.processes import CHILDREN

KILLS = int(os.environ.get("KILLS", "5"))
QUESTIONS = [
    "How many eggs does a queen bee lay a day?",
    "Why does smoke calm bees?",
    "How long is a Langstroth frame?",
]
READERS = 4


@asynccontextmanager
async def child(url: str, **options: Any) -> AsyncIterator[tuple[ForkServerProcess, httpx.AsyncClient]]:
    """A server process that answers, and a client of it."""
    door = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{door.getsockname()[1]}"
    process = CHILDREN.Process(target=child_server.serve, args=(door, url), kwargs=options, daemon=True)
    process.start()
    door.close()
    try:
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, limits=httpx.Limits()) as client:
            while True:
                try:
                    await client.get("/contracts/003-rag-agent/health")
                    break
                except httpx.TransportError:
                    assert process.is_alive(), "the server did not start"
                    await asyncio.sleep(0.01)
            yield process, client
    finally:
        process.kill()
        process.join()


async def test_no_acknowledged_turn_is_lost_and_none_is_half_written(database_url: str) -> None:
    acknowledged: dict[UUID, list[tuple[str, str, int]]] = defaultdict(list)
    chance = random.Random(7)

    async def read(client: httpx.AsyncClient, session: UUID, heard: asyncio.Event) -> None:
        while True:
            question = chance.choice(QUESTIONS)
            body = {"query": question, "session_id": str(session)}
            try:
                reply = await client.post("/chat", json=body)
            except httpx.TransportError:
                return
            assert reply.status_code == 200, reply.text
            answer = reply.json()
            acknowledged[session].append((question, answer["answer"], len(answer["sources"])))
            heard.set()

    for _ in range(KILLS):
        async with child(database_url) as (process, client):
            heard = asyncio.Event()
            readers = [asyncio.create_task(read(client, uuid4(), heard)) for _ in range(READERS)]
            await asyncio.wait_for(heard.wait(), PATIENCE)
            await asyncio.sleep(chance.uniform(0, 0.25))
            process.kill()
            await asyncio.gather(*readers)

    assert sum(map(len, acknowledged.values())) >= KILLS
    database = await Database.open(database_url)
    history = SqlHistory(database)
    for session, turns in acknowledged.items():
        stored = await history.turns(session, 10_000)
        # The last question of a session may have been stored without the reader having heard of it.
        assert [(turn.question, turn.answer, len(turn.sources)) for turn in stored][: len(turns)] == turns
        assert len(stored) <= len(turns) + 1
        for turn in stored:
            assert turn.question in QUESTIONS
            assert turn.answer
            assert bool(turn.sources) == bool(turn.metadata["citations"]) == (turn.metadata["outcome"] == "answered")
        known = await history.session(session)
        assert known is not None
        assert known.turns == len(stored)
    await database.close()


async def test_sigterm_with_a_hundred_open_streams(sqlite_url: str) -> None:
    async with child(sqlite_url, endless=True) as (process, client):

        async def read(started: asyncio.Event) -> str:
            received = ""
            async with client.stream("POST", "/chat/stream", json={"query": QUESTIONS[0]}) as response:
                async for text in response.aiter_text():
                    received += text
                    started.set()
            return received

        started = [asyncio.Event() for _ in range(100)]
        readers = [asyncio.create_task(read(event)) for event in started]
        for event in started:
            await asyncio.wait_for(event.wait(), PATIENCE)
        assert process.pid
        os.kill(process.pid, signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):  # the answers have no end of their own
            heard = await asyncio.gather(*readers)
        await asyncio.to_thread(process.join, PATIENCE)
        assert process.exitcode == 0  # being told to stop is no failure
        assert all(stream.startswith('data: {"delta": ') for stream in heard)
        assert all(stream.rstrip().rpartition("\n")[2].startswith('data: {"error": ') for stream in heard)
