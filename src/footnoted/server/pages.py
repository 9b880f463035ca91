"""The server's own pages, each behind the door: the chat page, the reader, the author's report, health, the webhook."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import cast
from uuid import UUID

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, request_response
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.contracts.door.access import PAGES, Access, Rule
from footnoted.contracts.door.gate import Door
from footnoted.contracts.door.metrics import Metrics
from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyReused,
    KeyWanted,
    RateLimited,
    ShuttingDown,
)
from footnoted.contracts.door.state import state_of
from footnoted.contracts.llms import routes as llms
from footnoted.contracts.rendering.languages import SPOKEN, messages_in
from footnoted.domain.errors import AskError
from footnoted.domain.text.clean import clean
from footnoted.domain.text.language import accepted
from footnoted.report.as_markdown import as_markdown
from footnoted.report.as_page import as_page
from footnoted.report.compile import Report, ReportSources, compile_report
from footnoted.server.hooks import Hook
from footnoted.web import routes as web

_ASKED_BY_BROWSER = 'Basic realm="Footnoted: an admin key as the password", charset="UTF-8"'


async def _no_metrics(request: Request) -> Response:
    return PlainTextResponse("Metrics are off. Set FOOTNOTED_METRICS=true.", 404)


def page_routes(root: ASGIApp, metrics: Metrics | None) -> list[Route]:
    """The server's own pages, each behind the door with its rule from the access table."""
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
        Route(rule.path, Door(_OwnSite(endpoints[rule.path]), [rule], _failure_of(rule)), methods=[rule.method])
        for rule in PAGES
    ]


class _OwnSite:
    """Limits a page to the books that its caller may see."""

    def __init__(self, page: ASGIApp) -> None:
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        site, seen = scope["state"]["site"], state_of(scope).shared.catalogue
        if seen is not None and seen is not site.catalogue:
            scope["state"]["site"] = replace(site, catalogue=seen)
        return await self._page(scope, receive, send)


def _failure_of(rule: Rule) -> Callable[[Exception, UUID, str], Response]:
    """Browsers ask the user for a key on the author's pages; the readers' pages ask by themselves."""
    return partial(_page_failure, challenge=_ASKED_BY_BROWSER if rule.access is Access.ADMIN else "Bearer")


def _page_failure(error: Exception, request_id: UUID, languages: str = "", *, challenge: str) -> Response:
    """A page's error as plain text."""
    messages = messages_in(accepted(languages, SPOKEN))
    match error:
        case KeyWanted():
            return PlainTextResponse(messages.key_wanted, 401, {"WWW-Authenticate": challenge})
        case RateLimited():
            return PlainTextResponse(messages.rate_limited, 429, {"Retry-After": str(error.retry_after)})
        case BodyTooLarge():
            return PlainTextResponse(error.message, 413)
        case BodyTooSlow():
            return PlainTextResponse(error.message, 400, {"Connection": "close"})
        case BadInput():
            return PlainTextResponse(f"{error.field} is not valid.", 422 if isinstance(error, KeyReused) else 400)
        case AskError() | ShuttingDown():
            return PlainTextResponse(messages.unavailable, 503, {"Retry-After": "5"})
        case _:
            logging.getLogger("footnoted").error("request %s failed", request_id, exc_info=error)
            return PlainTextResponse(messages.internal, 500)


class _ChatPageOr:
    """The chat page at `/` for clients that accept HTML; the root contract for all others."""

    def __init__(self, contract: ASGIApp) -> None:
        self._contract = contract

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepted = [value for name, value in scope["headers"] if name == b"accept"]
        if not accepted or any(kind in value for kind in (b"text/html", b"*/*") for value in accepted):
            return await (await web.chat(Request(scope, receive)))(scope, receive, send)
        return await self._contract(scope, receive, send)


async def _hook(request: Request) -> Response:
    """Indexes a book again; off without a secret."""
    hook: Hook | None = request.state.hook
    if hook is None:
        return PlainTextResponse("There is no webhook here. Set FOOTNOTED_WEBHOOK_SECRET.", 404)
    return await hook.page(request)


async def _live(request: Request) -> Response:
    """The process answers; says nothing about its parts."""
    return PlainTextResponse("ok")


async def _ready(request: Request) -> Response:
    """The parts are open: the server does not listen before they are."""
    return PlainTextResponse("ok")


async def _reader(request: Request) -> Response:
    """A page of the book as a document, or as Markdown if that is requested."""
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
    return await compile_report(cast(ReportSources, request.state.report_sources), days)
