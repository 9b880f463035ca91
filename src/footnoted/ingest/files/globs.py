"""File patterns as JavaScript's tools read them: ``**/_*.{md,mdx}``. Knows no site generator."""

from __future__ import annotations

import re
from functools import cache

_PIECE = re.compile(r"\*\*/|\*\*|\*|\?|\{[^{}]*\}|.", re.DOTALL)
_MEANS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


@cache
def glob(pattern: str) -> re.Pattern[str]:
    """
    >>> bool(glob("**/_*.{md,mdx}").fullmatch("a/b/_c.mdx")), bool(glob("a/*").fullmatch("a/b/c"))
    (True, False)
    """
    pattern = re.sub(r"(?:\*\*/)+", "**/", pattern.removeprefix("./"))
    return re.compile("".join(_expression(piece) for piece in _PIECE.findall(pattern)))


def _expression(piece: str) -> str:
    if piece.startswith("{") and len(piece) > 1:
        return "(?:" + "|".join(glob(part).pattern for part in piece[1:-1].split(",")) + ")"
    return _MEANS.get(piece) or re.escape(piece)
