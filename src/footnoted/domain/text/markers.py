"""The ``[n]`` in an answer: finding and removing them. Knows no source and no code blocks."""

from __future__ import annotations

import re

MARKER = r"\[\d{1,4}\]"
"""One marker, to build other patterns with."""
NUMBERED_MARKER = re.compile(r"\[(\d{1,4})\]")
"""One marker, with its number as the only group."""
_SPACED = re.compile(rf"[ \t]?{MARKER}")


def markers(text: str) -> list[int]:
    """The source numbers in a text, each once, in order of appearance.

    >>> markers("Rust moves values [2]. It borrows too [1][2].")
    [2, 1]
    """
    return list(dict.fromkeys(int(number) for number in NUMBERED_MARKER.findall(text)))


def without_markers(text: str) -> str:
    """The text without markers, for places where sources cannot be shown.

    >>> without_markers("Warm air blurs the image [1].")
    'Warm air blurs the image.'
    """
    return _SPACED.sub("", text)
