"""Finds the books that a request names."""

from __future__ import annotations

from fastapi import Request

from footnoted.contracts.door.state import state_of
from footnoted.domain.errors import BookUnknown
from footnoted.domain.ports import Catalogue
from footnoted.domain.text.clean import parts_of

EVERY_BOOK = "footnoted"
"""The name for all books together, for clients that must name something."""


def catalogue(request: Request) -> Catalogue:
    """The catalogue from the request's state."""
    held = state_of(request.scope).shared.catalogue
    assert held is not None, "served without a catalogue"
    return held


def has_catalogue(request: Request) -> bool:
    """Whether there is one; an index that another program made may have none."""
    return state_of(request.scope).shared.catalogue is not None


async def book_of_page(shelf: Catalogue, url: str) -> str | None:
    """The book with the page at this address, such as a site's version or language; None if there is none."""
    address = parts_of(url)
    path = address.path
    origin = f"{address.scheme}://{address.netloc}" if address.netloc else ""
    books = await shelf.books()
    for book in sorted(books, key=lambda book: book.site != origin) if len(books) > 1 else ():
        if origin and book.site and book.site != origin and book.site.startswith("http"):
            continue
        for route in dict.fromkeys((path, path.rstrip("/"), f"{path.rstrip('/')}/", f"{path}.html")):
            if await shelf.page(book.name, route):
                return book.name
    return None


async def book_named(shelf: Catalogue, name: str | None) -> str | None:
    """The book of that name; None means all. Raises BookUnknown with the names there are."""
    if name is None or name == EVERY_BOOK:
        return None
    known = [book.name for book in await shelf.books()]
    if name not in known:
        raise BookUnknown(f"There is no book `{name[:80]}`. There are: {', '.join([*known, EVERY_BOOK])}.")
    return name
