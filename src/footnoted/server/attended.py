"""A layer between connection and app that tells each how far the other is. Knows no limit."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts.door.state import BEGAN
from footnoted.server.connection import CURRENT


class Attended:
    """Tells the connection how far its request is, and tells the app at once when the connection is lost.

    uvicorn tells only the last of several requests that were sent ahead.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = CURRENT.get()
        if scope["type"] != "http" or connection is None:
            return await self._app(scope, receive, send)
        scope.setdefault("extensions", {})[BEGAN] = connection.request_starts()

        async def attending() -> Message:
            message = await _unless_lost(receive, connection.lost)
            if message["type"] == "http.request" and not message.get("more_body", False):
                connection.request_ends()
            return message

        try:
            return await self._app(scope, attending, send)
        finally:
            connection.reply_ends()


async def _unless_lost(receive: Receive, lost: asyncio.Future[None]) -> Message:
    incoming: asyncio.Future[Message] = asyncio.ensure_future(receive())
    both: set[asyncio.Future[Any]] = {incoming, lost}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        return incoming.result() if incoming.done() else {"type": "http.disconnect"}
    finally:
        incoming.cancel()
