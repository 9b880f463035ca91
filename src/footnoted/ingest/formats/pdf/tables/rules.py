"""The horizontal rules that are drawn on a PDF's page. Asks PDFium; knows no text."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

from footnoted.ingest.formats.pdf.tables.frames import Rule

_MOST_DRAWN = 20_000
"""Objects of a page that are looked at; a map has more, and no table is drawn with so many."""
_MOST_POINTS = 50
"""Of one path; a curve of a diagram has hundreds."""
_MOST_RULES = 2_000
_LEVEL = 1.0
"""Points between the ends of a rule."""
_SHORTEST = 3.0


def rules_of(page: Any) -> list[Rule]:
    """Every level line of the page, the edges of boxes included. Points of the page's own coordinates."""
    return list(islice(_rules(page), _MOST_RULES))


def _rules(page: Any) -> Iterator[Rule]:
    from pypdfium2 import raw

    for index in range(min(raw.FPDFPage_CountObjects(page.raw), _MOST_DRAWN)):
        drawn = raw.FPDFPage_GetObject(page.raw, index)
        if raw.FPDFPageObj_GetType(drawn) == raw.FPDF_PAGEOBJ_PATH:
            count = raw.FPDFPath_CountSegments(drawn)
            if 1 < count <= _MOST_POINTS:
                yield from _level_lines(raw, drawn, count)


def _level_lines(raw: Any, drawn: Any, count: int) -> Iterator[Rule]:
    matrix, x, y = raw.FS_MATRIX(), ctypes.c_float(), ctypes.c_float()
    raw.FPDFPageObj_GetMatrix(drawn, matrix)
    points: list[tuple[float, float, bool]] = []
    for index in range(count):
        segment = raw.FPDFPath_GetPathSegment(drawn, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        across = matrix.a * x.value + matrix.c * y.value + matrix.e
        up = matrix.b * x.value + matrix.d * y.value + matrix.f
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            return
        points.append((across, up, kind == raw.FPDF_SEGMENT_MOVETO))
    for (left, start, _), (right, end, is_moved) in pairwise(points):
        if not is_moved and abs(start - end) <= _LEVEL and abs(right - left) >= _SHORTEST:
            yield Rule(min(left, right), max(left, right), (start + end) / 2)
