"""The pictures of a PDF's page as a reader sees them: where they are, and drawn again as PNG. Knows no text.

Anything on top of a picture is drawn with it. Drawings made of lines are left out, as tables and frames are lines too.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

_SMALLEST = 40.0
"""Points in either direction: what is smaller is an icon or an ornament."""
_WHOLE_PAGE = 0.8
"""Share of the page; a larger picture is a scan of the page, or its background."""
_TOUCH = 2.0
"""Points between the strips that a picture is often cut into."""
_MOST_OBJECTS = 400
_SCALE, _LONGEST = 2.0, 1600
"""Pixels a point, and of the longer side at the most."""

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points from the page's lower left corner."""


@dataclass(frozen=True, slots=True)
class PdfImage:
    """A picture on a page, which counts from 1."""

    page: int
    box: Box
    data: bytes
    """PNG."""


@dataclass(frozen=True, slots=True)
class NamedImage:
    """The same as a text that another process can send."""

    page: int
    box: Box
    letters: str
    """Its PNG in base64."""


def images_at(pdf: Any, index: int) -> Iterator[PdfImage]:
    """The pictures of one page, from top to bottom."""
    from pypdfium2 import raw

    page = pdf[index]
    try:
        if page.get_rotation():  # positions would have to be rotated too
            return
        width, height = page.get_size()
        found = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)
        boxes = [_within(item.get_bounds(), width, height) for item in islice(found, _MOST_OBJECTS)]
        for box in sorted(joined(boxes), key=lambda box: -box[3]):
            across, high = box[2] - box[0], box[3] - box[1]
            if min(across, high) >= _SMALLEST and across * high < _WHOLE_PAGE * width * height:
                yield PdfImage(index + 1, box, _drawn(page, box, width, height))
    finally:
        page.close()


def _within(bounds: Sequence[float], width: float, height: float) -> Box:
    left, bottom, right, top = bounds
    return max(left, 0.0), max(bottom, 0.0), min(right, width), min(top, height)


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that touch or overlap, as one.

    >>> joined([(0, 0, 10, 10), (0, 11, 10, 20), (50, 0, 60, 10)])
    [(0, 0, 10, 20), (50, 0, 60, 10)]
    """
    apart: list[Box] = []
    for box in boxes:
        near = [other for other in apart if _touch(box, other)]
        while near:
            apart = [other for other in apart if other not in near]
            every = [box, *near]
            box = (
                min(each[0] for each in every),
                min(each[1] for each in every),
                max(each[2] for each in every),
                max(each[3] for each in every),
            )
            near = [other for other in apart if _touch(box, other)]
        apart.append(box)
    return apart


def _touch(box: Box, other: Box) -> bool:
    return (
        box[0] <= other[2] + _TOUCH
        and other[0] <= box[2] + _TOUCH
        and box[1] <= other[3] + _TOUCH
        and other[1] <= box[3] + _TOUCH
    )


def _drawn(page: Any, box: Box, width: float, height: float) -> bytes:
    left, bottom, right, top = box
    scale = min(_SCALE, _LONGEST / max(right - left, top - bottom))
    bitmap = page.render(scale=scale, crop=(left, bottom, width - right, height - top), rev_byteorder=True)
    try:
        return png(bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels, bytes(bitmap.buffer))
    finally:
        bitmap.close()


def png(width: int, height: int, stride: int, channels: int, pixels: bytes) -> bytes:
    """Rows of red, green and blue, or with more channels, as a PNG: https://www.w3.org/TR/png-3/."""
    rows = (pixels[row * stride : row * stride + width * channels] for row in range(height))
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    head = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
