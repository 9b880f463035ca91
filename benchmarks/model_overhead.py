"""What the writer adds to a model: time to the first piece, what 100 readers cost each other, how soon one may leave.

Against a scripted server in a process of its own, so that only the writer's work is in this one; the last figure
needs to see the server's side, so there it is in this one.
Run: python -m benchmarks.model_overhead
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import aclosing, contextmanager

import aiohttp
from tests.model_servers import ScriptedModel, says
from tests.scenes import CLUSTER, HONEY, WEAK
from tests.servers import free_port

from benchmarks.timing import p95
from footnoted.domain.book import Source
from footnoted.domain.writing import Brief
from footnoted.engine.write import prompt
from footnoted.engine.write.model_writer import ModelWriter
from footnoted.providers.embedders.token_count import token_counter
from footnoted.providers.models.agents_model import AgentsModel
from footnoted.providers.models.client import ModelClient
from footnoted.providers.models.endpoint import Endpoint

BRIEF = Brief("How warm is the cluster?", "How warm is the cluster?", (CLUSTER, HONEY, WEAK))


@contextmanager
def server(tokens: int, pace: float) -> Iterator[str]:
    """A scripted server that answers at once and then keeps its pace."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.model_servers", str(port), str(tokens), str(pace)])
    try:
        time.sleep(4)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def writer(url: str) -> tuple[ModelWriter, AgentsModel]:
    model = AgentsModel(ModelClient([Endpoint(url, "scripted")]), name="compatible:scripted", **prompt.CONVERSATION)
    return ModelWriter(model, token_counter(), seconds=120), model


async def look_up(query: str) -> tuple[Source, ...]:
    return BRIEF.sources


async def read(who: ModelWriter) -> tuple[float, float]:
    """Milliseconds to the first piece and to the last."""
    started = time.perf_counter()
    first = 0.0
    async with aclosing(who.write(BRIEF, look_up)) as pieces:
        async for _ in pieces:
            first = first or time.perf_counter() - started
    return first * 1000, (time.perf_counter() - started) * 1000


async def server_alone(url: str) -> float:
    """Milliseconds to the first line of the server's own stream."""
    async with aiohttp.ClientSession() as session:
        started = time.perf_counter()
        async with session.post(f"{url}/chat/completions", json={"messages": []}) as response:
            await response.content.readline()
            return (time.perf_counter() - started) * 1000


async def first_piece(url: str, rounds: int) -> None:
    who, model = writer(url)
    await read(who)
    alone = [await server_alone(url) for _ in range(rounds)]
    through = [(await read(who))[0] for _ in range(rounds)]
    print(f"first piece, ms: server alone p50 {statistics.median(alone):.1f} p95 {p95(alone):.1f}", end="; ")
    print(f"through the writer p50 {statistics.median(through):.1f} p95 {p95(through):.1f}")
    await model.close()


async def crowd(url: str, readers: int) -> float:
    """Milliseconds that an answer takes when so many read at once; prints what the server's own streams take, too."""
    who, model = writer(url)
    await read(who)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        alone = statistics.median(await asyncio.gather(*(read_alone(session, url) for _ in range(readers))))
    spent = time.process_time()
    results = await asyncio.gather(*(read(who) for _ in range(readers)))
    spent = time.process_time() - spent
    await model.close()
    firsts, wholes = [result[0] for result in results], [result[1] for result in results]
    print(f"{readers:4} readers: server alone {alone:.0f} ms; writer p50 {statistics.median(wholes):.0f} ms", end=", ")
    print(f"p95 {p95(wholes):.0f} ms, first piece p50 {statistics.median(firsts):.0f} ms; cpu {spent:.2f} s")
    return statistics.median(wholes)


async def read_alone(session: aiohttp.ClientSession, url: str) -> float:
    started = time.perf_counter()
    async with session.post(f"{url}/chat/completions", json={"messages": []}) as response:
        while await response.content.readany():
            pass
    return (time.perf_counter() - started) * 1000


async def leaving(rounds: int) -> None:
    """Milliseconds from a reader's leaving in mid-answer until the server sees the connection closed."""
    delays: list[float] = []
    async with ScriptedModel(says(*["word "] * 1000, pace=0.01)) as scripted:
        who, model = writer(scripted.url)
        for _ in range(rounds):
            pieces = who.write(BRIEF, look_up)
            await anext(pieces)
            left = time.perf_counter()
            await pieces.aclose()
            await scripted.calls[-1].left.wait()
            delays.append((time.perf_counter() - left) * 1000)
        await model.close()
    p99 = statistics.quantiles(delays, n=100)[-1]
    print(f"connection closed after leaving, ms: p50 {statistics.median(delays):.1f} p99 {p99:.1f}")


def main() -> None:
    with server(20, 0.001) as url:
        asyncio.run(first_piece(url, 100))
    with server(100, 0.02) as url:
        few, many = asyncio.run(crowd(url, 10)), asyncio.run(crowd(url, 100))
        print(f"100 readers cost each {100 * (many / few - 1):.1f} % more than 10")
    asyncio.run(leaving(200))


if __name__ == "__main__":
    main()
