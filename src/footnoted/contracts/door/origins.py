"""Pages of which origins may read replies (CORS); an author whose page is refused finds in the log what to set."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from functools import cached_property

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.web.origin import OWN_PAGE, page_origin

_LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"


def origin_pattern(origins: Sequence[str], *, on_loopback: bool) -> str | None:
    """A pattern of the origins whose pages may call; ``*`` stands for any characters."""
    patterns = [re.escape(origin).replace(r"\*", ".*") for origin in origins]
    if on_loopback:
        patterns.append(_LOOPBACK)
    return "|".join(patterns) or None


class Origins(CORSMiddleware):
    """Lets pages of known origins read replies. Outermost, so that even a failure deep inside can be read."""

    _MOST_TOLD = 100

    def __init__(self, app: ASGIApp, pattern: str | None) -> None:
        super().__init__(
            app,
            allow_origin_regex=pattern,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Content-Type", "Authorization", "X-API-Key", "Idempotency-Key", "Last-Event-ID"],
            expose_headers=["Retry-After", "X-Request-ID"],
            max_age=600,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["headers"]:
            origin = page_origin(scope["headers"])
            if origin != OWN_PAGE and origin not in self._told and not self.is_allowed_origin(origin):
                self._tell(origin)
        await super().__call__(scope, receive, send)

    @cached_property
    def _told(self) -> set[str]:
        return set()

    def _tell(self, origin: str) -> None:
        if len(self._told) < self._MOST_TOLD:
            self._told.add(origin)
            logging.getLogger("footnoted").warning(
                "a page of %r may not read replies; FOOTNOTED_ORIGINS lists the origins that may", origin
            )
