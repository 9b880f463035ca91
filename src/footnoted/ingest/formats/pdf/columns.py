"""Cuts a page into its columns, top to bottom and left to right. Knows where runs are, not their words.

A page may have one column here and three there, a table or a picture over all of them in between, or a narrow one
beside a wide one: each cut is a strip that stays free of text for some lines, with prose on both sides of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from footnoted.ingest.formats.pdf.letters import Run

_LINES = 4
"""Least lines of a column; fewer side by side are a table or a caption."""
_FEWEST = 2
"""The same beside a column of twice as many lines: the end of a text that began on the page before."""
_LETTERS = 18
"""Least letters of a column's lines on average; lines with fewer are the cells of a table."""
_LEVEL = 1.0
"""Points between two lines of the same height."""
_OVERHANG = 0.2
"""The share of a line's width that may reach into the other column."""
_SHORT = 0.3
"""The share of the width within which a run may be a picture's label that is between the columns."""
_STRIP = 4.0
"""Points that are free between two columns."""
_WIDE_STRIP = 12.0
"""Points; a wider strip counts no more than this. The strip between a list's numbers and its text is narrower."""
_DEEPEST = 8
"""Cuts within cuts: a page of three columns above and below a table takes five."""
_MOST_RUNS = 1500
"""Columns are not looked for on a page with more runs: it would take too long, and no printed page has so many."""
_MOST_PLACES = 24


@dataclass(frozen=True, slots=True)
class _Cut:
    at: float
    bottom: float
    top: float


def columns(runs: Sequence[Run], depth: int = 0) -> list[list[Run]]:
    """The page's parts in reading order, each of one column."""
    cut = _best_cut(runs) if depth < _DEEPEST and len(runs) <= _MOST_RUNS else None
    if cut is None:
        return [list(runs)] if runs else []
    above = [run for run in runs if _middle(run) >= cut.top]
    below = [run for run in runs if _middle(run) <= cut.bottom]
    band = [run for run in runs if cut.bottom < _middle(run) < cut.top]
    left = [run for run in band if _side(run, cut.at) <= 0]
    right = [run for run in band if _side(run, cut.at) > 0]
    return [part for runs in (above, left, right, below) for part in columns(runs, depth + 1)]


def _middle(run: Run) -> float:
    return (run.top + run.bottom) / 2


def _side(run: Run, at: float) -> int:
    """-1 in the left column, 1 in the right one, 0 over both; a formula that juts out stays in its column."""
    jutting = _OVERHANG * (run.right - run.left)
    if run.right - at <= jutting:
        return -1
    return 1 if at - run.left <= jutting else 0


def _best_cut(runs: Sequence[Run]) -> _Cut | None:
    """The cut whose smaller side has the most text, then with the widest strip; None if there is no cut."""
    best, most = None, 0.0
    lines = lines_of(runs)
    for place in islice(_places(runs), _MOST_PLACES):
        for band in _bands(lines, place):
            left, right = ([run for line in band for run in line if sign * _side(run, place) > 0] for sign in (-1, 1))
            text = _text_beside(lines_of(left), lines_of(right))
            if not text:
                continue
            ends, starts = sorted(run.right for run in left), sorted(run.left for run in right)
            end, start = ends[int(0.95 * (len(ends) - 1))], starts[int(0.05 * (len(starts) - 1))]
            score = text * min(max(start - end, 1.0), _WIDE_STRIP)
            if score > most:
                middles = [_middle(run) for run in (*left, *right)]
                best, most = _Cut((start + end) / 2, min(middles) - 0.5, max(middles) + 0.5), score
    return best


def _places(runs: Sequence[Run]) -> Iterator[float]:
    """Where columns may meet: left of where many lines begin, and in the middle of what stays free of short runs."""
    if len(runs) < 2 * _LINES:
        return
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    starts = Counter(round(run.left) for run in runs if run.left > left + 2 * _STRIP)
    yield from (start - 1.5 for start, count in starts.most_common(16) if count + starts[start + 1] >= _LINES)
    reach = left
    for run in sorted((run for run in runs if run.right - run.left < 0.6 * (right - left)), key=lambda run: run.left):
        if run.left > reach + _STRIP:
            yield (reach + run.left) / 2
        reach = max(reach, run.right)


