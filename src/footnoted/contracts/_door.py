"""The door of a contract: what is refused before the engine is asked, and the layer that counts a body's bytes.

A pure ASGI layer: it reads the body within a limit and a deadline, then hands it on whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from uuid import UUID, uuid4

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_BODY_DEADLINE_SECONDS = 15.0


class Refusal(Exception):
    """A request refused at the door."""


class BadInput(Refusal):
    """A field of the request is wrong; ``problem`` is Pydantic's word for it."""

    def __init__(self, field: str, problem: str, limit: int | None = None) -> None:
        super().__init__(f"{field}: {problem}")
        self.field, self.problem, self.limit = field, problem, limit

    @property
    def is_empty(self) -> bool:
        """Nothing was said: absent, null or blank."""
        return self.problem in {"missing", "string_too_short"}

    @property
    def is_too_long(self) -> bool:
        """More was said than the contract takes."""
        return self.problem in {"string_too_long", "too_long"}


class BodyTooLarge(Refusal):
    """The body has more bytes than the server takes."""


class BodyTooSlow(Refusal):
    """The body did not arrive in time."""


class UnknownPath(Refusal):
    """No such endpoint (404), or not with this method (405)."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class RateLimited(Refusal):
    """Too many requests; welcome again in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(str(retry_after))
        self.retry_after = retry_after


class Door:
    """Reads a request's body up to the limit in ``scope["state"]["max_body_bytes"]``; larger ones get the failure."""

    def __init__(self, app: ASGIApp, failure: Callable[[Exception, UUID], Response]) -> None:
        self._app, self._failure = app, failure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD", "OPTIONS"}:
            return await self._app(scope, receive, send)
        state = scope.setdefault("state", {})
        try:
            async with asyncio.timeout(_BODY_DEADLINE_SECONDS):
                body = await _read(scope, receive, state.get("max_body_bytes", 2_000_000))
        except TimeoutError:
            return await self._refuse(BodyTooSlow(), scope, receive, send)
        except BodyTooLarge as error:
            return await self._refuse(error, scope, receive, send)
        return await self._app(scope, _replay(body, receive), send)

    async def _refuse(self, error: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = scope["state"].get("request_id") or uuid4()
        await self._failure(error, request_id)(scope, receive, send)


def api_key(scope: Scope) -> str | None:
    """The key a request came with, as ``Authorization: Bearer`` or as ``X-API-Key``."""
    for name, value in scope["headers"]:
        if name == b"x-api-key":
            return str(value, "latin-1")
        if name == b"authorization" and value[:7].lower() == b"bearer ":
            return str(value[7:], "latin-1").strip()
    return None


async def _read(scope: Scope, receive: Receive, limit: int) -> bytes:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and int(value) > limit:
            raise BodyTooLarge
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            break
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
