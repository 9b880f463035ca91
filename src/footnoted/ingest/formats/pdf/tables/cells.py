"""Puts the lines of a table into its cells, a cell of several lines into one. Knows runs and where the rules are."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from footnoted.ingest.formats.pdf.letters import Run
from footnoted.ingest.formats.pdf.tables.frames import Frame

_SAME_LINE = 0.4
"""Letter sizes between the baselines of one line."""
_MOST_OF_A_HEAD = 3
"""Lines that are one row above the first rule, if there are more below it."""
_APART = 1.25
"""Times the distance of a cell's lines; what is further apart is another row."""

Line = dict[int, list[Run]]
"""What is at one height, column by column."""
Cells = tuple[str, ...]


def rows_in(frame: Frame, runs: Sequence[Run]) -> list[Cells]:
    """The table's rows, a cell's lines separated by line breaks."""
    count = len(frame.seams) + 1
    bands = [_lines(frame, runs, below, above) for above, below in pairwise(frame.levels)]
    columns = [_Column([line[column] for band in bands for line in band if column in line]) for column in range(count)]
    distance = _distance(bands, count)
    bands = [band for band in bands if band]
    is_head = len(bands) > 1 and len(bands[0]) <= min(_MOST_OF_A_HEAD, len(bands[1]) - 1)
    rows = [bands[0]] if is_head else []
    for band in bands[len(rows) :]:
        rows += [row for part in _apart(band, distance) for row in _rows(part, columns, distance)]
    return [
        tuple("\n".join(_text(line[column]) for line in row if column in line) for column in range(count))
        for row in rows
    ]


def _text(runs: Sequence[Run]) -> str:
    return " ".join(run.text.strip() for run in runs)


def _lines(frame: Frame, runs: Sequence[Run], below: float, above: float) -> list[Line]:
    """The lines between two rules, from the top."""
    found: list[tuple[float, Line]] = []
    inside = [run for run in runs if below < (run.bottom + run.top) / 2 <= above]
    for run in sorted(inside, key=lambda run: (-run.bottom, run.left)):
        column = bisect(frame.seams, (run.left + run.right) / 2)
        if not found or found[-1][0] - run.bottom > _SAME_LINE * run.size:
            found.append((run.bottom, {}))
        found[-1][1].setdefault(column, []).append(run)
    return [{column: sorted(line[column], key=lambda run: run.left) for column in sorted(line)} for _, line in found]


def _bottom(line: Line) -> float:
    return max(run.bottom for runs in line.values() for run in runs)


def _distance(bands: Sequence[Sequence[Line]], count: int) -> float:
    """From one line of a cell to the next: the shortest that is usual within a column."""
    found = sorted(
        above[column][0].bottom - below[column][0].bottom
        for band in bands
        for column in range(count)
        for above, below in pairwise([line for line in band if column in line])
    )
    return found[len(found) // 5] if found else 0.0


def _apart(lines: Sequence[Line], distance: float) -> Iterator[list[Line]]:
    """The lines in groups with more room between them than a cell's lines have."""
    part: list[Line] = []
    for line in lines:
        if part and _bottom(part[-1]) - _bottom(line) > _APART * distance:
            yield part
            part = []
        part.append(line)
    if part:
        yield part


def _rows(lines: list[Line], columns: Sequence[_Column], distance: float) -> Iterator[list[Line]]:
    """The rows of lines that are equally far from each other."""
    if _is_centred(lines, distance):
        yield lines
        return
    row: list[Line] = []
    for line in lines:
        if row and _begins(row[-1], line, columns):
            yield row
            row = []
        row.append(line)
    if row:
        yield row


def _is_centred(lines: Sequence[Line], distance: float) -> bool:
    """Whether this is one row with a label at half of its height."""
    if len(lines) < 3:
        return False
    heights = [_bottom(line) for line in lines]
    if any(above - below < 0.7 * distance for above, below in pairwise(heights)):
        return True
    middle = (heights[0] + heights[-1]) / 2
    for column in {column for line in lines for column in line}:
        own = [_bottom(line) for line in lines if column in line]
        is_one = own[0] - own[-1] < (len(own) - 0.5) * distance
        if is_one and own[0] < heights[0] and abs((own[0] + own[-1]) / 2 - middle) < 0.3 * distance:
            return True
    return False


def _begins(above: Mapping[int, Sequence[Run]], line: Mapping[int, Sequence[Run]], columns: Sequence[_Column]) -> bool:
    """Whether a row begins with this line: a column goes on that had ended, or did not use its room."""
    if any(column not in above for column in line):
        return True
    ended = [column for column in line if columns[column].ends(above[column], line[column])]
    return (0 in line and bool(ended)) or len(ended) > 1 or any(columns[column].is_of_words for column in ended)


class _Column:
    """What a table's column looks like from top to bottom."""

    def __init__(self, lines: Sequence[Sequence[Run]]) -> None:
        self._width = max((line[-1].right - line[0].left for line in lines), default=0.0)
        texts = [_text(line) for line in lines]
        self.is_of_words = not any(" " in text or text.endswith("-") for text in texts)

    def ends(self, above: Sequence[Run], line: Sequence[Run]) -> bool:
        """Whether the next line's first word would have fitted behind the line above; figures are never broken."""
        if self.is_of_words:
            return True
        text = _text(line)
        letter = (line[-1].right - line[0].left) / max(len(text), 1)
        first = len(text.split(None, 1)[0]) + 1 if text else 0
        return above[-1].right - above[0].left + first * letter < self._width
