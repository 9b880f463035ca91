"""MCP over HTTP: one stateless endpoint behind the same door as every contract. Knows nothing about the tools.

The protocol's own package is imported at the first call: it takes longer than the rest of the server together.
"""

from __future__ import annotations

import json
import logging
import re
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any
from uuid import UUID

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from footnoted.contracts.door.access import MCP
from footnoted.contracts.door.gate import Door
from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    ForeignOrigin,
    KeyReused,
    KeyWanted,
    RateLimited,
    ShuttingDown,
    UnknownPath,
)
from footnoted.contracts.door.state import Shared, state_of
from footnoted.domain.errors import AskError
from footnoted.engine.ask import Engine

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

_log = logging.getLogger("footnoted")

_INVALID, _REFUSED, _BROKEN = -32600, -32000, -32603
"""JSON-RPC's codes for an invalid request, for the server's own reasons, and for internal errors."""


class Endpoint:
    """`/mcp` as an ASGI app; answers while ``open`` is entered."""

    def __init__(self, origins: str | None) -> None:
        """``origins`` is a pattern for the pages that may call; a client that is not a page sends no origin."""
        self._origins = re.compile(origins or "(?!)")
        self._engine: Engine | None = None
        self._seconds = 30.0
        self._server: Server[Any] | None = None
        """The server for callers who may see everything; made at the first call."""
        self._door = Door(self._serve, MCP, failure)

    @asynccontextmanager
    async def open(self, engine: Engine, seconds: float) -> AsyncIterator[None]:
        """Answer until left; callers who may see everything have this engine."""
        self._engine, self._seconds = engine, seconds
        yield
        self._engine = self._server = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._door(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = next((str(value, "latin-1") for name, value in scope["headers"] if name == b"origin"), None)
        if origin is not None and not self._origins.fullmatch(origin):
            raise ForeignOrigin(origin)
        if scope["method"] != "POST":
            raise UnknownPath(405, {"Allow": "POST"})  # without sessions there is nothing to subscribe to or to end
        assert self._engine is not None, "the endpoint is not open"
        if self._server is None:  # importing takes half a second, which no other reader should wait for
            await to_thread(import_module, f"{__package__}.server")
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        manager = StreamableHTTPSessionManager(self._server_for(state_of(scope).shared), stateless=True)
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    def _server_for(self, seen: Shared) -> Server[Any]:
        """The books that a caller may see as a server; one with limited rights gets its own for the call."""
        from footnoted.contracts.mcp_server.server import book_server

        assert seen.catalogue is not None, "a server has a catalogue"
        if seen.engine is not self._engine:
            return book_server(seen.engine, seen.catalogue, self._seconds)._lowlevel_server
        self._server = self._server or book_server(seen.engine, seen.catalogue, self._seconds)._lowlevel_server
        return self._server


def failure(error: Exception, request_id: UUID, _language: str = "") -> Response:
    """Any error at the door as JSON-RPC, without an id because the request was not read."""
    status, code, message, headers = _failure(error)
    if status == 500:
        _log.error("request %s failed", request_id, exc_info=error)
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    return Response(json.dumps(body), status, headers, media_type="application/json")


def _failure(error: Exception) -> tuple[int, int, str, dict[str, str]]:
    match error:
        case ForeignOrigin():
            return 403, _REFUSED, "This server does not answer calls from there. See FOOTNOTED_ORIGINS.", {}
        case KeyWanted():
            wanted = "This server wants a key: `Authorization: Bearer` or `X-API-Key`."
            return 401, _REFUSED, wanted, {"WWW-Authenticate": "Bearer"}
        case UnknownPath():
            return error.status, _INVALID, "Only POST is answered here.", dict(error.headers)
        case BodyTooLarge():
            return 413, _INVALID, error.message, {}
        case BodyTooSlow():
            return 400, _INVALID, error.message, {"Connection": "close"}
        case BadInput():
            return 422 if isinstance(error, KeyReused) else 400, _INVALID, f"`{error.field}` {error.fault}.", {}
        case RateLimited():
            wait = {"Retry-After": str(error.retry_after)}
            return 429, _REFUSED, "Too many requests. Please wait a little.", wait
        case ShuttingDown() | AskError():
            return 503, _REFUSED, "The server cannot answer just now. Please try again soon.", {"Retry-After": "5"}
        case _:
            return 500, _BROKEN, "Something went wrong on our side.", {}
