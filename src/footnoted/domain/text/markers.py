"""The ``[n]`` in an answer: finding and removing them. Knows no source and no code blocks."""

from __future__ import annotations

import re

MARKER = r"\[\d{1,4}\]"
"""One marker, to build other patterns with."""
NUMBERED_MARKER = re.compile(r"\[(\d{1,4})\]")
"""One marker, with its number as the only group."""
_SPACED = re.compile(rf"(?:[ \t]?{MARKER})++(?P<at_end>[.,;:!?)]*(?=\s|\Z))?")
_ADDRESS_BEGUN = re.compile(r"[:/\\@]|www", re.IGNORECASE)
_LONG_WORD = 50


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

    def left(found: re.Match[str]) -> str:
        return (
            found["at_end"]
            if found["at_end"] is not None
            else gap(text[max(0, found.start() - _LONG_WORD) : found.start()])
        )

    return _SPACED.sub(left, text)


def gap(before: str) -> str:
    r"""What a marker leaves when it is removed: a blank where the words around it could be joined to an address.

    >>> gap("It is warm"), gap("See https:/"), gap("www")
    ('', ' ', ' ')
    """
    word = re.split(r"\s", before[-_LONG_WORD:])[-1]
    return " " if len(word) >= _LONG_WORD or _ADDRESS_BEGUN.search(word) else ""
