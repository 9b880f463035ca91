"""What `POST /chat` costs over a real socket, as a ratio to embedding the question and searching the index."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from statistics import median
from uuid import uuid4

import uvicorn

from benchmarks.sample import indexed, questions
from benchmarks.timing import timed
from footnoted.domain.ports import Search
from footnoted.domain.question import Question
from footnoted.domain.writing import Brief
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.server import create_app
from footnoted.settings import Settings
from footnoted.wiring import Parts

_ROUNDS = 8


async def run() -> None:
    """With what reads, and without it."""
    logging.disable(logging.INFO)
    for reader, target in (("local", "120 ms"), ("none", "1.50 × the floor")):
        print(f"  FOOTNOTED_READER={reader}")
        await _run(reader, target)


async def _run(reader: str, target: str) -> None:
    """Interleave the floor and the whole, question by question, and print the ratio of their medians."""
    async with indexed(reader=reader) as (settings, parts), _served(settings, parts) as (pages, writer):
        floors, wholes, steps = list[float](), list[float](), dict[str, list[float]]()
        for number in range(_ROUNDS + 1):
            for question in questions():
                # An embedder remembers what it was asked, so each is asked what nobody asked before.
                floor = await timed(_floor(parts, f"{question} ({2 * number})"))
                whole = await timed(_chat(pages, writer, f"{question} ({2 * number + 1})"))
                if number:  # the first round warms up
                    floors.append(floor)
                    wholes.append(whole)
        for question in questions():
            await _trace(parts, question, steps)
        floor, whole = median(floors) * 1000, median(wholes) * 1000
        print(f"  embed + search (floor) {floor:7.2f} ms\n  /chat                  {whole:7.2f} ms")
        print(f"  ratio                  {whole / floor:7.2f}   (target ≤ {target})")
        for name, seconds in steps.items():
            print(f"    {name:<20} {median(seconds) * 1000:7.2f} ms")


async def _floor(parts: Parts, question: str) -> None:
    vector = await parts.embedder.embed_question(question)
    await parts.index.search(Search(question, vector, 30))


async def _chat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, question: str) -> None:
    body = json.dumps({"query": question}).encode()
    kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}"
    writer.write(f"POST /chat HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n\r\n".encode() + body)
    headers = await reader.readuntil(b"\r\n\r\n")
    assert headers.startswith(b"HTTP/1.1 200"), headers
    length = next(line for line in headers.lower().split(b"\r\n") if line.startswith(b"content-length"))
    await reader.readexactly(int(length.split(b":")[1]))


async def _trace(parts: Parts, text: str, steps: dict[str, list[float]]) -> None:
    """Where the time goes, each step by itself."""

    async def step(name: str, work: Awaitable[object]) -> None:
        steps.setdefault(name, []).append(await timed(work))

    question = Question(text, uuid4())
    vector = await parts.embedder.embed_question(text)
    await step("embed", parts.embedder.embed_question(text))
    await step("search", parts.index.search(Search(text, vector, 30)))
    await step("find (all of it)", parts.engine.search(question))
    sources = await parts.engine.search(question)
    await step("write", _write(Brief(text, text, sources)))
    await step("ask", _ask(parts, Question(text, uuid4(), session=uuid4())))


async def _write(brief: Brief) -> None:
    async def look_up(query: str) -> tuple[()]:
        return ()

    async for _ in ExtractiveWriter().write(brief, look_up):
        pass


async def _ask(parts: Parts, question: Question) -> None:
    async for _ in parts.engine.ask(question):
        pass


@asynccontextmanager
async def _served(settings: Settings, parts: Parts) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    @asynccontextmanager
    async def opened(_: Settings) -> AsyncIterator[Parts]:
        yield parts

    config = uvicorn.Config(create_app(settings, opened), port=0, log_level="warning", access_log=False)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event to wait for
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        server.should_exit = True
        await task
