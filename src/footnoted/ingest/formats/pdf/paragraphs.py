"""Joins a PDF's rows to paragraphs, items and tables, also where a paragraph goes on in the next column.

Notes, captions and tables between its halves come after it. Knows rows, no blocks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from footnoted.ingest.formats.pdf.layout import Row

BULLET = re.compile(r"(?:[•●◦▪▫‣⁃∙·–\uf0b7\uf0a7\uf076*-]|o(?= )|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)")
_CAPTION = re.compile(r"(?:fig(?:ure|\.)|tab(?:le|\.)|listing|algorithm|abbildung|tabelle|abb\.)\s*\d", re.IGNORECASE)
_ENDS = (".", "!", "?", ":", "”", '"', "…")
_SAME_SIZE = 0.05
"""The share by which letters of one paragraph differ in size: less than nine points from ten."""
_APART = 0.4
"""Letter sizes beyond the usual distance of two lines: from there on a new paragraph begins."""
_USUAL = 1.2
"""The distance of lines, in letter sizes, where a document has too few to tell."""
_ENOUGH = 8
"""Pairs of lines with the same distance that make it the usual one."""


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
    waiting: Rows = []
    aside: list[Rows] = []
    for piece in _grouped(pieces, usual):
        if isinstance(piece, list) and waiting:
            if _continues_elsewhere(waiting, piece, bool(aside)):
                waiting = [*waiting, *piece]
                continue
            if _is_aside(waiting, piece):
                aside.append(piece)
                continue
        if waiting:
            yield waiting
        yield from aside
        waiting, aside = [], []
        if isinstance(piece, Opening):
            yield piece
        else:
            waiting = piece
    if waiting:
        yield waiting
    yield from aside


def join_stretched_lines(rows: Sequence[Row]) -> list[Row]:
    """The rows, with justified lines joined whose wide gaps look like the cells of a table."""
    found = []
    for row, following in pairwise([*rows, None]):
        assert row is not None
        is_alone = len(row.cells) > 1 and all(cell.isalpha() for cell in row.cells)
        if (
            is_alone
            and following
            and len(following.cells) == 1
            and _same_column(row, following)
            and _same_width(row, following)
        ):
            row = replace(row, cells=(row.text,))
        found.append(row)
    return found


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
    if (row.page, row.column) != (last.page, last.column):
        return False
    if len(row.cells) > 1 or len(last.cells) > 1:
        return len(row.cells) > 1 and len(last.cells) > 1
    if BULLET.match(row.text) or not _same_size(row, last):
        return False
    if last.bottom - row.bottom > (usual + _APART) * row.size:
        return False
    if _CAPTION.match(group[0].text) and _had_room(last, row):
        return False
    is_item = bool(BULLET.match(group[0].text))
    is_centred = abs(row.left + row.right - last.left - last.right) < row.size
    indented = row.left > last.left + 0.8 * row.size and not is_centred
    if indented and not is_item and len(group) > 1:
        return False
    # An item's lines are indented further than its bullet; a line back at the bullet's indent is a new paragraph.
    return not (is_item and len(group) > 1 and row.left < last.left - 0.8 * row.size)


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
    if BULLET.match(first.text) or _CAPTION.match(first.text) or _is_label(rows, more):
        return False
    is_full = len(rows) > 1 and last.right > max(row.right for row in rows if _same_column(row, last)) - 1.5 * last.size
    if last.text.endswith("-"):
        return first.text[:1].islower() or is_full
    if first.text[:1].islower():
        return is_full or not last.text.endswith(_ENDS)
    indented = len(more) > 1 and first.left > more[1].left + 0.5 * first.size
    return is_full and not indented and not last.text.endswith(_ENDS)


def _same_column(row: Row, other: Row) -> bool:
    return (row.page, row.column) == (other.page, other.column)


def _is_aside(waiting: Rows, rows: Rows) -> bool:
    """Whether these are between the halves of a paragraph: a note, a caption, a table, a picture's labels."""
    first = rows[0]
    smaller = first.size < (1 - _SAME_SIZE) * waiting[-1].size
    return smaller or len(first.cells) > 1 or bool(_CAPTION.match(first.text)) or _is_label(waiting, rows)


def _is_label(waiting: Rows, rows: Rows) -> bool:
    """Whether these are figures, or a single line that is too short for a paragraph and has no full stop."""
    words = [word for row in rows for word in row.text.split()]
    if sum(word.strip(".,;:()").isalpha() for word in words) < len(words) / 2:
        return True
    width = max(row.right - row.left for row in waiting)
    is_short = len(rows) == 1 and rows[0].right - rows[0].left < 0.5 * width
    return is_short and not rows[0].text.endswith(_ENDS)
