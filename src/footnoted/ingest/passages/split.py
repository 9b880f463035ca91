"""Tables and code that are too long for a passage, in pieces that stay tables and code. Knows sizes, no page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence


def split_table(text: str, aim: int, limit: int) -> Iterator[str]:
    """The rows in groups, each under the table's own head.

    >>> list(split_table("| a |\\n|---|\\n| 1 |\\n| 2 |", 15, 20))
    ['| a |\\n|---|\\n| 1 |', '| a |\\n|---|\\n| 2 |']
    """
    if len(text) <= limit:
        yield text
        return
    head, rule, *rows = text.split("\n")
    frame = f"{head}\n{rule}\n"
    for group in _grouped(rows, "\n", len(frame), aim, limit):
        yield frame + group


def split_code(text: str, aim: int, limit: int) -> Iterator[str]:
    """The code cut at blank lines, each piece within a fence of its own."""
    if len(text) <= limit:
        yield text
        return
    opening, rest = text.split("\n", 1)
    body, closing = rest.rsplit("\n", 1)
    for group in _grouped(re.split(r"\n(?:[ \t]*\n)+", body), "\n\n", len(opening) + len(closing) + 2, aim, limit):
        yield f"{opening}\n{group}\n{closing}"


def _grouped(parts: Sequence[str], joiner: str, frame: int, aim: int, limit: int) -> Iterator[str]:
    """Neighbouring parts in groups of about the same size, each fitting a passage together with its frame."""
    total = len(joiner.join(parts))
    groups = max(1, math.ceil(total / (aim - min(frame, aim // 2))))
    share = total / groups
    group: list[str] = []
    length = 0
    for part in parts:
        grown = length + len(part) + (len(joiner) if group else 0)
        if group and (grown + frame > limit or length + len(part) / 2 > share):
            yield joiner.join(group)
            group, grown = [], len(part)
        group.append(part)
        length = grown
    if group:
        yield joiner.join(group)
