"""Cuts a text until every piece fits what an embedder reads, so that nothing of it is dropped. Knows no embedder."""

from __future__ import annotations

import re
from collections.abc import Callable

_FENCE = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+).*$", re.MULTILINE)
_PLACES = (
    re.compile(r"\n\n+"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?…؟۔।])\s+|(?<=[。！？；])"),
    re.compile(r"\s+|(?<=[，、,;:])"),
)
"""Where a text may be cut, the best first. Not ``sentences``: only the cut nearest to the middle is needed, and other
cuts would make other passages of books that are indexed."""
_SHORTEST = 10
"""Characters; a shorter piece is not cut, even if the embedder says that it does not fit."""
_NEAR_MIDDLE = 0.25, 0.75
"""Between these shares of a text a cut is near enough to its middle."""


def pieces_that_fit(text: str, fits: Callable[[str], bool]) -> list[str]:
    """The text in as few pieces as halving gives, each of which fits; code that is cut stays code.

    >>> pieces_that_fit("One. Two. Three. Four.", lambda piece: len(piece) < 13)
    ['One. Two.', 'Three. Four.']
    """
    if fits(text) or len(text) < _SHORTEST:
        return [text]
    return [piece for half in _halves(text) for piece in pieces_that_fit(half, fits)]


def _halves(text: str) -> tuple[str, str]:
    low, high = (round(share * len(text)) for share in _NEAR_MIDDLE)
    for place in _PLACES:
        found = [match for match in place.finditer(text) if low <= match.start() <= high]
        if found:
            best = min(found, key=lambda match: abs(match.start() - len(text) / 2))
            return _mend_fences(text[: best.start()], text[best.end() :])
    middle = len(text) // 2
    return _mend_fences(text[:middle], text[middle:])


def _mend_fences(first: str, second: str) -> tuple[str, str]:
    """Close a fence that the cut left open, and open it again behind the cut."""
    fences = list(_FENCE.finditer(first))
    if len(fences) % 2 == 0:
        return first, second
    opening = fences[-1]
    # An opening line alone would never get shorter by cutting.
    if first[opening.end() :].strip() == "" or _FENCE.fullmatch(second.strip()):
        return first, second
    return f"{first}\n{opening[1]}", f"{opening[0]}\n{second}"
