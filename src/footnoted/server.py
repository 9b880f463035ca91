"""The server: opens the parts, wraps every response in its envelope, mounts the contracts and the pages."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import resources
from pathlib import PurePosixPath
from time import perf_counter
from typing import Any, cast
from uuid import uuid4

from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts import CONTRACTS
from footnoted.contracts._callers import Keys, networks
from footnoted.contracts._door import Room
from footnoted.contracts._limits import Limit, Limiter, Limits
from footnoted.contracts._repeats import Replies
from footnoted.domain.errors import Misconfigured
from footnoted.settings import Settings, refuse_open_doors
from footnoted.web.pages import chat_page, reader_fragment, reader_page
from footnoted.wiring import Parts, open_parts

_log = logging.getLogger("footnoted.access")

_LOOPBACK_ORIGINS = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
_PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_WEB = resources.files("footnoted.web")

OpenParts = Callable[[Settings], AbstractAsyncContextManager[Parts]]


def create_app(settings: Settings, open_parts: OpenParts = open_parts) -> ASGIApp:
    """The whole server as one ASGI app; refuses settings that would let strangers in."""
    refuse_open_doors(settings)
    if settings.root_contract not in CONTRACTS:
        raise Misconfigured(f"FOOTNOTED_ROOT_CONTRACT must be one of: {', '.join(sorted(CONTRACTS))}.")
    doors = _doors(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_parts(settings) as parts:
            await parts.engine.health()  # opens what opens on first use, so that no reader waits for it
            yield {"parts": parts, "engine": parts.engine, **doors}

    root = CONTRACTS[settings.root_contract]
    app = Starlette(
        lifespan=lifespan,
        routes=[
            *(Mount(f"/contracts/{name}", contract) for name, contract in CONTRACTS.items()),
            Route("/web/{name}", _web_file),
            Route("/read", _fragment),
            Route("/read/{book}{route:path}", _reader),
            Mount("/", _ChatPageOr(root)),
        ],
    )
    return _with_cors(Envelope(app), settings)


def _doors(settings: Settings) -> dict[str, Any]:
    """What every contract's door goes by; it finds these in the state of each request."""
    keys = [key.strip() for key in settings.api_keys.split(",") if key.strip()]
    limits = Limits(
        Limit(settings.session_limit, 60), Limit(settings.address_limit, 3600), Limit(settings.key_limit, 60)
    )
    return {
        "keys": Keys(keys) if keys else None,
        "limiter": Limiter(limits) if settings.has_rate_limits else None,
        "proxies": networks(settings.proxies),
        "room": Room(settings.max_requests),
        "replies": Replies(),
        "max_body_bytes": settings.max_body_bytes,
        "read_seconds": settings.read_seconds,
        # A little more than the engine has itself, so that what it can still say at its deadline is heard.
        "deadline_seconds": settings.deadline_seconds + 2,
    }


def _with_cors(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Outermost, so that even a failure deep inside can be read by a page on another origin."""
    patterns = [
        re.escape(origin.strip()).replace(r"\*", ".*") for origin in settings.origins.split(",") if origin.strip()
    ]
    if settings.on_loopback:
        patterns.append(_LOOPBACK_ORIGINS)
    return CORSMiddleware(
        app,
        allow_origin_regex="|".join(patterns) or None,
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["Content-Type", "Authorization", "X-API-Key", "Idempotency-Key"],
        expose_headers=["Retry-After", "X-Request-ID"],
        max_age=600,
    )


class Envelope:
    """Gives every request its id, puts it on the response, and logs one line without a word of the question."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request_id, started = uuid4(), perf_counter()
        status = 499  # nobody waited for the answer
        scope.setdefault("state", {})["request_id"] = request_id

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", str(request_id).encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            if _log.isEnabledFor(logging.INFO):
                milliseconds = (perf_counter() - started) * 1000
                _log.info("%s %s %r %d %.1f ms", request_id, scope["method"], scope["path"], status, milliseconds)


class _ChatPageOr:
    """The chat page for a browser at `/`; the root contract for everything else."""

    def __init__(self, contract: ASGIApp) -> None:
        self._contract = contract

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/" and _wants_html(scope):
            return await (await _chat(Request(scope, receive)))(scope, receive, send)
        return await self._contract(scope, receive, send)


def _wants_html(scope: Scope) -> bool:
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


def _parts(request: Request) -> Parts:
    return cast(Parts, request.state.parts)


async def _chat(request: Request) -> Response:
    books = await _parts(request).catalogue.books()
    title = books[0].title if len(books) == 1 else "Your books"
    return HTMLResponse(chat_page(title, []), headers=_PAGE_HEADERS)


async def _web_file(request: Request) -> Response:
    """A script, style or picture of the chat page; nothing else of the package."""
    name = request.path_params["name"]
    kind = _KINDS.get(PurePosixPath(name).suffix)
    file = _WEB / PurePosixPath(name).name
    if kind is None or not file.is_file():
        return PlainTextResponse("There is no such file.", 404)
    return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": "no-cache"})


async def _fragment(request: Request) -> Response:
    catalogue = _parts(request).catalogue
    book = request.query_params.get("book") or (await catalogue.books())[0].name
    passages = await catalogue.page(book, request.query_params.get("route", ""))
    return HTMLResponse(reader_fragment(passages), 200 if passages else 404, headers=_PAGE_HEADERS)


async def _reader(request: Request) -> Response:
    passages = await _parts(request).catalogue.page(request.path_params["book"], request.path_params["route"] or "/")
    return HTMLResponse(reader_page(passages), 200 if passages else 404, headers=_PAGE_HEADERS)
