"""Reads sitemaps, and index files that name others. Does not fetch them.

https://www.sitemaps.org/protocol.html
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.safe_xml import parse_xml
from footnoted.ingest.manuscript import Unreadable

_MOST_BYTES = 52_428_800
"""The protocol's limit for one sitemap, unpacked."""
_MOST_ADDRESSES = 100_000
"""Twice the protocol's limit for one sitemap."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    pages: tuple[str, ...]
    others: tuple[str, ...]
    """Sitemaps that this one names."""


def read_sitemap(data: bytes) -> Sitemap:
    """Raises Unreadable for what is not a sitemap."""
    if data[:2] == b"\x1f\x8b":
        data = _unpacked(data)
    root = parse_xml(data)
    if root.tag not in ("urlset", "sitemapindex"):
        raise Unreadable("not a sitemap")
    places = []
    for entry in root:
        place = entry.find("loc")
        if place is not None and place.text and place.text.strip():
            places.append(place.text.strip())
        if len(places) >= _MOST_ADDRESSES:
            break
    return Sitemap((), tuple(places)) if root.tag == "sitemapindex" else Sitemap(tuple(places), ())


def on_site(places: Sequence[str], origin: str) -> list[str]:
    """The addresses that are on this site; a sitemap made for another host counts by its paths.

    >>> on_site(["https://wrong.example/a", "https://wrong.example/b"], "http://localhost:3000")
    ['http://localhost:3000/a', 'http://localhost:3000/b']
    >>> on_site(["https://a.example/x", "https://b.example/y"], "https://a.example")
    ['https://a.example/x']
    """
    origins = Counter(_origin(place) for place in places)
    if origin in origins or len(origins) != 1:
        return [place for place in places if _origin(place) == origin]
    return [origin + place[len(_origin(place)) :] for place in places]


def _origin(url: str) -> str:
    try:
        parts = parts_of(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj(47)
    try:
        unpacked = unpacker.decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise Unreadable("its gzip data is broken") from error
    if unpacker.unconsumed_tail:
        raise Unreadable("the sitemap is too large")
    return unpacked
