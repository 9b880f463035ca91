"""What the whole server adds to a model: first word, 100 readers against 10, how soon a leaving reader frees the model.

A real `footnoted serve` over the sample book, a scripted model server in a process of its own, readers on plain sockets
in this one. Only to see when the model's connection closes is the scripted server in this process too.
Run: python -m benchmarks.chat_stream
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from uuid import uuid4

import aiohttp
import uvloop
from tests.model_servers import Play, ScriptedModel, hangs, says
from tests.servers import free_port

from benchmarks.model_overhead import server as scripted_server
from benchmarks.model_overhead import server_alone
from benchmarks.sample import BOOK, questions
from benchmarks.timing import p95
from footnoted.domain.question import Question
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts

_SURE = 0.5
_WORDS, _PACE = 200, 0.025
"""A long answer from a quick model."""
_COMMAND = [sys.executable, "-m", "footnoted"]


@contextmanager
def indexed() -> Iterator[Path]:
    """A data folder with the sample book in it."""
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        environment = os.environ | {"FOOTNOTED_DATA_DIR": str(data)}
        subprocess.run([*_COMMAND, "ingest", str(BOOK)], env=environment, check=True, capture_output=True)
        yield data


@asynccontextmanager
async def served(data: Path, model_url: str) -> AsyncIterator[int]:
    """The port of a `footnoted serve` that has the model write."""
    port = free_port()
    environment = os.environ | {
        "FOOTNOTED_DATA_DIR": str(data),
        "FOOTNOTED_LLM": "compatible:scripted",
        "FOOTNOTED_LLM_BASE_URL": model_url,
        "FOOTNOTED_LOG_LEVEL": "ERROR",
    }
    command = [*_COMMAND, "serve", "--port", str(port)]
    process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=subprocess.DEVNULL)
    try:
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    async with session.get(f"http://127.0.0.1:{port}/health"):
                        break
                except aiohttp.ClientError:
                    await asyncio.sleep(0.05)
        yield port
    finally:
        process.terminate()
        await process.wait()


class Reader:
    """One question over a connection of its own."""

    def __init__(self, port: int, path: str, question: str) -> None:
        self._port = port
        body = json.dumps({"query": question}).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}"
        self._request = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n".encode() + body

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def first_word(self) -> float:
        """Seconds from asking to the first piece of the answer."""
        started = perf_counter()
        self._writer.write(self._request)
        seen = b""
        while b"word" not in seen:
            more = await self._reader.read(65536)
            assert more, seen
            seen = seen[-4000:] + more
        return perf_counter() - started

    async def rest(self) -> None:
        seen = b""
        while not seen.endswith(b"0\r\n\r\n"):
            more = await self._reader.read(65536)
            assert more, "the stream was cut off"
            seen = (seen + more)[-5:]

    def ask(self) -> None:
        self._writer.write(self._request)

    def leave(self) -> None:
        self._writer.transport.abort()


@asynccontextmanager
async def searchable(data: Path) -> AsyncIterator[Parts]:
    """The same index in this process: a copy, as one is open in one process only."""
    with TemporaryDirectory() as folder:
        shutil.copytree(data, Path(folder) / "copy")
        async with open_parts(Settings(data_dir=Path(folder) / "copy")) as parts:
            yield parts


async def answered(parts: Parts) -> list[str]:
    """The questions that reach the model; where the book's passages score too low, it is never called."""
    found = {question: await parts.engine.search(Question(question, uuid4())) for question in questions()}
    return [question for question, sources in found.items() if sources and sources[0].score >= _SURE]


async def first_word(data: Path, model_url: str, rounds: int) -> None:
    """One after the other, question by question: the model's server, retrieval, and both through /chat/stream."""
    alone, retrieval, through = list[float](), list[float](), list[float]()
    async with searchable(data) as parts, served(data, model_url) as port:
        asked = await answered(parts)
        for number in range(rounds + 1):
            for question in asked:
                times = await _three_times(parts, model_url, port, question)
                if number:  # the first round warms up
                    for kept, seconds in zip((alone, retrieval, through), times, strict=True):
                        kept.append(seconds * 1000)
    added = [whole - server - search for server, search, whole in zip(alone, retrieval, through, strict=True)]
    print(f"first word, ms, {len(added)} questions (target: 25 over server and retrieval)")
    for name, values in (
        ("model server alone", alone),
        ("retrieval alone", retrieval),
        ("/chat/stream", through),
        ("added", added),
    ):
        print(f"  {name:<20} p50 {median(values):6.1f}   p95 {quantiles(values, n=20)[-1]:6.1f}")


