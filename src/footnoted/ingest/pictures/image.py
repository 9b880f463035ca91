"""Recognises a picture by its bytes: only formats that browsers show safely pass, whatever the file's name.

Knows the heads of the formats; decodes no pixels.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

from footnoted.domain.picture import Image, PictureKind
from footnoted.ingest.files.safe_xml import parse_xml
from footnoted.ingest.manuscript import Unreadable
from footnoted.ingest.pictures.svg import harmless_svg, size_of

MOST_BYTES = 4 * 1024 * 1024
"""Of one picture: a large screenshot has about one million."""
_MOST_PIXELS = 64_000_000
"""What a small file may unpack to in a reader's browser: 8,000 by 8,000."""

Size = tuple[int, int]


def image_of(data: bytes) -> Image | None:
    """The picture; None for anything that is not a picture, is too large, or has a broken header."""
    if not data or len(data) > MOST_BYTES:
        return None
    for kind, begins, size in _FORMATS:
        if re.match(begins, data, re.DOTALL):
            try:
                width, height = size(data)
            except (struct.error, IndexError):
                return None
            return Image(kind, width, height, data) if 0 < width * height <= _MOST_PIXELS else None
    return _svg(data) if b"<svg" in data[:4096].lower() else None


def _svg(data: bytes) -> Image | None:
    try:
        root = parse_xml(data)
    except Unreadable:
        return None
    if root.tag != "svg":
        return None
    width, height = size_of(root)
    return Image("image/svg+xml", width, height, harmless_svg(root))


def _png(data: bytes) -> Size:
    """The first chunk is the header: https://www.w3.org/TR/png-3/#11IHDR."""
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _gif(data: bytes) -> Size:
    """The logical screen: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18."""
    width, height = struct.unpack("<HH", data[6:10])
    return width, height


def _jpeg(data: bytes) -> Size:
    """The frame header of any coding: ITU T.81, table B.1; C4, C8 and CC are not frames."""
    at = 2
    while data[at] == 0xFF:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0


def _webp(data: bytes) -> Size:
    """The canvas, by the first chunk's kind: RFC 9649, sections 2.5 to 2.7."""
    match data[12:16]:
        case b"VP8X":
            width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (part & 0x3FFF for part in struct.unpack("<HH", data[26:30]))
        case _:
            return 0, 0
    return width, height


_FORMATS: tuple[tuple[PictureKind, bytes, Callable[[bytes], Size]], ...] = (
    ("image/png", rb"\x89PNG\r\n\x1a\n....IHDR", _png),
    ("image/jpeg", rb"\xff\xd8\xff", _jpeg),
    ("image/gif", rb"GIF8[79]a", _gif),
    ("image/webp", rb"RIFF....WEBP", _webp),
)
