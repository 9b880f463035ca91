"""The server: opens the parts, wraps every response in its envelope, mounts the contracts and the pages."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any, cast
from uuid import UUID

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, request_response
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.contracts import CONTRACTS, USUAL_PLACES
from footnoted.contracts.door.access import CONTRACT_ROUTES, PAGES, refuse_unlisted
from footnoted.contracts.door.callers import Keys
from footnoted.contracts.door.envelope import Envelope
from footnoted.contracts.door.gate import Door, Room
from footnoted.contracts.door.guests import Entrance
from footnoted.contracts.door.hosts import Hosts
from footnoted.contracts.door.limits import UNLIMITED, Limit, Limiter, Limits
from footnoted.contracts.door.metrics import Metrics
from footnoted.contracts.door.origins import Origins, origin_pattern
from footnoted.contracts.door.own_view import Views
from footnoted.contracts.door.refusals import KeyWanted, RateLimited, ShuttingDown
from footnoted.contracts.door.repeats import Replies
from footnoted.contracts.door.state import HouseRules, Shared, state_of
from footnoted.contracts.llms import routes as llms
from footnoted.contracts.mcp_server import Endpoint
from footnoted.contracts.rendering.languages import messages_in
from footnoted.domain.errors import AskError, Misconfigured
from footnoted.domain.language import accepted
from footnoted.domain.text import clean
from footnoted.hooks import Hook
from footnoted.report.as_markdown import as_markdown
from footnoted.report.as_page import as_page
from footnoted.report.compile import Desk, Report, compile_report
from footnoted.settings import Settings, refuse_open_doors
from footnoted.upkeep import upkeep
from footnoted.web import routes as web
from footnoted.web.visitors import Visitors, kept_secret
from footnoted.web.work import Work
from footnoted.wiring import Parts, open_parts

OpenParts = Callable[[Settings], AbstractAsyncContextManager[Parts]]


def create_app(settings: Settings, open_parts: OpenParts = open_parts) -> ASGIApp:
    """The whole server as one ASGI app; refuses to start with settings that would let strangers in."""
    if settings.root_contract not in CONTRACTS:
        raise Misconfigured(f"FOOTNOTED_ROOT_CONTRACT must be one of: {', '.join(sorted(CONTRACTS))}.")
    for name, contract in CONTRACTS.items():
        refuse_unlisted(name, CONTRACT_ROUTES[name], contract.routes)
    rules = _rules(settings)
    mcp = Endpoint(_origins(settings))
    metrics = _metrics(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with open_parts(settings) as parts:
            keys = await _keys(settings, parts)
            async with mcp.open(parts.engine, parts.catalogue, settings.deadline_seconds), upkeep(parts, settings):
                await parts.engine.health()  # opens what opens on first use, so that no reader waits for it
                state = _lifespan_state(settings, parts, replace(rules, keys=keys))
                try:
                    yield state
                finally:
                    if state["hook"]:
                        await state["hook"].close()

    root = CONTRACTS[settings.root_contract]
    app = Starlette(
        lifespan=lifespan,
        routes=[
            *(Mount(f"/contracts/{name}", contract) for name, contract in CONTRACTS.items()),
            *(Mount(place, CONTRACTS[name]) for place, name in USUAL_PLACES.items()),
            Route("/mcp", mcp, methods=None),
            *_page_routes(root, metrics),
            Mount("/", root),
        ],
    )
    names = [settings.host, *settings.hosts, *settings.origins, *([settings.site_url] if settings.site_url else [])]
    return Origins(Envelope(Hosts(app, names), metrics), _origins(settings))


def _origins(settings: Settings) -> str | None:
    return origin_pattern(settings.origins, on_loopback=settings.on_loopback)


def _lifespan_state(settings: Settings, parts: Parts, rules: HouseRules) -> dict[str, Any]:
    """What every request finds in its state."""
    replies = Replies(parts.replies) if parts.replies else None
    views = Views(parts.budget, parts.writing) if parts.budget and parts.writing else None
    secret = settings.webhook_secret
    limiter = replace(rules.limiter, counter=parts.counter) if rules.limiter else None
    return {
        "shared": Shared(
            parts.engine, parts.catalogue, replace(rules, limiter=limiter, replies=replies), views, parts.tracer
        ),
        "desk": Desk(parts.engine, parts.embedder, parts.catalogue, parts.log) if parts.log else None,
        "site": _site(settings, parts, rules.keys),
        "hook": Hook(secret, parts.catalogue, parts.replies) if secret and parts.replies else None,
    }


def _rules(settings: Settings) -> HouseRules:
    """What every door goes by."""
    limits = Limits(
        Limit(settings.session_limit, 60),
        Limit(settings.address_limit, 3600),
        Limit(settings.key_limit, 60),
        Limit(settings.reading_limit, 60),
    )
    own_only = UNLIMITED if settings.rate_limits == "auto" else None
    counted = limits if settings.has_rate_limits else own_only
    return HouseRules(
        limiter=Limiter(counted) if counted else None,
        proxies=settings.proxies,
        room=Room(settings.max_requests),
        max_body_bytes=settings.max_body_bytes,
        read_seconds=settings.read_seconds,
        # A little more than the engine has itself, so that what it can still say at its deadline is heard.
        deadline_seconds=settings.deadline_seconds + 2,
    )


async def _keys(settings: Settings, parts: Parts) -> Keys:
    """The keys of the settings and of the database; refuses to let strangers in for want of both."""
    keys = Keys(
        settings.api_keys,
        settings.admin_keys,
        on_loopback=settings.on_loopback,
        is_public=settings.public,
        store=parts.keys,
        entrance=_entrance(settings),
        guest_calls=settings.daily_model_calls,
    )
    await keys.look()
    refuse_open_doors(settings, has_keys=keys.wants_key)
    return keys


def _entrance(settings: Settings) -> Entrance | None:
    """Where visitors come in, if they may."""
    if not settings.visitors:
        return None
    visitors = Visitors(_visitor_secret(settings))
    return Entrance(visitors, re.compile(_origins(settings) or "(?!)"), settings.daily_model_calls)


def _visitor_secret(settings: Settings) -> bytes:
    if settings.visitor_secret:
        return settings.visitor_secret.encode()
    return kept_secret(settings.data_dir / "visitors.secret")


def _metrics(settings: Settings) -> Metrics | None:
    if not settings.metrics:
        return None
    mounts = {f"/contracts/{name}": name for name in CONTRACTS} | USUAL_PLACES | {"": settings.root_contract}
    return Metrics(mounts)


async def _no_metrics(request: Request) -> Response:
    return PlainTextResponse("Metrics are off. Set FOOTNOTED_METRICS=true.", 404)


def _site(settings: Settings, parts: Parts, keys: Keys) -> web.Site:
    """What our own pages go by."""
    visitors = keys.entrance.visitors if keys.entrance else None
    work = Work(_visitor_secret(settings), settings.visitor_work) if visitors and settings.visitor_work else None
    entry: web.Entry = "visitor" if visitors else "key" if keys.wants_key else "open"
    return web.Site(parts.catalogue, tuple(settings.origins), entry, visitors, work, parts.pictures)


def _page_routes(root: ASGIApp, metrics: Metrics | None) -> list[Route]:
    """The server's own pages, each behind the door with what the table says of it."""
    endpoints: dict[str, ASGIApp] = {
        "/": _ChatPageOr(root),
        "/live": request_response(_live),
        "/ready": request_response(_ready),
        "/metrics": request_response(metrics.page if metrics else _no_metrics),
        "/hooks/ingest": request_response(_hook),
        "/widget.js": request_response(web.widget),
        "/web/welcome": request_response(web.welcome),
        "/web/visitor": request_response(web.visitor),
        "/web/contents": request_response(web.book_contents),
        "/web/page": request_response(web.book_page),
        "/web/picture": request_response(web.picture),
        "/web/{name}": request_response(web.web_file),
        "/read/{book}{route:path}": request_response(_reader),
        "/author": request_response(_author),
        "/author/report.md": request_response(_author_markdown),
        "/llms.txt": request_response(llms.short),
        "/llms-full.txt": request_response(llms.full),
    }
    return [
        Route(rule.path, Door(_OwnSite(endpoints[rule.path]), [rule], _page_failure), methods=[rule.method])
        for rule in PAGES
    ]


