"""A PDF's text as runs that know their place, size and weight, page by page, and its outline. Knows no layout.

PDFium is not thread-safe: a lock is held while a document is open.
"""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from footnoted.domain.text.clean import clean
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.pdf.letter_size import letter_size
from footnoted.ingest.formats.pdf.seam import Word, are_separate, seams_of
from footnoted.ingest.manuscript import Unreadable

LIMIT = 256 * 1024 * 1024
"""Bytes of one PDF, which PDFium holds in memory."""
MOST_PAGES = 5000
MOST_SECONDS = 120
"""Of processor time, after which reading stops with a warning: some PDFs are made to take hours."""
_MOST_ON_A_PAGE = 200_000
"""Characters; a dense page of print has some 5,000."""
_SMALLEST = 2.0
"""Points; what is smaller is there for machines, not for readers."""
_HYPHENS_AT_END = (0xFFFE, 0x2)
"""What PDFium puts in place of a hyphen that ends a line."""
_entered = threading.Lock()


@dataclass(frozen=True, slots=True)
class Run:
    """Words on one line without a wide gap. Points from the page's lower left corner."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """Of the letters, as their font counts it."""
    bold: bool

    def moved(self, x: float, y: float) -> Run:
        left, right, bottom, top = self.left + x, self.right + x, self.bottom + y, self.top + y
        return Run(self.text, left, right, bottom, top, self.size, self.bold)

    def is_within(self, width: float, height: float) -> bool:
        """Whether it can be seen on a page of this size."""
        inside = self.right > 0 and self.left < width * 1.05 and self.top > 0 and self.bottom < height * 1.05
        return inside and self.size >= _SMALLEST


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the outline; pages count from 1."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class PdfPage:
    number: int
    width: float
    height: float
    runs: tuple[Run, ...]


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
            entries.append(Entry(mark.level, title, page + 1))
        if len(entries) >= 10 * MOST_PAGES:
            break
    return entries


def page_at(pdf: Any, index: int) -> PdfPage:
    """One page, its runs in PDFium's order."""
    page = pdf[index]
    try:
        text = page.get_textpage()
        try:
            # Text positions are in the page's own coordinates, before it is rotated for display.
            left, bottom, right, top = page.get_cropbox()
            runs = (run.moved(-left, -bottom) for run in _runs(text))
            width, height = right - left, top - bottom
            return PdfPage(index + 1, width, height, tuple(run for run in runs if run.is_within(width, height)))
        finally:
            text.close()
    finally:
        page.close()


def _runs(text: Any) -> list[Run]:
    """The upright text; text along the margin is left out, unless the whole page is set that way."""
    from pypdfium2 import raw

    reader = _Reader(text.raw)
    count = min(text.count_chars(), _MOST_ON_A_PAGE)
    codes = [raw.FPDFText_GetUnicode(text.raw, index) for index in range(count)]
    lines: list[tuple[list[Word], str]] = []
    start = 0
    for index in range(count + 1):
        code = codes[index] if index < count else 10
        if code in (10, 13) or code in _HYPHENS_AT_END:
            lines.append((list(reader.words(codes, start, index)), "-" if code in _HYPHENS_AT_END else ""))
            start = index + 1
    seams = seams_of([words for words, _ in lines])
    turned = reader.are_turned([words[0].first for words, _ in lines if words])
    return [
        run
        for words, hyphen in lines
        if words and reader.is_turned(words[0].first) == turned
        for run in reader.split(codes, words, hyphen, seams)
    ]


class _Reader:
    """Asks PDFium where the characters of a page are."""

    def __init__(self, handle: Any) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._handle = handle
        self._rectangle = raw.FS_RECTF()
        self._drawn = raw.FS_MATRIX()
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def words(self, codes: list[int], start: int, end: int) -> Iterator[Word]:
        for first, last in _words(codes, start, end):
            left, bottom, _, top = self._box(first)
            yield Word(first, last, left, self._box(last)[2], bottom, top)

    def split(self, codes: list[int], words: list[Word], hyphen: str, seams: Sequence[float]) -> Iterator[Run]:
        """The line's runs: words, as long as no wide gap comes between, nor a seam of columns."""
        run: list[Word] = []
        for word in words:
            if run and are_separate(run[-1], word, seams):
                yield self._run(codes, run, "")
                run = []
            run.append(word)
        if run:
            yield self._run(codes, run, hyphen)

    def _run(self, codes: list[int], words: list[Word], hyphen: str) -> Run:
        # What is a soft hyphen elsewhere is a hyphen on paper.
        text = " ".join("".join(map(chr, codes[word.first : word.last + 1])) for word in words).replace("\xad", "-")
        longest = max(words, key=lambda word: word.last - word.first)
        return Run(
            clean(text) + hyphen,
            left=words[0].left,
            right=max(word.right for word in words),
            bottom=min(word.bottom for word in words),
            top=max(word.top for word in words),
            size=max(map(self._size, {longest.first, (longest.first + longest.last) // 2})),  # one may be a hyphen
            bold=self._is_bold(longest.first),
        )

    def _box(self, index: int) -> tuple[float, float, float, float]:
        box = self._rectangle
        self._raw.FPDFText_GetLooseCharBox(self._handle, index, box)
        return box.left, box.bottom, box.right, box.top

    def _size(self, index: int) -> float:
        """The font size as drawn; the height of a character's box differs from font to font."""
        _, bottom, _, top = self._box(index)
        drawn = self._matrix(index)
        scale = math.sqrt(abs(drawn.a * drawn.d - drawn.b * drawn.c))
        return letter_size(float(self._raw.FPDFText_GetFontSize(self._handle, index)) * scale, top - bottom)

    def is_turned(self, index: int) -> bool:
        drawn = self._matrix(index)
        return abs(float(drawn.b)) > abs(float(drawn.a))

    def are_turned(self, firsts: Sequence[int]) -> bool:
        return sum(map(self.is_turned, firsts)) > len(firsts) / 2

    def _matrix(self, index: int) -> Any:
        self._raw.FPDFText_GetMatrix(self._handle, index, self._drawn)
        return self._drawn

    def _is_bold(self, index: int) -> bool:
        if self._raw.FPDFText_GetFontWeight(self._handle, index) >= 600:
            return True
        self._raw.FPDFText_GetFontInfo(self._handle, index, self._name, len(self._name), self._flags)
        return b"bold" in self._name.value.lower() or b"black" in self._name.value.lower()


def _words(codes: list[int], start: int, end: int) -> Iterator[tuple[int, int]]:
    """First and last index of each word between the two places."""
    first = -1
    for index in range(start, end):
        blank = codes[index] <= 32 or codes[index] == 0xA0
        if blank and first >= 0:
            yield first, index - 1
            first = -1
        elif not blank and first < 0:
            first = index
    if first >= 0:
        yield first, end - 1
