"""Pictures of a book and where they stand, for the page that a reader opens. No answer is made from them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, Protocol

PictureKind = Literal["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml"]


@dataclass(frozen=True, slots=True)
class Image:
    """The file of a picture, known to be of its kind."""

    kind: PictureKind
    width: int
    height: int
    data: bytes

    @property
    def name(self) -> str:
        """What it is kept under: equal pictures on two pages are kept once."""
        return hashlib.sha256(self.data).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture stands on its page."""

    position: int
    """Place of its passage among the passages of the page."""
    after: int
    """Characters of the passage's text that stand before it."""
    words: str
    """What it shows, as the book says; empty where the book does not say."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a page, as ingestion found it."""

    place: Place
    image: Image


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture on a page, as the page names it."""

    place: Place
    name: str
    width: int
    height: int


class PictureStore(Protocol):
    """The pictures of the books that were ingested. Raises DatabaseDown."""

    async def of_page(self, book: str, route: str) -> list[Shown]:
        """The pictures of a page in reading order."""
        ...

    async def image(self, book: str, name: str) -> Image | None:
        """The file kept under this name."""
        ...
