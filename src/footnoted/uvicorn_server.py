"""How the server listens: uvicorn, with a deadline for each request to arrive and a clean end for open streams."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_SHUTDOWN_SECONDS = 8
"""Seconds that open answers have to finish after SIGTERM; then each stream ends with its contract's error."""


def server(app: ASGIApp, read_seconds: float, **options: Any) -> uvicorn.Server:
    """A uvicorn server for the app, which itself decides which proxy headers to trust."""
    protocol = type("Protocol", (_Deadlines,), {"read_seconds": read_seconds})
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        **options,
    )
    return uvicorn.Server(config)


def listen(app: ASGIApp, door: socket.socket, read_seconds: float) -> None:
    """Serve on the bound socket until the process is told to stop."""
    server(app, read_seconds).run(sockets=[door])


class _Deadlines(HttpToolsProtocol):
    """Hangs up on connections whose request does not arrive in time: uvicorn itself would wait without end.

    A slow body is first refused in the contract's words, by its door; the connection ends some time after that.
    """

    read_seconds: float
    _alarm: asyncio.TimerHandle | None = None

    def _set_alarm(self, seconds: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._hang_up) if seconds else None

    def _hang_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_alarm(self.read_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_alarm(None)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._set_alarm(self.read_seconds)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._set_alarm(2 * self.read_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._set_alarm(None)
