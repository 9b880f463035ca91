"""Finds the headings of a plain text that are numbered, or stand out into the margin. Knows lines, no pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from footnoted.ingest.formats.text.paper import Measure, Paragraph, indent

_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+(\S.{0,90})")
_LEADER = re.compile(r"(?:\. ?){3}|(?<!\s)\s{3,}+\S*+(?<=\d)$")
_ENDS = re.compile(r"[.,;:]$")
_COLUMNS = re.compile(r"\S\s{3,}\S")
_FEWEST = 3
"""Numbered headings; fewer may be items of a list."""
_LONGEST, _LONGEST_ABOVE_TEXT = 80, 50
"""Characters of a heading by itself, and of one with text in the next line."""
_ITEM = re.compile(r"^(?:[-*•+]|\d{1,3}[.)])\s")
_MARGIN = 2
"""Blanks by which text is indented at least below headings that stand out."""


def numbered_headings(paragraphs: Sequence[Paragraph]) -> Mapping[int, int]:
    """Paragraphs that are a numbered heading, with its level: each number follows from the one before."""
    last: tuple[int, ...] = ()
    found: dict[int, int] = {}
    for place, lines in enumerate(paragraphs):
        number = _number(lines)
        if number and _follows(number, last):
            last = number
            found[place] = len(number)
    with_text = sum(place + 1 not in found and place + 1 < len(paragraphs) for place in found)
    return found if len(found) >= _FEWEST and 2 * with_text >= len(found) else {}


def outstanding(lines: Paragraph, measure: Measure) -> bool:
    """Whether the first line stands out to the left of the text, and what is below it does not."""
    if measure.body - measure.margin < _MARGIN or indent(lines[0]) >= measure.body:
        return False
    first = lines[0].strip()
    longest = _LONGEST if len(lines) == 1 else _LONGEST_ABOVE_TEXT
    if len(first) > longest or any(sign.search(first) for sign in (_ENDS, _COLUMNS, _ITEM)):
        return False
    return all(indent(line) >= measure.body for line in lines[1:])


def _number(lines: Paragraph) -> tuple[int, ...]:
    """The number of a paragraph that is one numbered line, and no line of a table of contents."""
    match = _NUMBERED.fullmatch(lines[0].strip()) if len(lines) == 1 else None
    if match is None or _LEADER.search(match[2]) or _ENDS.search(match[2]):
        return ()
    return tuple(_ints(match[1]))


def _ints(number: str) -> Iterator[int]:
    return map(int, number.split("."))


def _follows(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """
    >>> [_follows(number, (5, 4)) for number in ((5, 5), (6,), (5, 4, 1), (7,), (5, 3))]
    [True, True, True, False, False]
    """
    *above, own = number
    if number == (*last, 1):
        return True
    return len(number) <= len(last) and tuple(above) == last[: len(above)] and own == last[len(above)] + 1
