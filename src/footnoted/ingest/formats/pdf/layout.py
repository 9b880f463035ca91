"""A page's runs as rows in reading order: column by column, without running heads and feet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from footnoted.ingest.formats.pdf.columns import cells, columns, lines_of
from footnoted.ingest.formats.pdf.letters import Run
from footnoted.ingest.formats.pdf.lines import PdfPage
from footnoted.ingest.formats.pdf.tables.cells import rows_in

_EDGE = 0.12
"""The share of a page's height, at the top and bottom, where running heads and feet are."""
_EDGE_LINES = 3
"""Lines at an edge that may be running heads; more are text."""
_REPEATS = 3
"""Pages that must have a line at the edge for it to count as a running head."""
_MOST_PAGES = 0.4
"""Share of pages with a number at the same height: left and right pages may differ, first pages of chapters do."""
_NUMBERS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|seite)?\s*+(?:[-–—|]\s*+)?#\s*+(?:(?:of|/|von)\s*+#\s*+)?[-–—|]?", re.IGNORECASE
)
CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|tab(?:le|\.)|listing|algorithm|abbildung|tabelle|abb\.)\s*(?:\d|[IVX]+\b)", re.IGNORECASE
)
"""How a caption begins; with the number replaced, those of several pages are alike."""
_CELL_GAP = 1.6
"""Times the letters' height; a wider gap in a row separates two cells."""
_SIGN = re.compile(r"[•●◦▪▫‣⁃∙·–\uf0b7\uf0a7\uf076*-]|\(?(?:\d{1,3}|[a-z])[.):]")
"""What stands before an item of a list, however wide the gap behind it."""
_TOUCHING = 0.1
"""Letter sizes between two runs that are one word; a space is about a quarter."""


_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a column; it has several cells if there are wide gaps in it."""

    cells: tuple[str, ...]
    left: float
    right: float
    bottom: float
    top: float
    size: float
    bold: bool
    page: int
    column: int
    table: int = 0
    """Which of the page's tables between rules; 0 for none."""
    second: float = 0.0
    """Where the second cell begins, if there are two; only the first line of an entry has its term beside it."""

    @property
    def text(self) -> str:
        return " ".join(self.cells)


def rows_of(pages: Sequence[PdfPage]) -> list[list[Row]]:
    """For each page its rows in reading order."""
    pages = _with_plain_text(pages)
    running, numbered = _running(pages), _numbered(pages)
    laid_out = []
    for page in pages:
        beside = {place for run in page.runs if (place := _page_number_at(run, page)) in numbered}
        kept = [run for run in page.runs if _place(run, page) not in beside and not _is_running(run, page, running)]
        tables, others = _tables(page, kept)
        parts = enumerate(columns(others))
        laid_out.append([row for number, runs in parts for row in _rows(runs, page.number, number, tables)])
    return laid_out


def _with_plain_text(pages: Sequence[PdfPage]) -> Sequence[PdfPage]:
    """The pages, bold only by name where most text would be bold by weight, and not at all where it is so by name."""
    for is_bold in (lambda run: run.is_called_bold, lambda run: False):
        letters: Counter[bool] = Counter()
        for run in (run for page in pages for run in page.runs):
            letters[run.bold] += len(run.text)
        if letters[True] <= letters[False]:
            break
        pages = [replace(page, runs=tuple(replace(run, bold=is_bold(run)) for run in page.runs)) for page in pages]
    return pages


def _tables(page: PdfPage, runs: Sequence[Run]) -> tuple[dict[int, list[Row]], list[Run]]:
    """The page's runs with one over the whole width of a table for each of its lines, and the rows by these runs' ids.

    A table's columns are none of the page's, and its cells have more lines than one.
    """
    rows: dict[int, list[Row]] = {}
    others = list(runs)
    for number, frame in enumerate(page.frames, 1):
        inside, outside = list[Run](), list[Run]()
        for run in others:
            is_inside = frame.holds((run.left + run.right) / 2, (run.bottom + run.top) / 2)
            (inside if is_inside else outside).append(run)
        lines, others = lines_of(inside), outside
        for place, line in enumerate(lines):
            row = replace(_row(line, page.number, 0), left=frame.left, right=frame.right, table=number)
            whole = Run(row.text, frame.left, frame.right, row.bottom, row.top, row.size, bold=False)
            others.append(whole)
            cells = rows_in(frame, inside) if not place else []
            rows[id(whole)] = [replace(row, cells=texts, bold=False) for texts in cells]
    return rows, others


