"""Gathers the pictures of a page: finds their files, checks them, and finds their places on the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from footnoted.domain.book import Passage
from footnoted.domain.picture import Picture
from footnoted.ingest.manuscript import Leaf, Reading
from footnoted.ingest.pictures.find import image_bytes
from footnoted.ingest.pictures.image import image_of
from footnoted.ingest.pictures.place import places

_MOST_OF_PAGE, _MOST_ON_PAPER = 100, 2000
"""Pictures of one page, and of a PDF, which is one page of the book however many it has."""
_MOST_OF_BOOK = 256 * 1024 * 1024
"""Bytes of pictures that one run keeps; of later ones only the description is kept."""


class Album:
    """Gathers pictures page by page, up to the limit for a book."""

    def __init__(self, root: Path, site: str) -> None:
        self._root, self._site = root, site
        self._sizes: dict[str, int] = {}

    def of_page(self, leaf: Leaf, reading: Reading, passages: Sequence[Passage]) -> tuple[Picture, ...]:
        """The pictures that the page names and the book has."""
        named = reading.pictures[: _MOST_ON_PAPER if reading.on_paper else _MOST_OF_PAGE]
        if not named or not passages:
            return ()
        kept: list[Picture] = []
        for picture, place in zip(named, places(named, passages), strict=True):
            data = image_bytes(picture.address, leaf, self._root, self._site)
            image = image_of(data) if data else None
            if image is None:
                continue
            self._sizes[image.name] = len(image.data)
            if sum(self._sizes.values()) > _MOST_OF_BOOK:
                return tuple(kept)
            kept.append(Picture(place, image))
        return tuple(kept)
