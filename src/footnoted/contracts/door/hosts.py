"""Refuses requests for host names that are not ours (DNS rebinding).

An IP address as Host is always accepted: such a request was not led here by a name.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_log = logging.getLogger("footnoted")

_AUTHORITY = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::\d{0,5})?")
_LOOPBACK = ("localhost", "*.localhost")


class Hosts:
    """Passes on requests for a name that is ours; all others get 421."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        known = [_host(name) for name in (*_LOOPBACK, *names)]
        self._exact = {name for name in known if not name.startswith("*.")}
        self._endings = tuple(name[1:] for name in known if name.startswith("*."))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_ours(scope):
            _log.warning("a request for a foreign Host was refused; FOOTNOTED_HOSTS lists the names of this server")
            refused = PlainTextResponse("This server is not called by that name. Add it to FOOTNOTED_HOSTS.", 421)
            return await refused(scope, receive, send)
        return await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        given = [value for name, value in scope["headers"] if name == b"host"]
        if not given:
            return True  # HTTP/1.0; a browser always says whom it means
        found = _AUTHORITY.fullmatch(str(given[0], "latin-1").lower())
        if len(given) > 1 or found is None:
            return False
        name = found["name"].strip("[]").removesuffix(".")
        return _is_address(name) or name in self._exact or name.endswith(self._endings)


def _host(name: str) -> str:
    """The host of a name, an origin or a site's address.

    >>> _host("https://Book.example:8443/docs"), _host("book.example:80"), _host("https://*.example")
    ('book.example', 'book.example', '*.example')
    """
    bare = urlsplit(name if "://" in name else f"//{name}").netloc.rpartition("@")[2].lower()
    return re.sub(r":\d*$", "", bare).strip("[]").removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