def _bands(lines: Sequence[Sequence[Run]], at: float) -> Iterator[list[list[Run]]]:
    """Groups of consecutive lines that all leave this place free."""
    runs = [run for line in lines for run in line]
    width = max(run.right for run in runs) - min(run.left for run in runs)
    spans = [_spans(line, at, width) for line in lines]
    _extend_spans(lines, spans)
    band: list[list[Run]] = []
    above: Sequence[Run] = ()
    for line, is_over in zip(lines, spans, strict=True):
        if not is_over:
            band.append(list(line))
            continue
        if band:
            yield _without_end(_without_start(band, above, at), at)
        band, above = [], line
    if band:
        yield _without_start(band, above, at)


def _spans(line: Sequence[Run], at: float, width: float) -> bool:
    """Whether something on the line is across the place; a short label next to a column's text does not count."""
    over = [run for run in line if not _side(run, at)]
    is_beside_text = any(len(run.text) > 1.5 * _LETTERS for run in line if _side(run, at))
    return any(run.right - run.left > _SHORT * width or not is_beside_text for run in over)


def _extend_spans(lines: Sequence[Sequence[Run]], spans: list[bool]) -> None:
    """Cells and labels next to a caption over all columns are over all columns too, wherever their gaps are."""
    for order in (range(1, len(lines)), range(len(lines) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for place in order:
            line = lines[place]
            if spans[place + step] and len(line) > 2 and all(len(run.text) < _LETTERS for run in line):
                spans[place] = True


def _without_start(band: list[list[Run]], above: Sequence[Run], at: float) -> list[list[Run]]:
    """A short line below one that spans the page ends that one's paragraph, if the columns begin further below."""
    if not above or len(band) < 2 or any(_side(run, at) >= 0 for run in band[0]):
        return band
    line, size = band[0][0].bottom, band[0][0].size
    before, after = above[0].bottom - line, line - band[1][0].bottom
    return band[1:] if before < 1.6 * size and after > before + 0.3 * size else band


def _without_end(band: list[list[Run]], at: float) -> list[list[Run]]:
    """A short line above one that spans the page is that one's, if a gap parts it from the column above."""
    while len(band) > 1 and all(_side(run, at) < 0 for run in band[-1]):
        last, before = band[-1], band[-2]
        if min(run.bottom for run in before) - max(run.top for run in last) < 0.5 * (last[0].top - last[0].bottom):
            break
        band = band[:-1]
    return band


def _text_beside(left: Sequence[Sequence[Run]], right: Sequence[Sequence[Run]]) -> int:
    """How many letters the column with fewer of them has; none if one is too short, or a table."""
    shorter, longer = sorted((left, right), key=len)
    fewest = _FEWEST if len(longer) >= 2 * _LINES else _LINES
    letters = [sum(len(run.text) for line in lines for run in line) for lines in (left, right)]
    prose = [count >= _LETTERS * len(lines) for count, lines in zip(letters, (left, right), strict=True)]
    are_columns = all(prose) or (any(prose) and _are_out_of_step(left, right))
    return min(letters) if len(shorter) >= fewest and are_columns else 0


def _are_out_of_step(left: Sequence[Sequence[Run]], right: Sequence[Sequence[Run]]) -> bool:
    """Whether the lines of these two are at other heights: those of a table's row are at the same."""
    fewer, more = sorted((left, right), key=len)
    heights = [line[0].bottom for line in more]
    same = sum(any(abs(line[0].bottom - height) < _LEVEL for height in heights) for line in fewer)
    return len(fewer) >= 2 * _LINES and same < len(fewer) / 2


def lines_of(runs: Sequence[Run]) -> list[list[Run]]:
    """Runs on the same line together, from the top, each line from the left."""
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (-run.top, run.left)):
        if lines and _on_same_line(run, lines[-1][0]):
            lines[-1].append(run)
        else:
            lines.append([run])
    return [sorted(line, key=lambda run: run.left) for line in lines]


def _on_same_line(run: Run, other: Run) -> bool:
    shared = min(run.top, other.top) - max(run.bottom, other.bottom)
    return shared > 0.5 * min(run.top - run.bottom, other.top - other.bottom)


def cells(line: Sequence[Run], gap: float) -> list[list[Run]]:
    """The runs of a line in groups, split at gaps wider than ``gap`` times the letters' height."""
    found = [[line[0]]]
    for run, following in pairwise(line):
        if following.left - run.right > gap * max(following.top - following.bottom, 1.0):
            found.append([])
        found[-1].append(following)
    return found
