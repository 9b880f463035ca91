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


class Hosts:
    """Passes on requests for a name that is ours; all others get 421."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        known = [_host(name) for name in names]
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
            return True  # HTTP/1.0; browsers always send the header
        name = name_in(given[0])
        if len(given) > 1 or not name:
            return False
        if name in self._exact or name.endswith(self._endings):
            return True
        return is_loopback(name) or _address(name) is not None


def name_in(host: bytes) -> str:
    """The name or address in a Host header, in lower case and without its port; empty if the header is malformed.

    >>> name_in(b"Book.example.:8000"), name_in(b"[::1]:80"), name_in(b"localhost/evil")
    ('book.example', '::1', '')
    """
    found = _AUTHORITY.fullmatch(str(host, "latin-1").lower())
    return found["name"].strip("[]").removesuffix(".") if found else ""


def is_loopback(name: str) -> bool:
    """Whether a name or address is that of the machine itself.

    >>> [is_loopback(name) for name in ("localhost", "a.localhost", "127.0.0.2", "::1", "192.0.2.7", "my-localhost")]
    [True, True, True, True, False, False]
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def _host(name: str) -> str:
    """The host of a name, an origin or a site's address.

    >>> _host("https://Book.example:8443/docs"), _host("book.example.:80"), _host("https://*.example")
    ('book.example', 'book.example', '*.example')
    >>> _host("https://me@book.example"), _host("http://[::1]:8000")
    ('book.example', '::1')
    """
    bare = urlsplit(name if "://" in name else f"//{name}").netloc.rpartition("@")[2].lower()
    return re.sub(r":\d*$", "", bare).strip("[]").removesuffix(".")


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
