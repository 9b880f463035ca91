"""Joins a PDF's rows to paragraphs, items and tables, also where a paragraph goes on in the next column.

Notes, captions and tables between its halves come after it. Knows rows, no blocks.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from footnoted.ingest.formats.pdf.layout import CAPTION, Row

BULLET = re.compile(r"(?:[•●◦▪▫‣⁃∙·–\uf0b7\uf0a7\uf076*-]|o(?= )|\(?\d{1,3}[.)]|\(?(?:[a-z]|[ivx]{2,5})[.)])\s+(?=\S)")
_NUMBER_ALONE = re.compile(r"(?:fig(?:ure|\.)|tab(?:le|\.))\s*(?:\d+|[IVX]+)[.:]?", re.IGNORECASE)
_ENDS = (".", "!", "?", ":", "”", '"', "…")
_SAME_SIZE = 0.05
"""The share by which letters of one paragraph differ in size: less than nine points from ten."""
_APART = 0.4
"""Letter sizes beyond the usual distance of two lines: from there on a new paragraph begins."""
_USUAL = 1.2
"""The distance of lines, in letter sizes, where a document has too few to tell."""
_ENOUGH = 8
"""Pairs of lines with the same distance that make it the usual one."""
_PAGES = 2
"""A paragraph goes on at most so many pages later, behind pictures that fill the pages between."""
_LETTERS = 12
"""Of a line on average; what is shorter is a label or the cell of a table."""
_MOST_ASIDE = 100
"""Notes, labels and tables between the halves of a paragraph."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A heading, which ends what is before it."""

    level: int
    words: str
    page: int


Rows = list[Row]
"""A paragraph, an item or a table."""


def whole_paragraphs(pieces: Iterable[Row | Opening], usual: float) -> Iterator[Rows | Opening]:
    """Every paragraph with all of its rows, in reading order."""
    groups = _grouped(pieces, usual)
    waiting: Rows = []
    aside: list[Rows] = []
    again: deque[Rows | Opening] = deque()
    while (piece := again.popleft() if again else next(groups, None)) or waiting:
        if isinstance(piece, list) and waiting and _may_go_on(waiting, piece, aside):
            if aside and _is_its_caption(aside[-1], piece):
                aside.append(piece)
                continue
            if _continues_elsewhere(waiting, piece, bool(aside)):
                waiting = [*waiting, *piece]
                continue
            if _is_aside(waiting, piece):
                aside.append(piece)
                continue
        if waiting:
            yield waiting
        if aside:  # halves of a paragraph may be among them, too
            again.extendleft(reversed([*aside, piece] if piece else aside))
            waiting, aside = [], []
        elif isinstance(piece, Opening):
            yield piece
            waiting = []
        else:
            waiting = piece or []


def _may_go_on(waiting: Rows, piece: Rows, aside: Sequence[Rows]) -> bool:
    return _is_open(waiting) and piece[0].page <= waiting[-1].page + _PAGES and len(aside) < _MOST_ASIDE


def join_stretched_lines(rows: Sequence[Row]) -> list[Row]:
    """The rows, with lines joined whose wide gaps look like those of a table: justified ones, and terms beside text."""
    found: list[Row] = []
    for row, following in pairwise([*rows, None]):
        assert row is not None
        above = found[-1] if found else None
        around = [other for other in (above, following) if other and len(other.cells) == 1 and _same_column(row, other)]
        is_alike = any(_same_width(row, other) for other in around)
        is_loose = all(cell.isalpha() for cell in row.cells) and following in around
        is_stretched = is_alike and (is_loose or len(around) > 1)
        if len(row.cells) > 1 and not row.table and (is_stretched or _is_entry(row, following)):
            row = replace(row, cells=(row.text,))
        found.append(row)
    return found


def _is_entry(row: Row, following: Row | None) -> bool:
    """Whether this is a term beside the first line of a text that goes on below that line."""
    return (
        following is not None
        and len(row.cells) == 2
        and len(following.cells) == 1
        and _same_column(row, following)
        and _same_size(row, following)
        and abs(following.left - row.second) < 0.3 * row.size
        and row.bottom - following.bottom < (_USUAL + _APART) * row.size
    )


def _same_width(row: Row, other: Row) -> bool:
    edges = abs(row.left - other.left), abs(row.right - other.right)
    return max(edges) < 1.5 * row.size and _same_size(row, other)


def line_distance(pages: Iterable[Sequence[Row]]) -> float:
    """The usual distance of lines in a paragraph, in letter sizes."""
    distances: Counter[float] = Counter()
    for rows in pages:
        for row, following in pairwise(rows):
            if row.column == following.column and _same_size(row, following):
                distances[round((row.bottom - following.bottom) / row.size, 1)] += 1
    distance, count = max(distances.items(), key=lambda item: item[1], default=(_USUAL, 0))
    return distance if count >= _ENOUGH and distance > 0.8 else _USUAL


