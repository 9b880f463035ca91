"""Two real workers as an operator starts them, over three deployments: what an installation holds by itself; one real
server of each kind; a Qdrant cluster of which one node is stopped, PostgreSQL and Valkey.

One installation for all of it, because starting is what costs: the steps run in the order they are written.
`make test-long` runs all three, `make test` the second.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from footnoted.providers.sql.database import Database
from tests.model_servers import Call, ScriptedModel, says
from tests.patience import PATIENCE
from tests.servers import QdrantNode, free_port, running_cluster

pytestmark = pytest.mark.real

ASK = {"query": "How does the lid of the kettle close?"}
SAYS = "The lid of the kettle closes with a click [1]."
LIMIT = 20
FORGED = 1000 if "LONG" in os.environ else 100


class Installation:
    """A book, its settings, and the server while it runs."""

    def __init__(self, home: Path, settings: dict[str, str]) -> None:
        self.book, self.log = home / "kettle", home / "log"
        self.book.mkdir()
        self.write("lid", "The lid of the kettle closes with a click when it is pressed down.")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("FOOTNOTED_")},
            "FOOTNOTED_MODEL_DIR": os.environ["FOOTNOTED_MODEL_DIR"],
            "FOOTNOTED_DATA_DIR": str(home / "data"),
            "FOOTNOTED_READER": "none",
            "FOOTNOTED_DEADLINE_SECONDS": str(PATIENCE),
            "FOOTNOTED_PORT": str(self.port),
            "FOOTNOTED_RATE_LIMITS": "on",
            "FOOTNOTED_ADDRESS_LIMIT": str(LIMIT),
            "FOOTNOTED_READING_LIMIT": "100000",
            "FOOTNOTED_PUBLIC": "true",
            "FOOTNOTED_METRICS": "true",
            **settings,
        }
        self.server: subprocess.Popen[bytes] | None = None
        self.key: dict[str, str] = {}

    def write(self, page: str, text: str) -> None:
        (self.book / f"{page}.md").write_text(f"# The {page}\n\n{text}\n", "utf-8")

    def run(self, *arguments: str) -> str:
        command = [sys.executable, "-m", "footnoted", *arguments]
        program = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        assert program.returncode == 0, program.stderr
        return program.stdout

    def start(self) -> None:
        command = [sys.executable, "-m", "footnoted", "serve", "--workers", "2"]
        with self.log.open("wb") as log:
            self.server = subprocess.Popen(command, env=self.environment, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while "2 workers" not in self.log.read_text():
            assert self.server.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, "the workers did not start"
            time.sleep(0.05)

    def workers(self) -> set[int]:
        assert self.server is not None
        listed = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text()
        return set(map(int, listed.split()))

    def stop(self) -> int:
        assert self.server is not None
        self.server.terminate()
        return self.server.wait(PATIENCE)

    def client(self, **options: Any) -> httpx.AsyncClient:
        # A connection of its own for each request: either worker may take it.
        limits = httpx.Limits(max_keepalive_connections=0, max_connections=50)
        return httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, limits=limits, **options)


@dataclass
class Deployment:
    """What an installation is told, and the node of its cluster that may be stopped."""

    settings: dict[str, str]
    database_url: str
    node: QdrantNode | None = None


DEPLOYMENTS = ("embedded", "servers", "cluster") if "KILLS" in os.environ else ("servers",)


@pytest.fixture(params=DEPLOYMENTS)
def deployment(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Deployment]:
    def real(name: str) -> str:
        return str(request.getfixturevalue(name))

    if request.param == "embedded":
        yield Deployment({}, f"sqlite:///{tmp_path / 'data' / 'footnoted.db'}")
        return
    database = real("postgres_url")
    if request.param == "servers":
        yield Deployment({"DATABASE_URL": database, "QDRANT_URL": real("qdrant_url")}, database)
        return
    with running_cluster() as (first, second):
        settings = {"QDRANT_URL": first.url, "FOOTNOTED_QDRANT_REPLICAS": "2", "FOOTNOTED_QDRANT_SHARDS": "2"}
        yield Deployment({**settings, "DATABASE_URL": database, "REDIS_URL": real("valkey_url")}, database, second)


@pytest.fixture
async def running(
    tmp_path: Path, deployment: Deployment
) -> AsyncIterator[tuple[Installation, ScriptedModel, Deployment]]:
    async with ScriptedModel(says(SAYS)) as model:
        place = Installation(
            tmp_path,
            {
                **deployment.settings,
                "FOOTNOTED_LLM": "openai:scripted",
                "FOOTNOTED_LLM_BASE_URL": model.url,
                "FOOTNOTED_LLM_API_KEY": "x",
            },
        )
        await asyncio.to_thread(place.run, "ingest", str(place.book))
        if deployment.node:
            deployment.node.stop()
        await asyncio.to_thread(place.start)
        try:
            yield place, model, deployment
        finally:
            if place.server and place.server.poll() is None:
                await asyncio.to_thread(place.stop)


async def test_two_workers_are_one_server(running: tuple[Installation, ScriptedModel, Deployment]) -> None:
    place, model, deployment = running
    await keys_are_seen_by_both(place)
    body = await one_answer_for_fifty(place, model, deployment.database_url)
    await forged_identities_gain_nothing(place)
    await workers_are_replaced_without_a_failure(place)
    async with place.client(headers=place.key) as client:
        again = await client.post("/chat", json=ASK, headers={"Idempotency-Key": "one"})
    assert (again.content, model_calls(model)) == (body, 1)
    if deployment.node:  # answering needs one node, but a new collection the consent of both
        await asyncio.to_thread(deployment.node.start)
    await a_new_revision_is_seen_by_both(place, model)
    await streams_finish_and_the_end_is_no_failure(place, model)


def model_calls(model: ScriptedModel) -> int:
    """How often it was asked for an answer; a worker that starts asks for its name as well."""
    return sum(call.path.endswith("/chat/completions") for call in model.calls)


async def keys_are_seen_by_both(place: Installation) -> None:
    made = await asyncio.to_thread(place.run, "keys", "create", "ada", "--per-minute", "100000", "--json")
    place.key = {"X-API-Key": json.loads(made)["secret"]}
    await asyncio.sleep(1.1)  # for so long a worker believes what it knew


async def one_answer_for_fifty(place: Installation, model: ScriptedModel, database_url: str) -> bytes:
    async with place.client(headers=place.key | {"Idempotency-Key": "one"}) as client:
        replies = await asyncio.gather(*(client.post("/chat", json=ASK) for _ in range(50)))
    assert {reply.status_code for reply in replies} == {200}
    (body,) = {reply.content for reply in replies}
    assert SAYS in body.decode()
    assert model_calls(model) == 1
    database = await Database.open(database_url)
    rows = await database.read(lambda it: it.exec_driver_sql("SELECT count(*) FROM conversations").scalar())
    await database.close()
    assert rows == 1
    return body


async def forged_identities_gain_nothing(place: Installation) -> None:
    at_once = asyncio.Semaphore(16)
    async with place.client() as client:

        async def ask(number: int) -> int:
            forged = f"203.0.{number // 250}.{number % 250}"
            headers = {"X-Forwarded-For": forged, "X-Real-IP": forged, "Forwarded": f"for={forged}"}
            # A wrong key is no key, and a server that is public asks for none.
            headers["X-API-Key"] = f"forged-{number}"
            async with at_once:
                return (await client.post("/search", json={"query": "lid"}, headers=headers)).status_code

        statuses = await asyncio.gather(*(ask(number) for number in range(FORGED)))
    # On a machine that is too busy the database may not answer in time: then nobody gets in by that.
    assert set(statuses) <= {200, 429, 503}
    assert 0 < statuses.count(200) <= 1.1 * LIMIT


async def workers_are_replaced_without_a_failure(place: Installation) -> None:
    assert place.server is not None
    before = place.workers()
    place.server.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + PATIENCE
    async with place.client(headers=place.key) as client:
        while len(after := place.workers()) != 2 or after & before:
            assert time.monotonic() < deadline, "the workers were not replaced"
            assert (await client.get("/web/welcome")).status_code == 200
            await asyncio.sleep(0.1)
        counted = (await client.get("/metrics")).text
    # Any worker tells what all of them counted, those that are gone too.
    assert 'footnoted_requests_total{method="POST",route="/chat",status="200"} 50.0' in counted
    (memory,) = re.findall(r"^process_resident_memory_bytes (\S+)$", counted, re.MULTILINE)
    assert float(memory) > 2 * 50_000_000


async def a_new_revision_is_seen_by_both(place: Installation, model: ScriptedModel) -> None:
    place.write("handle", "The handle of the kettle is made of walnut and stays cool.")
    await asyncio.to_thread(place.run, "ingest", str(place.book))
    asked = {"query": "What is the handle of the kettle made of?"}
    deadline, in_a_row = time.monotonic() + PATIENCE, 0
    async with place.client(headers=place.key) as client:
        while in_a_row < 10:
            assert time.monotonic() < deadline, "the new page is not found"
            found = (await client.post("/search", json=asked)).text
            in_a_row = in_a_row + 1 if "walnut" in found else 0
            await asyncio.sleep(0 if in_a_row else 0.2)


async def streams_finish_and_the_end_is_no_failure(place: Installation, model: ScriptedModel) -> None:
    is_told_to_stop = asyncio.Event()

    async def play(call: Call) -> None:
        await call.start()
        for word in SAYS.split(" "):
            await call.delta(content=f"{word} ")
        await is_told_to_stop.wait()
        await call.finish()

    model.plays = [play]
    async with place.client(headers=place.key) as client:

        async def read(started: asyncio.Event) -> str:
            heard = ""
            async with client.stream("POST", "/chat/stream", json=ASK) as response:
                async for text in response.aiter_text():
                    heard += text
                    started.set()
            return heard

        started = [asyncio.Event() for _ in range(6)]
        readers = [asyncio.create_task(read(event)) for event in started]
        for event in started:
            await asyncio.wait_for(event.wait(), PATIENCE)
        stopping = asyncio.create_task(asyncio.to_thread(place.stop))
        await asyncio.sleep(0)
        is_told_to_stop.set()
        heard = await asyncio.gather(*readers)
        status = await stopping
    assert status == 0
    assert all(text.rstrip().endswith('data: {"done": true}') for text in heard)
