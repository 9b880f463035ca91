"""Pictures in memory, and some to put there."""

from __future__ import annotations

import struct
import zlib

from footnoted.domain.picture import Image, Picture, Place, PlacedPicture


def png(width: int = 40, height: int = 20, grey: int = 90) -> bytes:
    """A whole PNG of one colour."""
    rows = (b"\0" + bytes([grey]) * width) * height

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


CLUSTER = Picture(Place(0, 43, "Bees in a ball"), Image("image/png", 40, 20, png()))


class FakePictures:
    """The pictures of one page of the made-up book on bees."""

    def __init__(self, *pictures: Picture, book: str = "bees", route: str = "/docs/winter") -> None:
        self._place = book, route
        self._pictures = pictures

    async def of_page(self, book: str, route: str) -> list[PlacedPicture]:
        found = self._pictures if (book, route) == self._place else ()
        return [PlacedPicture(it.place, it.image.name, it.image.width, it.image.height) for it in found]

    async def image(self, book: str, name: str) -> Image | None:
        found = self._pictures if book == self._place[0] else ()
        return next((picture.image for picture in found if picture.image.name == name), None)
