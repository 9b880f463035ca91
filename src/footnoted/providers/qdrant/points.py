"""How a passage lies in Qdrant, embedded or not: names, payload and the filters' meaning. Imports no SDK."""

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
"""In a collection that books share: which state of which book a point belongs to."""
ALL_WORDS = "all-words"
"""There, the same words weighed over all books; ``WORDS`` are weighed by who asks, over the one book asked."""


def payload(passage: Passage) -> dict[str, Any]:
    """Every field of a passage, and three to filter by: ``section``, ``chapters`` (all that it stands under) and
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
    """The passage that ``payload`` was made from."""
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
    """Under which ids the passages before and after it lie, if there are so many."""
    places = range(max(0, of.position - reach), of.position + reach + 1)
    return [passage_id(of.book, of.route, place) for place in places if place != of.position]


def prefix_key(prefix: str) -> str:
    """Which stored field a URL prefix is compared with: a whole URL with the page's, a path with its route."""
    return "page" if "://" in prefix else "route"


def covered(prefix: str, pages: Iterable[str]) -> list[str]:
    """The pages a prefix covers; one with an anchor means a single page.

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