def _grouped(pieces: Iterable[Row | Opening], usual: float) -> Iterator[Rows | Opening]:
    """Rows of one column that belong together."""
    group: Rows = []
    for piece in pieces:
        if isinstance(piece, Row) and group and _continues(group, piece, usual):
            group.append(piece)
            continue
        if group:
            yield group
        group = []
        if isinstance(piece, Opening):
            yield piece
        else:
            group = [piece]
    if group:
        yield group


def _continues(group: Rows, row: Row, usual: float) -> bool:
    """Whether a row continues the rows above it in the same column."""
    last = group[-1]
    if (row.page, row.column, row.table) != (last.page, last.column, last.table):
        return False
    if len(row.cells) > 1 or len(last.cells) > 1:
        return len(row.cells) > 1 and len(last.cells) > 1
    if BULLET.match(row.text) or not _same_size(row, last):
        return False
    if last.bottom - row.bottom > (usual + _APART) * row.size:
        return False
    if CAPTION.match(group[0].text) and _had_room(last, row):
        return False
    hangs = len(group) > 1 and group[0].left < last.left - 0.8 * row.size
    if hangs and group[0].second and row.left < last.left - 0.8 * row.size:
        return False
    is_item = bool(BULLET.match(group[0].text))
    is_centred = abs(row.left + row.right - last.left - last.right) < row.size
    indented = row.left > last.left + 0.8 * row.size and not is_centred
    if indented and not is_item and len(group) > 1:
        return False
    # An item's lines are indented further than its bullet; what begins further left is a new paragraph.
    return not (is_item and row.left < last.left - 0.8 * row.size and (len(group) > 1 or _had_room(last, row)))


def _had_room(row: Row, following: Row) -> bool:
    """Whether the first word of the following line would have fitted on this one: then it ends here."""
    first = following.text.split(None, 1)[0]
    letter = (following.right - following.left) / max(len(following.text), 1)
    return row.right + (len(first) + 1) * letter < following.right - following.size


def _same_size(row: Row, other: Row) -> bool:
    return abs(row.size - other.size) <= _SAME_SIZE * max(row.size, other.size)


def _continues_elsewhere(rows: Rows, more: Rows, over_asides: bool) -> bool:
    """Whether a paragraph at the end of a column continues with these rows of another."""
    last, first = rows[-1], more[0]
    if len(last.cells) > 1 or len(first.cells) > 1 or not _same_size(last, first):
        return False
    if (first.page, first.column) == (last.page, last.column) and not over_asides:
        return False
    if BULLET.match(first.text) or CAPTION.match(first.text) or _is_label(rows, more):
        return False
    is_full = _is_full(rows)
    if last.text.endswith("-"):
        return first.text[:1].islower() or is_full
    if first.text[:1].islower():
        return is_full or not last.text.endswith(_ENDS)
    indented = len(more) > 1 and first.left > more[1].left + 0.5 * first.size
    return is_full and not indented and not last.text.endswith(_ENDS)


def _is_open(rows: Rows) -> bool:
    """Whether this may continue elsewhere: no table, caption or formula, and not at its end."""
    if len(rows[-1].cells) > 1 or CAPTION.match(rows[0].text) or _is_of_figures(rows):
        return False
    if sum(len(row.text) for row in rows) < _LETTERS * len(rows):
        return False
    return _is_full(rows) or not rows[-1].text.endswith(_ENDS)


def _is_full(rows: Rows) -> bool:
    """Whether the last line goes as far as the others."""
    last = rows[-1]
    return len(rows) > 1 and last.right > max(row.right for row in rows if _same_column(row, last)) - 1.5 * last.size


def _is_of_figures(rows: Rows) -> bool:
    words = [word for row in rows for word in row.text.split()]
    return sum(word.strip(".,;:()").isalpha() for word in words) < len(words) / 2


def _same_column(row: Row, other: Row) -> bool:
    return (row.page, row.column) == (other.page, other.column)


def _is_aside(waiting: Rows, rows: Rows) -> bool:
    """Whether these are between the halves of a paragraph: a note, a caption, a table, a picture's labels."""
    first = rows[0]
    smaller = first.size < (1 - _SAME_SIZE) * waiting[-1].size
    return smaller or len(first.cells) > 1 or bool(CAPTION.match(first.text)) or _is_label(waiting, rows)


def _is_its_caption(label: Rows, rows: Rows) -> bool:
    """Whether these are the words of a caption whose number has a line of its own."""
    return bool(_NUMBER_ALONE.fullmatch(label[-1].text)) and _same_column(label[-1], rows[0])


def _is_label(waiting: Rows, rows: Rows) -> bool:
    """Whether these are figures, or a single line that is too short for a paragraph and has no full stop."""
    if _is_of_figures(rows):
        return True
    width = max(row.right - row.left for row in waiting)
    is_short = len(rows) == 1 and rows[0].right - rows[0].left < 0.5 * width
    return is_short and not rows[0].text.endswith(_ENDS)
