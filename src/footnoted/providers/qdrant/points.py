"""How a passage is stored in Qdrant, embedded or on a server: names, payload, meaning of filters. Imports no SDK."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from footnoted.domain.book import Passage, passage_id
from footnoted.domain.text.parts import as_rows, from_rows
from footnoted.providers.utf8 import encodable

MEANING = "meaning"
WORDS = "words"
KEYWORDS = ("route", "page", "section", "chapters", "anchor")
"""Payload fields that searches are narrowed by, each with an index."""
TENANT = "tenant"
"""In a shared collection: which revision of which book a point belongs to."""
ALL_WORDS = "all-words"
"""In a shared collection: the same words, weighted over all books; ``WORDS`` are weighted over the one book asked."""

EXPLORED = 256
"""Candidates that a search through a graph goes on from. With Qdrant's own 100 an embedded book of 100,000 passages had
a recall@10 of 0.872, with 256 of 0.978, for a millisecond of processor time (docs/operations.md)."""


def payload(passage: Passage) -> dict[str, Any]:
    """Every field of a passage, and three for filters: ``section``, ``chapters`` (all headings above it) and
    ``page``, the URL without anchor."""
    return {
        "book": encodable(passage.book),
        "site": encodable(passage.site),
        "route": encodable(passage.route),
        "anchor": encodable(passage.anchor),
        "title": encodable(passage.title),
        "headings": [encodable(heading) for heading in passage.headings],
        "position": passage.position,
        "order": passage.order,
        "text": encodable(passage.text),
        "fragment": encodable(passage.fragment),
        "fragments": [[start, encodable(words)] for start, words in passage.fragments],
        "parts": as_rows(passage.parts),
        "role": passage.role,
        "language": passage.language,
        "section": encodable(passage.section),
        "chapters": [encodable(above) for above in (passage.title, *passage.headings)],
        "page": encodable(passage.site + passage.route),
    }


def passage(id: object, stored: Mapping[str, Any]) -> Passage:
    """The passage from its payload."""
    return Passage(
        id=stored.get("id") or str(id),
        book=stored["book"],
        site=stored["site"],
        route=stored["route"],
        anchor=stored["anchor"],
        title=stored["title"],
        headings=tuple(stored["headings"]),
        position=stored["position"],
        order=stored["order"],
        text=stored["text"],
        fragment=stored["fragment"],
        fragments=tuple((start, words) for start, words in stored.get("fragments", ())),
        role=stored.get("role", "text"),
        language=stored.get("language", ""),
        kept=from_rows(stored.get("parts")),
    )


def ids_around(of: Passage, reach: int) -> list[str]:
    """The ids of the passages before and after it, whether they exist or not."""
    places = range(max(0, of.position - reach), of.position + reach + 1)
    return [passage_id(of.book, of.route, place) for place in places if place != of.position]


def prefix_key(prefix: str) -> str:
    """The stored field that a URL prefix is compared with: the page's URL for a whole URL, its route for a path."""
    return "page" if "://" in prefix else "route"


def covered(prefix: str, pages: Iterable[str]) -> list[str]:
    """The pages that start with a prefix; one with an anchor means a single page.

    >>> covered("/docs/mod", ["/docs/mod1", "/docs/intro"])
    ['/docs/mod1']
    """
    start, anchor, _ = prefix.partition("#")
    return [page for page in pages if (page == start if anchor else page.startswith(start))]


def slug(book: str) -> str:
    """A name for files and collections; different books have different ones.

    >>> slug("my-book"), slug("My Book")
    ('my-book', 'my-book-1fcf6bd9')
    """
    plain = re.sub(r"[^a-z0-9]+", "-", book.lower()).strip("-")[:40]
    return plain if plain == book else f"{plain}-{zlib.crc32(encodable(book).encode()):08x}".lstrip("-")
