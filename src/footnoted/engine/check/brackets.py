"""The brackets of a line: whether a parser should read them at all, and where a link's text is still open.

Knows nothing of where links lead.
"""

from __future__ import annotations

import re

_MOST_MARKS = 400
"""Most brackets and ticks in a line that is parsed: the cost grows with their square, and no author writes more."""
_MOST_OPEN = 40
"""Unclosed brackets in a line: the parser reads from each of them to the line's end."""
_LONGEST_LABEL = 300
_BRACKET = re.compile(r"[\[\]]")


def has_too_many_brackets(line: str) -> bool:
    """Whether the line has more marks than anyone writes.

    >>> has_too_many_brackets("[1] " * 100), has_too_many_brackets("]" * 50 + "[" * 50)
    (False, True)
    """
    return sum(map(line.count, "[<`")) > _MOST_MARKS or _unclosed(line) > _MOST_OPEN


def _unclosed(line: str) -> int:
    """How many brackets nothing closes."""
    count = 0
    for bracket in _BRACKET.findall(line) if line.count("[") > _MOST_OPEN else ():
        count += 1 if bracket == "[" else -(count > 0)
    return count


def open_label(line: str) -> int:
    """Where the text of an unfinished link begins: it is not closed, or a destination may follow."""
    begun: list[int] = []
    at = len(line)
    for bracket in _BRACKET.finditer(line):
        if bracket[0] == "[":
            begun.append(bracket.start())
        elif begun:
            start, end = begun.pop(), bracket.end()
            if end == len(line) or line[end] == "(":
                at = min(at, start)
    near = [start for start in (*begun, at) if len(line) - start <= _LONGEST_LABEL]
    at = min(near, default=len(line))
    return at - 1 if line[at - 1 : at] == "!" else at