async def _three_times(parts: Parts, model_url: str, port: int, question: str) -> tuple[float, float, float]:
    server = await server_alone(model_url) / 1000
    started = perf_counter()
    await parts.engine.search(Question(question, uuid4()))
    retrieval = perf_counter() - started
    reader = Reader(port, "/chat/stream", question)
    await reader.open()
    through = await reader.first_word()
    await reader.rest()
    reader.leave()
    return server, retrieval, through


async def crowd(port: int, asked: list[str], readers: int, *, spread: float) -> tuple[list[float], list[float]]:
    """Seconds to the first word and to the last, of readers who arrive over ``spread`` seconds.

    When it is spread each asks twice, and the second answer counts: all the others are reading then, too.
    """

    async def read(number: int) -> tuple[float, float]:
        await asyncio.sleep(spread * number / readers)
        for _ in range(2 if spread else 1):
            reader = Reader(port, "/chat/stream", asked[number % len(asked)])
            await reader.open()
            started = perf_counter()
            first = await reader.first_word()
            await reader.rest()
            whole = perf_counter() - started
            reader.leave()
        return first, whole

    times = await asyncio.gather(*(read(number) for number in range(readers)))
    firsts, wholes = [first for first, _ in times], [whole for _, whole in times]
    print(
        f"  {readers:4} readers: first word p50 {median(firsts) * 1000:5.0f} ms, p95 {1000 * p95(firsts):5.0f} ms",
        end="; ",
    )
    print(f"whole answer p50 {median(wholes) * 1000:5.0f} ms, p95 {1000 * p95(wholes):5.0f} ms")
    return firsts, wholes


async def crowds(data: Path, model_url: str, seconds: float) -> None:
    """What 100 readers cost each other, against 10."""
    async with searchable(data) as parts:
        asked = await answered(parts)
    async with served(data, model_url) as port:
        await crowd(port, asked, 10, spread=0)
        for name, spread in (("one after the other", seconds), ("all in the same instant", 0)):
            print(f"{_WORDS} words, {1000 * _PACE:.0f} ms apart; readers come {name}")
            few, many = list[float](), list[float]()
            for _ in range(2):
                few += (await crowd(port, asked, 10, spread=spread))[1]
                many += (await crowd(port, asked, 100, spread=spread))[1]
            print(f"  100 readers cost each {100 * (median(many) / median(few) - 1):.1f} % more than 10 (target: 10 %)")


async def leaving(data: Path, rounds: int) -> None:
    """Milliseconds from a reader's disconnecting until the model server sees its connection closed."""
    talks = says(*["word "] * 2000, pace=0.01)
    async with ScriptedModel(talks) as scripted, served(data, scripted.url) as port:
        for name, path, play in (
            ("streamed, in mid-answer", "/chat/stream", talks),
            ("streamed, before a word", "/chat/stream", hangs()),
            ("whole", "/chat", talks),
        ):
            delays = [await _left(scripted, port, path, play) for _ in range(rounds)]
            p99 = quantiles(delays, n=100)[-1]
            print(f"  {name:<25} p50 {median(delays):5.1f} ms, p99 {p99:5.1f} ms, longest {max(delays):5.1f} ms")


async def _left(scripted: ScriptedModel, port: int, path: str, play: Play) -> float:
    scripted.plays = (play,)
    known = len(scripted.calls)
    reader = Reader(port, path, "What is the exit pupil?")
    await reader.open()
    reader.ask()
    while len(scripted.calls) == known:  # noqa: ASYNC110 - what is waited for happens in another process
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.03)
    left = perf_counter()
    reader.leave()
    async with asyncio.timeout(10):
        await scripted.calls[-1].left.wait()
    return (perf_counter() - left) * 1000


def main() -> None:
    with indexed() as data:
        with scripted_server(20, 0.001) as url:
            uvloop.run(first_word(data, url, 4))
        with scripted_server(_WORDS, _PACE) as url:
            uvloop.run(crowds(data, url, _WORDS * _PACE))
        print("model's connection closed after a reader left (target: p99 of 250 ms)")
        uvloop.run(leaving(data, 200))


if __name__ == "__main__":
    main()
