"""Server-sent events: turns a contract's frames into a response. Knows no contract's frame format.

The first frame is awaited before the response starts, so that an early failure is still an HTTP status; a later one
becomes the contract's own error frame, and the stream always ends with a terminal frame.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from json.encoder import encode_basestring
from time import perf_counter
from typing import Any

from fastapi import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from footnoted.contracts.door.refusals import ReaderLeft, ShuttingDown
from footnoted.contracts.door.state import state_of
from footnoted.contracts.http.app import while_listening
from footnoted.domain.errors import AskError, OutOfTime

_log = logging.getLogger("footnoted")

_encode = json.JSONEncoder(ensure_ascii=False).encode
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def data(value: Any) -> str:
    """An unnamed event with one JSON object.

    >>> data({"delta": "Hi"})
    'data: {"delta": "Hi"}\\n\\n'
    """
    return f"data: {_encode(value)}\n\n"


def text(name: str, value: str) -> str:
    """As ``data`` with a single text; nearly all events of an answer are such.

    >>> text("delta", 'So "high"') == data({"delta": 'So "high"'})
    True
    """
    return f'data: {{"{name}": {encode_basestring(value)}}}\n\n'


def event(name: str, value: Any) -> str:
    """A named event with one JSON object."""
    return f"event: {name}\n{data(value)}"


@dataclass(frozen=True, slots=True)
class Manner:
    """What a contract sends to break a silence, and when a stream fails."""

    last_words: Callable[[Exception], str]
    """The frame for a failure midway."""
    keep_alive: str = ": keep-alive\n\n"


async def stream(request: Request, frames: AsyncGenerator[str, None], manner: Manner) -> Response:
    """Start the response once there is something to stream."""
    door = state_of(request.scope).shared.door
    deadline = perf_counter() + door.deadline_seconds
    try:
        first = await while_listening(request, anext(frames))
    except BaseException:
        await frames.aclose()
        raise
    return _EventStream(first, frames, manner, deadline, door.silence_seconds)


class _EventStream(Response):
    """Sends the frames as they come; stops at once when the reader leaves."""

    media_type = "text/event-stream"

    def __init__(
        self, first: str, frames: AsyncGenerator[str, None], manner: Manner, deadline: float, silence: float
    ) -> None:
        super().__init__(None, 200, _HEADERS)
        del self.headers["content-length"]
        self._first, self._frames, self._manner = first, frames, manner
        self._deadline, self._silence = deadline, silence
        self._sent_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        send_part = state_of(scope).send_part or send

        async def say(text: str, *, more: bool = True) -> None:
            self._sent_at = perf_counter()
            await send_part({"type": "http.response.body", "body": text.encode(), "more_body": more})

        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        telling = asyncio.ensure_future(self._tell(say))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            failed = await self._attend(telling, leaving, say)
        except asyncio.CancelledError:
            # The server is shutting down, and the time for open streams is over.
            failed = ShuttingDown()
        leaving.cancel()
        telling.cancel()
        await asyncio.wait({telling})
        state_of(scope).reply_is_partial = failed is not None
        if isinstance(failed, ReaderLeft):
            raise failed
        if failed is not None:
            await say(self._manner.last_words(failed))
        await say("", more=False)

    async def _tell(self, say: Callable[[str], Any]) -> None:
        async with aclosing(self._frames):
            await say(self._first)
            async for frame in self._frames:
                await say(frame)

    async def _attend(
        self, telling: asyncio.Future[None], leaving: asyncio.Future[None], say: Callable[[str], Any]
    ) -> Exception | None:
        """Wait for the end of the stream, breaking long silences; returns the error, if any."""
        while True:
            now = perf_counter()
            if now >= self._deadline:
                return OutOfTime("The answer took too long.")
            pause = min(self._deadline, max(self._sent_at, now - self._silence) + self._silence) - now
            await asyncio.wait({telling, leaving}, timeout=max(pause, 0.001), return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                return ReaderLeft()
            if telling.done():
                return _fault(telling)
            if perf_counter() - self._sent_at >= self._silence:
                await say(self._manner.keep_alive)


def _fault(telling: asyncio.Future[None]) -> Exception | None:
    error = telling.exception()
    if error is None:
        return None
    _log.warning("a stream failed midway", exc_info=error)
    return error if isinstance(error, AskError) else RuntimeError("internal")


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def described(*names: str, example: str = "") -> dict[str, Any]:
    """The OpenAPI of a streaming endpoint's success: each event's name, and that its data is JSON."""
    event = {
        "type": "object",
        "properties": {"event": {"enum": names}, "data": {"type": "string", "contentMediaType": "application/json"}},
        "required": ["data"],
    }
    return {
        "description": "Server-sent events; the stream always ends with a terminal event.",
        "content": {"text/event-stream": {"schema": event} | ({"example": example} if example else {})},
    }
