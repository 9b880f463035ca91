"""Finds tables by what is drawn around them: rules of the same width, with text in columns between. Knows no cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from footnoted.ingest.formats.pdf.seam import Word

_FEWEST_RULES = 3
"""Above the head, below it and at the end; a box has two, a note one."""
_NARROWEST = 60.0
"""Points; shorter rules are fractions and signs."""
_SAME = 2.0
"""Points by which rules of one table may differ."""
_GAP = 0.5
"""Times the height of the words: least strip between two columns that no line crosses."""
_WIDE_GAP = 0.9
"""The same where there are so few lines that spaces may be below each other by chance."""
_MOST = 30
"""Of a page; the widest are looked at."""
_FEW_LINES = 4
_MOST_LINES = 10
_LETTERS = 18
"""Columns of more lines than that, all with so many letters in a line, are a page's."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn horizontal line."""

    left: float
    right: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """A table's place. Points from the page's lower left corner."""

    left: float
    right: float
    levels: tuple[float, ...]
    """The heights of its rules, from the top."""
    seams: tuple[float, ...]
    """Where one column ends and the next one begins."""

    def holds(self, x: float, y: float) -> bool:
        return self.left - _SAME <= x <= self.right + _SAME and self.levels[-1] < y < self.levels[0]

    def parts(self, word: Word, following: Word) -> bool:
        """Whether two neighbours on a line are in different columns."""
        return self.holds(*_middle(word)) and any(word.right <= seam <= following.left for seam in self.seams)

    def moved(self, x: float, y: float) -> Frame:
        levels = tuple(level + y for level in self.levels)
        return Frame(self.left + x, self.right + x, levels, tuple(seam + x for seam in self.seams))


def frames_of(rules: Iterable[Rule], words: Sequence[Word]) -> list[Frame]:
    """The tables of a page, none within another."""
    found: list[Frame] = []
    for frame in sorted(_stacks(_joined(rules)), key=lambda frame: frame.left - frame.right)[:_MOST]:
        inside = [word for word in words if frame.holds(*_middle(word))]
        for table in _tables(frame, inside):
            middle = (table.left + table.right) / 2
            if not any(other.holds(middle, level - 0.1) for other in found for level in table.levels[:-1]):
                found.append(table)
    return found


def _middle(word: Word) -> tuple[float, float]:
    return (word.left + word.right) / 2, (word.bottom + word.top) / 2


def _joined(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules, those in one piece that are drawn cell by cell."""
    last: Rule | None = None
    for rule in sorted(rules, key=lambda rule: (round(rule.y), rule.left)):
        if last and abs(rule.y - last.y) <= _SAME and rule.left <= last.right + _SAME and rule.left >= last.left:
            last = replace(last, right=max(last.right, rule.right))
            continue
        if last and last.right - last.left >= _NARROWEST:
            yield last
        last = rule
    if last and last.right - last.left >= _NARROWEST:
        yield last


def _stacks(rules: Iterable[Rule]) -> Iterator[Frame]:
    """Rules of the same width below each other."""
    stacks: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: -rule.y):
        for stack in stacks:
            if abs(stack[0].left - rule.left) <= _SAME and abs(stack[0].right - rule.right) <= _SAME:
                if stack[-1].y - rule.y > _SAME:
                    stack.append(rule)
                break
        else:
            stacks.append([rule])
    for stack in stacks:
        if len(stack) >= _FEWEST_RULES:
            yield Frame(stack[0].left, stack[0].right, tuple(rule.y for rule in stack), ())


def _tables(frame: Frame, words: Sequence[Word]) -> Iterator[Frame]:
    """The frame in pieces whose columns are free all the way down: what is between two tables crosses them."""
    bands = [[word for word in words if below < _middle(word)[1] <= above] for above, below in pairwise(frame.levels)]
    start, taken = 0, list[Word]()
    for place, band in enumerate(bands):
        if not _strips(band) and len(_lines(band)) < 2 and taken:
            continue
        if not _strips([*taken, *band]):
            yield from _table(replace(frame, levels=frame.levels[start : place + 1]), bands[start:place], taken)
            start, taken = place, []
        if _strips(band):
            taken += band if taken else _below_spanning(band)
        else:
            start = place + 1
    yield from _table(replace(frame, levels=frame.levels[start:]), bands[start:], taken)


def _below_spanning(words: Sequence[Word]) -> Sequence[Word]:
    """A head's last line, if that has columns: what is above may span several."""
    last = [word for word in words if word.bottom < _lines(words)[-1] + 0.5 * (word.top - word.bottom)]
    return last if _strips(last) else words


def _table(frame: Frame, bands: Sequence[Sequence[Word]], words: Sequence[Word]) -> Iterator[Frame]:
    strips = _strips(words)
    if len(frame.levels) < _FEWEST_RULES or not strips or len(_lines(words)) < 2:
        return
    seams = tuple((left + right) / 2 for left, right in strips)
    if not any(_is_page(band, seams) for band in bands):
        yield replace(frame, seams=seams)


def _strips(words: Sequence[Word]) -> list[tuple[float, float]]:
    """Where no word is, between the first column and the last."""
    if not words:
        return []
    heights = sorted(word.top - word.bottom for word in words)
    few = len(_lines(words)) < _FEW_LINES
    least = (_WIDE_GAP if few else _GAP) * heights[len(heights) // 2]
    found, reach = [], min(word.left for word in words)
    for word in sorted(words, key=lambda word: word.left):
        if word.left - reach >= least:
            found.append((reach, word.left))
        reach = max(reach, word.right)
    return found


def _lines(words: Sequence[Word]) -> list[float]:
    """The heights at which words begin a line."""
    found: list[float] = []
    for word in sorted(words, key=lambda word: -word.bottom):
        if not found or found[-1] - word.bottom > 0.5 * (word.top - word.bottom):
            found.append(word.bottom)
    return found


def _is_page(words: Sequence[Word], seams: Sequence[float]) -> bool:
    """Whether these are the columns of a page, not of a table."""
    edges = (float("-inf"), *seams, float("inf"))
    for left, right in pairwise(edges):
        column = [word for word in words if left < _middle(word)[0] <= right]
        lines = len(_lines(column))
        letters = sum(word.last - word.first + 2 for word in column)
        if lines <= _MOST_LINES or letters < _LETTERS * lines:
            return False
    return True
