"""CORS: the origins whose pages may read replies; a refused page is logged with the setting that allows it."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import cached_property

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.web.origin import OWN_PAGE, page_origin

_OF_CLIENTS = ("mcp-", "x-stainless-")
"""Prefixes of headers that MCP's and OpenAI's clients send; the headers differ from version to version."""
_NAME = re.compile("[A-Za-z0-9-]{1,60}")
_LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
_ANY_ORIGIN = r"(?=(?:null|[a-z][a-z0-9+.-]*://(?:\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{1,5})?)\Z)"
"""What an origin may look like: no path, user or query. Checked first, because ``*`` in a pattern would match these."""


def origin_pattern(origins: Sequence[str], *, on_loopback: bool) -> str | None:
    """A pattern of the origins whose pages may call; ``*`` stands for any part of one.

    >>> found = re.compile(origin_pattern(["https://*.docs.example"], on_loopback=False) or "")
    >>> [bool(found.fullmatch(f"https://{host}.docs.example")) for host in ("a", "a.b", "evil.example/", "evil@a")]
    [True, True, False, False]
    """
    patterns = [_pattern(origin) for origin in origins]
    if on_loopback:
        patterns.append(_LOOPBACK)
    return "|".join(patterns) or None


def _pattern(origin: str) -> str:
    exact = re.escape(origin)
    return _ANY_ORIGIN + exact.replace(r"\*", ".*") if "*" in origin else exact


class Origins(CORSMiddleware):
    """Lets pages of known origins read replies. Outermost, so that even a failure deep inside can be read."""

    _MOST_TOLD = 100

    def __init__(self, app: ASGIApp, pattern: str | None) -> None:
        super().__init__(
            app,
            allow_origin_regex=pattern,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Content-Type", "Authorization", "X-API-Key", "Idempotency-Key", "Last-Event-ID"],
            expose_headers=["Retry-After", "X-Request-ID", "Mcp-Session-Id", "Mcp-Protocol-Version"],
            max_age=600,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["headers"]:
            origin = page_origin(scope["headers"])
            if origin != OWN_PAGE and origin not in self._told and not self.is_allowed_origin(origin):
                self._tell(origin)
        await super().__call__(scope, receive, send)

    def preflight_response(self, request_headers: Headers) -> Response:
        """Starlette's response, which also allows the headers of known clients."""
        wanted = [name.strip() for name in request_headers.get("access-control-request-headers", "").split(",")]
        known = [name for name in wanted if name.lower().startswith(_OF_CLIENTS) and _NAME.fullmatch(name)]
        if not known:
            return super().preflight_response(request_headers)
        asked = MutableHeaders(raw=list(request_headers.raw))
        del asked["access-control-request-headers"]
        if others := [name for name in wanted if name not in known]:
            asked["access-control-request-headers"] = ", ".join(others)
        response = super().preflight_response(asked)
        allowed = response.headers.get("access-control-allow-headers", "")
        response.headers["access-control-allow-headers"] = ", ".join([*filter(None, [allowed]), *known])
        return response

    @cached_property
    def _told(self) -> set[str]:
        return set()

    def _tell(self, origin: str) -> None:
        if len(self._told) < self._MOST_TOLD:
            self._told.add(origin)
            logging.getLogger("footnoted").warning(
                "a page of %r may not read replies; FOOTNOTED_ORIGINS lists the origins that may", origin
            )
