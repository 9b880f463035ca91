"""A connection: limits on what it may cost before and after the app sees a request.

Of uvicorn's protocol only asyncio's interface is used, none of its internals. Why not another server:
docs/decisions/0012-limits-on-a-connection.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from math import inf
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from footnoted.server.crowd import Crowd
from footnoted.server.framing import BadFraming, Chunks, body_of

_MOST_HEAD_BYTES = 32_768
_MOST_HEAD_LINES = 100
_GRACE = 1.0
"""Seconds after a body's deadline in which the contract's own refusal can still be sent."""
_LAST_MOMENT = 1.0
"""Seconds after the server was told to stop in which a request on its way is still accepted: a client that has just
connected cannot know about it, and closing at once would lose the request that it is sending."""


class Connection(HttpToolsProtocol):
    """A connection with limits: how much it sends, how slowly, and how long it leaves replies unread.

    The parser gets a head only when it is complete: it would wait for the rest forever, and join the pieces of a header
    at quadratic cost. Requests that are sent ahead wait here, so that a client that sends them and leaves is noticed.
    """

    read_seconds: float
    write_seconds: float
    crowd: Crowd

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._timers = asyncio.get_running_loop()
        self._waiting = bytearray()
        self._body_left = 0.0
        self._chunks: Chunks | None = None
        self._is_answering = False
        self._is_last = False
        self._is_unread = False
        self._began: float | None = None
        self._arriving: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self.lost: asyncio.Future[None] = self._timers.create_future()

    # Called by asyncio.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._link = transport
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._set_waiting = self.crowd.member(self, str(peer[0]) if peer else "")
        self._expect_within(self.read_seconds)

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        self._go_on()

    def pause_writing(self) -> None:
        self._is_unread = True
        self._count()
        self._unread_for(self.write_seconds, self._link.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._is_unread = False
        self._count()
        self._unread_for(None)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_waiting(False)
        self._expect_within(None)
        self._unread_for(None)
        if not self.lost.done():
            self.lost.set_result(None)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops: finish the current answer, then close."""
        self._is_last = True
        if self._is_answering:
            super().shutdown()
        else:
            self._expect_within(_LAST_MOMENT)

    # Called by Attended, which is around the app.

    def request_starts(self) -> float:
        """The app has the head; returns when it began to arrive. Until now the deadline applied: a parser may swallow
        a head."""
        if not self._body_left:
            self._expect_within(None)
        return self._began or self._timers.time()

    def request_ends(self) -> None:
        """The app has the whole body."""
        self._body_left = 0
        self._count()
        self._expect_within(None)

    def reply_ends(self) -> None:
        """The reply is complete: take the next request, and close if the client does not read this reply in time."""
        self._is_answering, self._began = False, None
        self._count()
        if self._is_last or self._body_left == inf:  # infinite: it is not known where the next request begins
            return self._link.close()
        if self._link.get_write_buffer_size() and self._unread is None:
            self._unread_for(self.write_seconds, self._abort_unless_flushed)
        self._timers.call_soon(self._go_on)
        return None

    def give_way(self) -> None:
        """Close, because too many connections wait. Nothing is lost but what its reader left unread."""
        if self._link.get_write_buffer_size():
            self._link.abort()
        else:
            self._link.close()

    def _count(self) -> None:
        """Tell the crowd whether this connection waits for its client: to send, or to read a reply."""
        is_awaited = not self._is_answering or self._body_left > 0 or self._is_unread
        self._set_waiting(is_awaited and not self._link.is_closing())

    def _go_on(self) -> None:
        """Pass on complete heads, and what has arrived of a body."""
        while self._waiting and not self._link.is_closing():
            if self._body_left:
                if (part := self._body_part()) is None:
                    return
                self._feed(part)
                if not self._body_left:
                    self._expect_within(None)
                    self._count()
            elif self._is_answering:
                if len(self._waiting) > _MOST_HEAD_BYTES:
                    self._link.abort()
                return
            elif not self._take_head():
                return

    def _body_part(self) -> int | None:
        """How many of the waiting bytes the parser may have; None if not known yet, or if the body is malformed."""
        if self._chunks is None:
            part = int(min(self._body_left, len(self._waiting)))
            self._body_left -= part
            return part
        try:
            part = self._chunks.take(self._waiting)
        except BadFraming:
            self._refuse(b"400 Bad Request")
            return None
        if self._chunks.is_over:
            self._body_left = 0
        return part or None

    def _take_head(self) -> bool:
        """Pass on a head; False if it is not complete yet, or was refused."""
        self._waiting = self._waiting.lstrip(b"\r\n")
        if not self._waiting:
            return False
        if self._began is None:
            self._began = self._timers.time()
            self._expect_within(_LAST_MOMENT if self._is_last else self.read_seconds)
        end = self._waiting.find(b"\r\n\r\n", 0, _MOST_HEAD_BYTES)
        if end < 0 and len(self._waiting) < _MOST_HEAD_BYTES:
            return False
        head = bytes(self._waiting[: end + 4])
        if end < 0 or head.count(b"\n") > _MOST_HEAD_LINES:
            self._refuse(b"431 Request Header Fields Too Large")
            return False
        try:
            body = body_of(head)
        except BadFraming:
            self._refuse(b"400 Bad Request")
            return False
        self._is_answering = True
        self._chunks = body if isinstance(body, Chunks) else None
        self._body_left = inf if isinstance(body, Chunks) else body
        self._count()
        left = self._began + self.read_seconds + _GRACE - self._timers.time()
        self._expect_within(left)
        self._feed(len(head))
        return True

    def _feed(self, count: int) -> None:
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        token = CURRENT.set(self)
        try:
            super().data_received(data)
        finally:
            CURRENT.reset(token)

    def _expect_within(self, seconds: float | None) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
        self._arriving = self._timers.call_later(seconds, self._too_slow) if seconds is not None else None

    def _too_slow(self) -> None:
        if self._is_answering:
            self._link.abort()  # the refusal has been sent, or the client does not read it
        elif self._is_last:
            self._link.close()
        else:
            self._refuse(b"408 Request Timeout")

    def _refuse(self, status: bytes) -> None:
        self._link.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        self._link.close()

    def _unread_for(self, seconds: float | None, then: Callable[[], None] = lambda: None) -> None:
        if self._unread is not None:
            self._unread.cancel()
        self._unread = self._timers.call_later(seconds, then) if seconds is not None else None

    def _abort_unless_flushed(self) -> None:
        self._unread = None
        if self._link.get_write_buffer_size():
            self._link.abort()


CURRENT: ContextVar[Connection | None] = ContextVar("connection", default=None)
"""The connection of the current request: its task inherits the value from the call that delivered the bytes."""
