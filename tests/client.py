"""An HTTP client for an ASGI app, with the app's lifespan around it and no socket in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts.door.state import DoorConfig, Shared, begin


def put(scope: Scope, engine: Any, request_id: UUID | None = None, catalogue: Any = None, **config: Any) -> None:
    """Put the state into a request, as the server around a contract does; ``config`` are fields of DoorConfig."""
    scope.setdefault("state", {})["shared"] = Shared(engine, catalogue, DoorConfig(**config))
    begin(scope, request_id or uuid4())


@asynccontextmanager
async def client_of(app: ASGIApp, state: dict[str, Any] | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the app, its lifespan run; ``state`` goes into every request, as ``put`` takes it."""
    lifespan_state: dict[str, Any] = {}
    inbox: asyncio.Queue[Message] = asyncio.Queue()
    outbox: asyncio.Queue[Message] = asyncio.Queue()

    async def with_state(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"] = dict(lifespan_state)
        if state is not None:
            put(scope, **state)
        await app(scope, receive, send)

    async def lifespan() -> None:
        await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": lifespan_state}, inbox.get, outbox.put)

    task = asyncio.create_task(lifespan())
    await inbox.put({"type": "lifespan.startup"})
    started = await outbox.get()
    assert started["type"] == "lifespan.startup.complete", started
    try:
        transport = httpx.ASGITransport(with_state, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            yield client
    finally:
        await inbox.put({"type": "lifespan.shutdown"})
        await task