class _OwnSite:
    """Shows a page's caller the books that the door let it see."""

    def __init__(self, page: ASGIApp) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        site, seen = scope["state"]["site"], state_of(scope).shared.catalogue
        if seen is not None and seen is not site.catalogue:
            scope["state"]["site"] = replace(site, catalogue=seen)
        return await self._page(scope, receive, send)


def _page_failure(error: Exception, request_id: UUID, languages: str = "") -> Response:
    """What went wrong with a page, as plain text."""
    said = messages_in(accepted(languages))
    match error:
        case KeyWanted():
            return PlainTextResponse(said.key_wanted, 401, {"WWW-Authenticate": "Bearer"})
        case RateLimited():
            return PlainTextResponse(
                "Too many requests. Please wait a little.", 429, {"Retry-After": str(error.retry_after)}
            )
        case AskError() | ShuttingDown():
            return PlainTextResponse(
                "The book cannot be read just now. Please try again soon.", 503, {"Retry-After": "5"}
            )
        case _:
            logging.getLogger("footnoted").error("request %s failed", request_id, exc_info=error)
            return PlainTextResponse("Something went wrong on our side.", 500)


class _ChatPageOr:
    """The chat page for a browser at `/`; the root contract for everything else."""

    def __init__(self, contract: ASGIApp) -> None:
        self._contract = contract

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if any(name == b"accept" and b"text/html" in value for name, value in scope["headers"]):
            return await (await web.chat(Request(scope, receive)))(scope, receive, send)
        return await self._contract(scope, receive, send)


async def _hook(request: Request) -> Response:
    """Indexes a book again; off without a secret."""
    hook: Hook | None = request.state.hook
    if hook is None:
        return PlainTextResponse("There is no webhook here. Set FOOTNOTED_WEBHOOK_SECRET.", 404)
    return await hook.page(request)


async def _live(request: Request) -> Response:
    """The process answers; says nothing of its parts."""
    return PlainTextResponse("ok")


async def _ready(request: Request) -> Response:
    """The parts are open: the server does not listen before they are."""
    return PlainTextResponse("ok")


async def _reader(request: Request) -> Response:
    """A page of the book: a document of its own, or its Markdown where that is asked for."""
    book, route = request.path_params["book"], request.path_params["route"] or "/"
    return await llms.markdown_page(request, clean(book), clean(route)) or await web.reader(request)


async def _author(request: Request) -> Response:
    """What readers asked, for the author."""
    return HTMLResponse(as_page(await _report(request)), headers=web.page_headers())


async def _author_markdown(request: Request) -> Response:
    return PlainTextResponse(as_markdown(await _report(request)), media_type="text/markdown")


async def _report(request: Request) -> Report:
    given = request.query_params.get("days", "")
    days = min(max(int(given), 1), 3650) if given.isdecimal() and len(given) < 6 else 30
    return await compile_report(cast(Desk, request.state.desk), days)
