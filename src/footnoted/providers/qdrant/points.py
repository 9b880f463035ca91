"""How a passage lies in Qdrant, embedded or not: names, payload and the filters' meaning. Imports no SDK."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from footnoted.domain.book import Passage

MEANING = "meaning"
WORDS = "words"
KEYWORDS = ("route", "page", "section", "chapters")
NUMBERS = ("position",)


def clean(text: str) -> str:
    """Lone surrogates cannot be stored as UTF-8; they become question marks."""
    return text.encode("utf-8", "replace").decode()


def payload(passage: Passage) -> dict[str, Any]:
    """Every field of a passage, and three to filter by: ``section``, ``chapters`` (all that it stands under) and
    ``page``, the URL without anchor."""
    return {
        "book": clean(passage.book),
        "site": clean(passage.site),
        "route": clean(passage.route),
        "anchor": clean(passage.anchor),
        "title": clean(passage.title),
        "headings": [clean(heading) for heading in passage.headings],
        "position": passage.position,
        "order": passage.order,
        "text": clean(passage.text),
        "fragment": clean(passage.fragment),
        "section": clean(passage.section),
        "chapters": [clean(above) for above in (passage.title, *passage.headings)],
        "page": clean(passage.site + passage.route),
    }


def passage(id: object, stored: Mapping[str, Any]) -> Passage:
    """The passage that ``payload`` was made from."""
    return Passage(
        id=str(id),
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
    )


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
    return plain if plain == book else f"{plain}-{zlib.crc32(clean(book).encode()):08x}".lstrip("-")
