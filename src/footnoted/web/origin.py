"""Which page a request comes from, according to the browser. Other programs can send anything."""

from __future__ import annotations

from collections.abc import Iterable

OWN_PAGE = "self"
"""A page of this server, under any name and scheme."""


def page_origin(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The page's origin. Browsers send none when our own page reads from us.

    >>> page_origin([(b"host", b"127.0.0.1:8000"), (b"origin", b"https://book.example")])
    'https://book.example'
    >>> page_origin([(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000")])
    'self'
    >>> page_origin([(b"host", b""), (b"origin", b"null")])
    'null'
    """
    given = dict(headers)
    origin = str(given.get(b"origin", b""), "latin-1")
    _, scheme_end, host = origin.partition("://")
    is_own = not origin or (scheme_end != "" and host == str(given.get(b"host", b""), "latin-1"))
    return OWN_PAGE if is_own else origin[:300]


def names_a_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether an origin is sent at all; a browser does so with every request that is not read-only."""
    return any(name == b"origin" for name, _ in headers)
