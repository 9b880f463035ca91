"""The ``[n]`` in an answer: what one looks like, and a text without them. Knows no source and no code."""

from __future__ import annotations

import re

MARKER = r"\[\d{1,4}\]"
"""One marker, to build other patterns with."""
_NUMBER = re.compile(r"\[(\d{1,4})\]")
_SPACED = re.compile(rf"[ \t]?{MARKER}")


def markers(text: str) -> list[int]:
    """The source numbers a piece of text points to, in order and once each.

    >>> markers("Rust moves values [2]. It borrows too [1][2].")
    [2, 1]
    """
    return list(dict.fromkeys(int(number) for number in _NUMBER.findall(text)))


def without_markers(text: str) -> str:
    """The text for where no source can be shown.

    >>> without_markers("Warm air blurs the image [1].")
    'Warm air blurs the image.'
    """
    return _SPACED.sub("", text)
