"""A contract's app on a real socket, served as `footnoted serve` does it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.domain.answer import Event
from footnoted.domain.question import Question
from footnoted.server import create_app
from footnoted.server.crowd import Crowd
from footnoted.server.listen import server
from footnoted.settings import Settings
from footnoted.wiring import Parts, open_parts
from tests import scenes
from tests.client import put
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine


class StuckEngine(PlayedEngine):
    """Plays the first events of an answer, then waits for ever; says when it is stuck and when it was stopped."""

    def __init__(self, events: int) -> None:
        super().__init__(scenes.answered[:events])
        self.stuck, self.stopped = asyncio.Event(), asyncio.Event()

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        self.asked.append(question)
        try:
            for event in self.scene:
                yield event
            self.stuck.set()
            await asyncio.Event().wait()
        finally:
            self.stopped.set()


@asynccontextmanager
async def serving(
    app: ASGIApp,
    engine: Any,
    *,
    read_seconds: float = PATIENCE,
    write_seconds: float = PATIENCE,
    crowd: Crowd | None = None,
    **state: Any,
) -> AsyncIterator[tuple[int, uvicorn.Server]]:
    """The port of the app, and the server; ``state`` is what the server's lifespan would put into each request."""

    async def with_state(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            put(scope, engine, catalogue=scenes.catalogue(), read_seconds=read_seconds, **state)
        await app(scope, receive, send)

    async with _running(server(with_state, read_seconds, write_seconds, crowd, port=0, lifespan="off")) as running:
        yield running.servers[0].sockets[0].getsockname()[1], running


@asynccontextmanager
async def house(engine: Any = None, **given: Any) -> AsyncIterator[str]:
    """The address of the whole server; without an engine, of the one that the settings open."""

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        yield Parts(engine, cast(Any, None), cast(Any, None), scenes.catalogue(), cast(Any, None))

    settings = Settings(_env_file=None, **({"deadline_seconds": PATIENCE} | given))
    app = create_app(settings, parts if engine else open_parts)
    async with _running(server(app, PATIENCE, PATIENCE, port=0)) as running:
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"


@asynccontextmanager
async def _running(running: uvicorn.Server) -> AsyncIterator[uvicorn.Server]:
    task = asyncio.create_task(running._serve(None))
    while not running.started:  # noqa: ASYNC110 - uvicorn has no event to wait for
        await asyncio.sleep(0.01)
    try:
        yield running
    finally:
        running.should_exit = True
        await task


async def sent(port: int, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which the bytes lie ready when the server takes it: no busy moment comes in between."""
    link = socket.create_connection(("127.0.0.1", port))
    link.sendall(data)
    return await asyncio.open_connection(sock=link)


def request(path: str, body: dict[str, Any], **headers: str) -> bytes:
    """A POST as its bytes."""
    payload = json.dumps(body).encode()
    lines = [f"POST {path} HTTP/1.1", "Host: here", "Content-Type: application/json", f"Content-Length: {len(payload)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + payload
