"""Makes small PDFs for tests: words at places, an outline, a title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    x: float
    y: float
    text: str
    size: float = 11
    bold: bool = False


def paragraph(x: float, y: float, lines: Sequence[str], size: float = 11) -> list[Words]:
    """Lines under each other."""
    return [Words(x, y - index * size * 1.25, line, size) for index, line in enumerate(lines)]


def make_pdf(
    pages: Sequence[Sequence[Words]],
    *,
    title: str = "",
    outline: Sequence[tuple[str, int] | tuple[str, int, float]] = (),
    trailer: str = "",
    pages_said: int | None = None,
    packed: Mapping[int, bytes] | None = None,
    pictures: Mapping[int, Sequence[tuple[float, float, float, float]]] | None = None,
    rules: Mapping[int, Sequence[tuple[float, float, float]]] | None = None,
) -> bytes:
    """A PDF of these pages; the outline names titles and pages, counted from 1, and heights on them.

    ``packed`` are pages, counted from 0, that have these deflated operators in place of words. ``pictures`` are places
    on pages, counted from 0, where a small picture is drawn: left, bottom, width and height. ``rules`` are level lines
    on pages, counted from 0: left, right and height.
    """
    objects: dict[int, bytes] = {
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        4: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
        5: f"<< /Title ({_escaped(title)}) >>".encode(),
        7: b"<< /Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8"
        b" /Length 6 >>\nstream\n\xff\x00\x00\x00\x00\xff\nendstream",
    }
    kids = []
    for index, words in enumerate(pages):
        page, content = 100 + 2 * index, 101 + 2 * index
        kids.append(f"{page} 0 R")
        stream = "\n".join(
            f"BT /F{2 if word.bold else 1} {word.size} Tf {word.x} {word.y} Td ({_escaped(word.text)}) Tj ET"
            for word in words
        ).encode("latin-1", "replace")
        for x, right, y in (rules or {}).get(index, ()):
            stream += f"\n0.4 w {x} {y} m {right} {y} l S".encode()
        for x, y, width, height in (pictures or {}).get(index, ()):
            stream += f"\nq {width} 0 0 {height} {x} {y} cm /P Do Q".encode()
        objects[page] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {content} 0 R"
            f" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /P 7 0 R >> >> >>"
        ).encode()
        objects[content] = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)
    for index, stream in (packed or {}).items():
        head = b"<< /Filter /FlateDecode /Length %d >>" % len(stream)
        objects[101 + 2 * index] = head + b"\nstream\n" + stream + b"\nendstream"
    count = len(pages) if pages_said is None else pages_said
    objects[2] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {count} >>".encode()
    marks = range(50, 50 + len(outline))
    for number, (words_, page, *top) in zip(marks, outline, strict=True):
        view = f"/XYZ 0 {top[0]} 0" if top else "/Fit"
        beside = "".join(
            f" /{name} {other} 0 R" for name, other in (("Prev", number - 1), ("Next", number + 1)) if other in marks
        )
        objects[number] = (
            f"<< /Title ({_escaped(words_)}) /Parent 6 0 R{beside} /Dest [{98 + 2 * page} 0 R {view}] >>"
        ).encode()
    if outline:
        objects[6] = f"<< /Type /Outlines /First 50 0 R /Last {marks[-1]} 0 R /Count {len(outline)} >>".encode()
    objects[1] = f"<< /Type /Catalog /Pages 2 0 R{' /Outlines 6 0 R' if outline else ''} >>".encode()
    return _written(objects, trailer)


def _written(objects: dict[int, bytes], trailer: str) -> bytes:
    data = bytearray(b"%PDF-1.7\n")
    places: dict[int, int] = {}
    for number, body in sorted(objects.items()):
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 1\n0000000000 65535 f \n"
    for number, place in places.items():
        data += b"%d 1\n%010d 00000 n \n" % (number, place)
    size = max(objects) + 1
    data += f"trailer << /Size {size} /Root 1 0 R /Info 5 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(data)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
