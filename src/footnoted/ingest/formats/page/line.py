"""A line of a page, and the mark that a picture leaves in it. Knows no markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from footnoted.ingest.manuscript import GAP

_SIGN = "\x1a"
"""Occurs in no text: it is removed from all that is read."""
_MARK = re.compile(f"{_SIGN}([^{_SIGN}\n]*)/([^{_SIGN}\n]*){_SIGN}")

_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_EXPONENT = re.compile(r"\s*([+\-−]?\d+)\s*")


@dataclass(frozen=True, slots=True)
class Line:
    """Text as we keep it, and as it shows."""

    text: str
    visible: str
    """Without alternative texts and formulas, which a browser cannot search; a line break is in their place.

    A picture leaves its mark there.
    """


def raised(words: str) -> str:
    """What stands above the line: a number in signs that do, so that ten squared is not read as a hundred and two.

    >>> raised("2"), raised("-11"), raised("th")
    ('²', '⁻¹¹', 'th')
    """
    number = _EXPONENT.fullmatch(words)
    return number[1].translate(_RAISED) if number else words


def picture_mark(address: str, words: str) -> str:
    """The mark for a picture among the visible words.

    >>> list(runs_of("Before" + picture_mark("a b.png", "Tea - and milk") + "after"))
    ['Before\\n', ('a b.png', 'Tea - and milk'), '\\nafter']
    """
    if not address.strip():
        return "\n"
    return f"\n{_SIGN}{_coded(address)}/{_coded(words)}{_SIGN}\n"


def _coded(text: str) -> str:
    """The text in letters, digits and percent signs only, so that nothing takes it for markup or typography."""
    return quote(text, safe="", errors="replace").replace("-", "%2D").replace(".", "%2E").replace("_", "%5F")


def runs_of(visible: str) -> Iterator[str | tuple[str, str]]:
    """The visible words, and between them the address and description of each picture."""
    parts = _MARK.split(visible)
    for at in range(0, len(parts), 3):
        yield parts[at]
        if at + 1 < len(parts):
            yield unquote(parts[at + 1]), unquote(parts[at + 2])


def unmarked(visible: str) -> str:
    """The words that show, without the marks of pictures."""
    return _MARK.sub("", visible).replace(GAP, "")
