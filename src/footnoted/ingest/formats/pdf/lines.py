"""A PDF's pages with their runs and frames, and its outline. Knows no layout.

PDFium is not thread-safe: a lock is held while a document is open.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.pdf.letters import Run, runs_of
from footnoted.ingest.formats.pdf.tables.frames import Frame
from footnoted.ingest.formats.pdf.tables.rules import rules_of
from footnoted.ingest.manuscript import Unreadable

LIMIT = 256 * 1024 * 1024
"""Bytes of one PDF, which PDFium holds in memory."""
MOST_PAGES = 5000
MOST_SECONDS = 120
"""Of processor time, after which reading stops with a warning: some PDFs are made to take hours."""
_entered = threading.Lock()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the outline; pages count from 1."""

    level: int
    title: str
    page: int
    left: float = 0.0
    top: float | None = None
    """Where it leads to on the page; None for the page as a whole."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    frames: tuple[Frame, ...] = ()


@dataclass(slots=True)
class Pdf:
    title: str
    pages: list[PdfPage]
    outline: list[Entry]
    warning: str = ""


def count_pages(path: Path) -> int:
    """How many pages the file has. Raises Unreadable."""
    with _entered, document(bytes_of(path, LIMIT)) as pdf:
        return len(pdf)


@contextmanager
def document(data: bytes) -> Iterator[Any]:
    """The document in these bytes, open. Raises Unreadable."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "assword" in str(error):
            raise Unreadable("the PDF is encrypted; save it without a password") from error
        raise Unreadable("the PDF is broken") from error
    try:
        yield pdf
    except pypdfium2.PdfiumError as error:
        raise Unreadable("the PDF is broken") from error
    finally:
        pdf.close()


def outline(pdf: Any) -> list[Entry]:
    """The document's own table of contents."""
    entries: list[Entry] = []
    for mark in pdf.get_toc(max_depth=8):
        target = mark.get_dest()
        page = target.get_index() if target else None
        title = " ".join(clean(mark.get_title() or "").split())
        if title and page is not None:
            entries.append(Entry(mark.level, title, page + 1, *_place(*target.get_view())))
        if len(entries) >= 10 * MOST_PAGES:
            break
    return entries


def _place(view: int, numbers: Sequence[float]) -> tuple[float, float | None]:
    """Left and top of what an entry leads to."""
    from pypdfium2 import raw

    match view, list(numbers):
        case raw.PDFDEST_VIEW_XYZ, [left, top, *_] if top > 0:
            return left, top
        case ((raw.PDFDEST_VIEW_FITH | raw.PDFDEST_VIEW_FITBH), [top, *_]) if top > 0:
            return 0.0, top
    return 0.0, None


def page_at(pdf: Any, index: int) -> PdfPage:
    """One page, its runs in PDFium's order."""
    page = pdf[index]
    try:
        text = page.get_textpage()
        try:
            # Text positions are in the page's own coordinates, before it is rotated for display.
            left, bottom, right, top = page.get_cropbox()
            found, frames = runs_of(text, rules_of(page))
            runs = (run.moved(-left, -bottom) for run in found)
            width, height = right - left, top - bottom
            seen = tuple(run for run in runs if run.is_within(width, height))
            return PdfPage(index + 1, width, height, seen, tuple(frame.moved(-left, -bottom) for frame in frames))
        finally:
            text.close()
    finally:
        page.close()
