"""The books that are served, for the contracts that name them."""

from __future__ import annotations

from fastapi import Request

from footnoted.contracts.door.state import state_of
from footnoted.domain.errors import BookUnknown
from footnoted.domain.ports import Catalogue

EVERY_BOOK = "footnoted"
"""A name for all books together, where a client must name something."""


def catalogue(request: Request) -> Catalogue:
    """The catalogue that the server put into the request's state."""
    held = state_of(request.scope).shared.catalogue
    assert held is not None, "served without a catalogue"
    return held


def has_catalogue(request: Request) -> bool:
    """Whether there is one: an index that something else made may have none."""
    return state_of(request.scope).shared.catalogue is not None


async def book_named(shelf: Catalogue, name: str | None) -> str | None:
    """The book of that name; None stands for all. Raises BookUnknown with the names there are."""
    if name is None or name == EVERY_BOOK:
        return None
    known = [book.name for book in await shelf.books()]
    if name not in known:
        raise BookUnknown(f"There is no book `{name[:80]}`. There are: {', '.join([*known, EVERY_BOOK])}.")
    return name
