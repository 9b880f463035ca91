"""The bytes of a page as text, as a browser would decode them. Knows no tags."""

from __future__ import annotations

import codecs
import re

from footnoted.ingest.manuscript import Unreadable

_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._-]{2,40})""", re.IGNORECASE)
_OF_PYTHON = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Encodings that no browser takes; one costs the square of a page's length, in others tags hide in letters."""


def decoded(data: bytes) -> str:
    """The page as text, by its byte-order mark, its own declaration, as UTF-8, or as Windows-1252.

    >>> decoded(b'<meta charset="latin-1">caf\\xe9'), decoded("“".encode())
    ('<meta charset="latin-1">café', '“')
    """
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, "replace")
    if b"\0" in data[:8192]:
        raise Unreadable("not text (it holds NUL bytes)")
    declared = _CHARSET.search(data[:2048])
    for name in (declared[1].decode() if declared else "utf-8", "utf-8"):
        if (text := decoded_as(name, data)) is not None:
            return text
    return data.decode("cp1252", "replace")


def decoded_as(name: str, data: bytes) -> str | None:
    """The page as text in an encoding that pages have; None if this is none of them, or the page is not in it.

    >>> decoded_as("latin-1", b"caf\\xe9"), decoded_as("utf-8", b"caf\\xe9"), decoded_as("punycode", b"caf-dma")
    ('café', None, None)
    """
    try:
        return data.decode(name) if codecs.lookup(name).name not in _OF_PYTHON else None
    except (ValueError, LookupError):
        return None
