"""Pictures of a book and their places, for the page that a reader opens. Answers do not use them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, Protocol

PictureKind = Literal["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture's file; its content is known to be of this kind."""

    kind: PictureKind
    width: int
    height: int
    data: bytes

    @property
    def name(self) -> str:
        """Its name in the store: equal pictures on two pages are stored once."""
        return hashlib.sha256(self.data).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture is on its page."""

    position: int
    """Position of its passage among the passages of the page."""
    after: int
    """Characters of the passage's text before it."""
    words: str
    """Its description in the book; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a page, as ingestion found it."""

    place: Place
    image: Image


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """A picture on a page, by its name in the store."""

    place: Place
    name: str
    width: int
    height: int


class PictureStore(Protocol):
    """The pictures of the books that were ingested. Raises DatabaseDown."""

    async def of_page(self, book: str, route: str) -> list[PlacedPicture]:
        """The pictures of a page in reading order."""
        ...

    async def image(self, book: str, name: str) -> Image | None:
        """The file kept under this name."""
        ...
