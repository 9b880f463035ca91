"""Tells a table of a plain text, whose cells are below each other, from text and from code. Knows no pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CELL = re.compile(r"\S+(?: \S+)*")
_WORDS = re.compile(r"[\w .,:'’%+/&()-]+")
"""What cells of a table hold; code has other signs."""
_FEWEST = 3
"""Rows; two lines may have cells below each other by chance."""


def table_of(lines: Sequence[str]) -> str:
    """The table in Markdown; empty where the lines are none.

    >>> print(table_of(["plate mail   3", "chain mail   5", "no armor    10"]))
    | plate mail | 3 |
    | --- | --- |
    | chain mail | 5 |
    | no armor | 10 |
    >>> table_of(["x = 1   # one", "y = 22  # two", "z = 3   # three"])
    ''
    """
    rows = [list(_CELL.finditer(line)) for line in lines]
    width = len(rows[0]) if rows else 0
    if len(rows) < _FEWEST or width < 2 or any(len(row) != width for row in rows):
        return ""
    columns = list(zip(*rows, strict=True))
    aligned = all(len({c.start() for c in column}) == 1 or len({c.end() for c in column}) == 1 for column in columns)
    if not aligned or not all(_WORDS.fullmatch(cell[0]) for row in rows for cell in row):
        return ""
    shown = ["| " + " | ".join(cell[0] for cell in row) + " |" for row in rows]
    return "\n".join([shown[0], "| " + " | ".join(["---"] * width) + " |", *shown[1:]])