def _rows(runs: Sequence[Run], page: int, column: int, tables: Mapping[int, list[Row]]) -> Iterator[Row]:
    for line in lines_of(runs):
        found = [row for run in line if id(run) in tables for row in tables[id(run)]]
        yield from (replace(row, column=column) for row in found)
        rest = [run for run in line if id(run) not in tables]
        if rest:
            yield _row(rest, page, column)


def _key(text: str) -> str:
    return _NUMBERS.sub("#", " ".join(text.lower().split()))


def _edge(run: Run, page: PdfPage) -> str:
    middle = (run.top + run.bottom) / 2
    if middle > page.height * (1 - _EDGE):
        return "head"
    return "foot" if middle < page.height * _EDGE else ""


def _running(pages: Sequence[PdfPage]) -> set[tuple[str, str]]:
    """The lines at the edge that many pages share, numbers ignored."""
    seen: Counter[tuple[str, str]] = Counter()
    for page in pages:
        seen.update({(edge, _key(run.text)) for run in page.runs if (edge := _edge(run, page))})
    fewest = min(_REPEATS, max(2, len(pages)))
    return {at for at, times in seen.items() if times >= fewest}


def _place(run: Run, page: PdfPage) -> _Place | None:
    """The edge that a run stands at, and how high."""
    edge = _edge(run, page)
    return (edge, round(run.bottom)) if edge else None


def _page_number_at(run: Run, page: PdfPage) -> _Place | None:
    return _place(run, page) if _PAGE_NUMBER.fullmatch(_key(run.text)) else None


def _numbered(pages: Sequence[PdfPage]) -> set[_Place | None]:
    """Where most pages have their number: what stands beside one is a running head, even one of its own."""
    seen = Counter(place for page in pages for place in {_page_number_at(run, page) for run in page.runs} if place)
    return {place for place, times in seen.items() if times >= max(_REPEATS, _MOST_PAGES * len(pages))}


def _is_running(run: Run, page: PdfPage, running: set[tuple[str, str]]) -> bool:
    edge = _edge(run, page)
    if not edge:
        return False
    key = _key(run.text)
    if _PAGE_NUMBER.fullmatch(key):
        return True
    if (edge, key) not in running or CAPTION.match(run.text):
        return False
    # Only the outermost lines: a text that fills its page reaches into the edge as well.
    outside = {
        round(other.bottom) for other in page.runs if (other.bottom - run.bottom) * (1 if edge == "head" else -1) > 1
    }
    return len(outside) < _EDGE_LINES


def _row(line: Sequence[Run], page: int, column: int) -> Row:
    longest = max(line, key=lambda run: len(run.text))
    groups = cells(line, _CELL_GAP)
    return Row(
        cells=_with_sign(tuple(map(_text, groups))),
        left=line[0].left,
        right=max(run.right for run in line),
        bottom=min(run.bottom for run in line),
        top=max(run.top for run in line),
        size=longest.size,
        bold=all(run.bold for run in line),
        page=page,
        column=column,
        second=groups[1][0].left if len(groups) == 2 else 0.0,
    )


def _with_sign(texts: tuple[str, ...]) -> tuple[str, ...]:
    """An item is one cell with its sign.

    >>> _with_sign(("•", "Rinse it.")), _with_sign(("1.", "12", "0.5"))
    (('• Rinse it.',), ('1.', '12', '0.5'))
    """
    is_item = len(texts) == 2 and _SIGN.fullmatch(texts[0]) and re.search(r"\w", texts[1])
    return (" ".join(texts),) if is_item else texts


def _text(cell: Sequence[Run]) -> str:
    """Runs without a gap between them are one word: PDFium cuts some before a hyphen."""
    text = cell[0].text.rstrip()
    for run, following in pairwise(cell):
        text += ("" if following.left - run.right < _TOUCHING * following.size else " ") + following.text.strip()
    return text
