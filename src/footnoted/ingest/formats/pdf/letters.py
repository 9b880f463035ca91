"""A page's letters as runs that know their place, size and weight. Asks PDFium; knows no layout."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.pdf.seam import Word, are_separate, seams_of
from footnoted.ingest.formats.pdf.tables.frames import Frame, Rule, frames_of

_MOST_ON_A_PAGE = 200_000
"""Characters; a dense page of print has some 5,000."""
_SMALLEST = 2.0
"""Points; what is smaller is there for machines, not for readers."""
_LEAST, _MOST = 0.5, 3.0
"""Times a letter's height: an "x" is not half as high as its font's size, and some boxes are as tight as the letter.
Fonts of pictures have odd units, and are ten or a thousand times off."""
_HYPHENS_AT_END = (0xFFFE, 0x2)
"""What PDFium puts in place of a hyphen that ends a line."""


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
    is_called_bold: bool = False
    """By its font's name; the weight that PDFium tells is that of the stems, which are wide in some plain fonts."""

    def moved(self, x: float, y: float) -> Run:
        left, right, bottom, top = self.left + x, self.right + x, self.bottom + y, self.top + y
        return replace(self, left=left, right=right, bottom=bottom, top=top)

    def is_within(self, width: float, height: float) -> bool:
        """Whether it can be seen on a page of this size."""
        inside = self.right > 0 and self.left < width * 1.05 and self.top > 0 and self.bottom < height * 1.05
        return inside and self.size >= _SMALLEST


def runs_of(text: Any, rules: Sequence[Rule]) -> tuple[list[Run], list[Frame]]:
    """The upright text, and the tables in it; text along the margin is left out, unless the whole page is turned."""
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
    turned = reader.are_turned([words[0].first for words, _ in lines if words])
    upright = [(words, hyphen) for words, hyphen in lines if words and reader.is_turned(words[0].first) == turned]
    seams = seams_of([words for words, _ in lines])
    frames = frames_of(rules, [word for words, _ in upright for word in words]) if rules else []
    return [run for words, hyphen in upright for run in reader.split(codes, words, hyphen, seams, frames)], frames


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

    def split(
        self, codes: list[int], words: list[Word], hyphen: str, seams: Sequence[float], frames: Sequence[Frame]
    ) -> Iterator[Run]:
        """The line's runs: words, as long as no wide gap comes between, nor a seam of columns."""
        run: list[Word] = []
        for word in words:
            if run and (are_separate(run[-1], word, seams) or any(frame.parts(run[-1], word) for frame in frames)):
                yield self._run(codes, run, "")
                run = []
            run.append(word)
        if run:
            yield self._run(codes, run, hyphen)

    def _run(self, codes: list[int], words: list[Word], hyphen: str) -> Run:
        # What is a soft hyphen elsewhere is a hyphen on paper.
        text = " ".join("".join(map(chr, codes[word.first : word.last + 1])) for word in words).replace("\xad", "-")
        typical = max(words, key=lambda word: word.last - word.first)
        last = words[-1]
        if self._is_bold(typical.first) and last.last - last.first > 1 and not self._is_bold(last.first):
            typical = last  # what is in bold begins a paragraph, and is often set smaller than that
        return Run(
            clean(text) + hyphen,
            left=words[0].left,
            right=max(word.right for word in words),
            bottom=min(word.bottom for word in words),
            top=max(word.top for word in words),
            size=max(map(self._size, {typical.first, (typical.first + typical.last) // 2})),  # one may be a hyphen
            bold=self._is_bold(typical.first),
            is_called_bold=self._is_called_bold(typical.first),
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
        return self._raw.FPDFText_GetFontWeight(self._handle, index) >= 600 or self._is_called_bold(index)

    def _is_called_bold(self, index: int) -> bool:
        self._raw.FPDFText_GetFontInfo(self._handle, index, self._name, len(self._name), self._flags)
        return b"bold" in self._name.value.lower() or b"black" in self._name.value.lower()


def letter_size(stated: float, height: float) -> float:
    """The font's size as it is drawn, if that can be; else the height of the letter's box.

    >>> letter_size(10.0, 12.0), letter_size(10.0, 4.7), letter_size(1000.0, 9.0)
    (10.0, 10.0, 9.0)
    """
    return stated if _LEAST < stated / max(height, 0.01) < _MOST else height


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
