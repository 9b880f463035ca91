"""A page's runs in reading order: columns one after the other, cells of a row together, running heads and feet gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footnoted.ingest.formats.pdf.lines import PdfPage, Run

_EDGE = 0.12
"""The part of a page's height, above and below, in which running heads and feet stand."""
_EDGE_LINES = 3
"""Lines at an edge that may be running heads; more are text."""
_REPEATS = 3
"""Pages on which a line at the edge must stand to count as a running head."""
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(r"(?:page|p\.|seite)?\s*[-–—|]?\s*#\s*(?:(?:of|/|von)\s*#)?\s*[-–—|]?", re.IGNORECASE)
_COLUMN_LINES = 4
"""Lines that a column has at least; fewer side by side are a table or a caption."""
_COLUMN_LETTERS = 18
"""Letters that a column's lines have on average; fewer are the cells of a table."""
_JUTTING = 0.2
"""The share of a line's width that may reach into the other column."""
_CROSSING = 0.25
"""The share of a page's lines that may reach over both columns: title, abstract, wide pictures."""
_DEEPEST = 3
"""Columns within columns."""


@dataclass(frozen=True, slots=True)
class Row:
    """What stands on one line of a column; more than one cell where wide gaps part it."""

    cells: tuple[str, ...]
    left: float
    right: float
    bottom: float
    top: float
    size: float
    bold: bool
    page: int
    column: int

    @property
    def text(self) -> str:
        return " ".join(self.cells)


def rows_of(pages: Sequence[PdfPage]) -> list[list[Row]]:
    """For each page its rows in reading order."""
    running = _running(pages)
    laid_out = []
    for page in pages:
        kept = [run for run in page.runs if not _is_running(run, page, running)]
        columns = _columns(kept, 0)
        laid_out.append([row for number, runs in enumerate(columns) for row in _rows(runs, page.number, number)])
    return laid_out


def _key(text: str) -> str:
    return _NUMBERS.sub("#", " ".join(text.lower().split()))


def _edge(run: Run, page: PdfPage) -> str:
    middle = (run.top + run.bottom) / 2
    if middle > page.height * (1 - _EDGE):
        return "head"
    return "foot" if middle < page.height * _EDGE else ""


def _running(pages: Sequence[PdfPage]) -> set[tuple[str, str]]:
    """What stands at the edge of page after page, whatever its numbers."""
    seen: Counter[tuple[str, str]] = Counter()
    for page in pages:
        seen.update({(edge, _key(run.text)) for run in page.runs if (edge := _edge(run, page))})
    fewest = min(_REPEATS, max(2, len(pages)))
    return {at for at, times in seen.items() if times >= fewest}


def _is_running(run: Run, page: PdfPage, running: set[tuple[str, str]]) -> bool:
    edge = _edge(run, page)
    if not edge:
        return False
    key = _key(run.text)
    if _PAGE_NUMBER.fullmatch(key):
        return True
    if (edge, key) not in running:
        return False
    # Only the outermost lines: a text that fills its page reaches into the edge as well.
    outside = {
        round(other.bottom) for other in page.runs if (other.bottom - run.bottom) * (1 if edge == "head" else -1) > 1
    }
    return len(outside) < _EDGE_LINES


def _columns(runs: list[Run], depth: int) -> list[list[Run]]:
    """The page's columns, left to right, between the lines that reach over all of them, top to bottom."""
    gutter = _gutter(runs) if depth < _DEEPEST else None
    if gutter is None:
        return [runs] if runs else []
    sides = {id(run): _side(run, gutter) for run in runs}
    spanning = sorted((run for run in runs if not sides[id(run)]), key=lambda run: -run.top)
    columns: list[list[Run]] = []
    above = float("inf")
    borders: list[Run] = []
    for border in [*spanning, None]:
        floor = (border.top + border.bottom) / 2 if border else float("-inf")
        band = [run for run in runs if sides[id(run)] and floor < (run.top + run.bottom) / 2 < above]
        if band and borders:
            columns.append(borders)
            borders = []
        for side in (-1, 1):
            columns += _columns([run for run in band if sides[id(run)] == side], depth + 1)
        if border:
            borders.append(border)
        above = floor
    return [*columns, borders] if borders else columns


def _side(run: Run, gutter: float) -> int:
    """-1 in the left column, 1 in the right one, 0 over both; a formula that juts out stays in its column."""
    jutting = _JUTTING * (run.right - run.left)
    if run.right - gutter <= jutting:
        return -1
    return 1 if gutter - run.left <= jutting else 0


def _gutter(runs: list[Run]) -> float | None:
    """Where a strip without text parts two columns of prose; None where there is one column, or a table."""
    if len(runs) < 2 * _COLUMN_LINES:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    narrow = [run for run in runs if run.right - run.left < 0.6 * (right - left)]
    for start, end in _free_strips(narrow, left):
        at = (start + end) / 2
        if not left + 0.25 * (right - left) < at < left + 0.75 * (right - left):
            continue
        sides = [run for run in narrow if run.right <= at], [run for run in narrow if run.left >= at]
        crossing = sum(run.left < at < run.right for run in runs)
        if crossing <= min(map(len, sides)) and all(map(_is_prose, sides)):
            return at
    return _aligned(runs, left, right)


def _aligned(runs: list[Run], left: float, right: float) -> float | None:
    """The same where a picture's labels or a formula stand in the strip: by where a second column's lines begin."""
    starts = Counter(round(run.left) for run in runs)
    for start, count in starts.most_common():
        if count < 2 * _COLUMN_LINES:
            return None
        at = start - 2.0
        if not left + 0.35 * (right - left) < at < left + 0.65 * (right - left):
            continue
        sides = [run for run in runs if _side(run, at) < 0], [run for run in runs if _side(run, at) > 0]
        crossing = len(runs) - sum(map(len, sides))
        if crossing <= _CROSSING * len(runs) and all(map(_is_prose, sides)):
            return at
    return None


def _is_prose(runs: list[Run]) -> bool:
    letters = sum(len(run.text) for run in runs)
    return len(runs) >= _COLUMN_LINES and letters / len(runs) >= _COLUMN_LETTERS


def _free_strips(runs: list[Run], left: float) -> Iterator[tuple[float, float]]:
    """Strips that no run reaches into, widest first."""
    reach = left
    strips = []
    for run in sorted(runs, key=lambda run: run.left):
        if run.left > reach + 4:
            strips.append((reach, run.left))
        reach = max(reach, run.right)
    return iter(sorted(strips, key=lambda strip: strip[0] - strip[1]))


def _rows(runs: list[Run], page: int, column: int) -> Iterator[Row]:
    """Runs on the same line together, from the top."""
    row: list[Run] = []
    for run in sorted(runs, key=lambda run: (-run.top, run.left)):
        if row and not _level(run, row[0]):
            yield _row(row, page, column)
            row = []
        row.append(run)
    if row:
        yield _row(row, page, column)


def _level(run: Run, other: Run) -> bool:
    shared = min(run.top, other.top) - max(run.bottom, other.bottom)
    return shared > 0.5 * min(run.top - run.bottom, other.top - other.bottom)


def _row(runs: list[Run], page: int, column: int) -> Row:
    runs = sorted(runs, key=lambda run: run.left)
    longest = max(runs, key=lambda run: len(run.text))
    return Row(
        cells=tuple(run.text for run in runs),
        left=runs[0].left,
        right=max(run.right for run in runs),
        bottom=min(run.bottom for run in runs),
        top=max(run.top for run in runs),
        size=longest.size,
        bold=all(run.bold for run in runs),
        page=page,
        column=column,
    )
