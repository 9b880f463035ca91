"""The door of a contract: keys, room and the body's bytes, before anything else sees a request.

A pure ASGI layer. The server puts what it goes by into the request's state; it knows no contract's words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid4

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts._callers import Keys, api_key
from footnoted.contracts._refusals import BodyTooLarge, BodyTooSlow, KeyWanted, RateLimited, ReaderLeft, ShuttingDown
from footnoted.contracts._repeats import Replies

_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_OPEN_PATHS = ("/health", "/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json")
"""Whether the service is there, and what it can be asked, may be seen without a key and however full the house is."""


@dataclass
class Room:
    """How many requests are being answered, of how many that may be at once."""

    places: int
    taken: int = 0


class Door:
    """Lets a request in with its body read, or refuses it in the contract's words; what breaks inside stays inside."""

    def __init__(self, app: ASGIApp, failure: Callable[[Exception, UUID], Response]) -> None:
        self._app, self._failure = app, failure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        state = scope.setdefault("state", {})
        has_started = False

        async def sending(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            return await self._enter(scope, receive, sending)
        except ReaderLeft:
            return None
        except asyncio.CancelledError:
            # Only the end of the server cancels a request.
            if has_started:
                raise
            failed: Exception = ShuttingDown()
        except Exception as error:
            if has_started:
                raise
            failed = error
        return await self._failure(failed, state.get("request_id") or uuid4())(scope, receive, send)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["state"]
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        if path in _OPEN_PATHS:
            return await self._app(scope, receive, send)
        keys: Keys | None = state.get("keys")
        if keys:
            holder = keys.holder(api_key(scope))
            if holder is None:
                raise KeyWanted
            state["owner"] = holder
        room: Room | None = state.get("room")
        if room is None:
            return await self._read(scope, receive, send)
        if room.taken >= room.places:
            raise RateLimited(1)
        room.taken += 1
        try:
            return await self._read(scope, receive, send)
        finally:
            room.taken -= 1

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in _WITH_BODY:
            return await self._app(scope, receive, send)
        state = scope["state"]
        try:
            async with asyncio.timeout(state.get("read_seconds", 15.0)):
                body = await _body(scope, receive, state.get("max_body_bytes", 2_000_000))
        except TimeoutError as error:
            raise BodyTooSlow from error
        replay = _replay(body, receive)
        replies: Replies | None = state.get("replies")
        if replies is None:
            return await self._app(scope, replay, send)
        return await replies.once(scope, body, send, lambda sending: self._app(scope, replay, sending))


async def _body(scope: Scope, receive: Receive, limit: int) -> bytes:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and (len(value) > 15 or int(value) > limit):
            raise BodyTooLarge
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ReaderLeft
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > limit:
            raise BodyTooLarge
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
