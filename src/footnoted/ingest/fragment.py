"""Words for a link that makes a browser scroll to a passage. Knows the text-fragment syntax, not the book.

https://wicg.github.io/scroll-to-text-fragment/
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol
from urllib.parse import quote

from footnoted.domain.sentences import sentences

_LIST_MARKER = re.compile(r"^(?:[-*+]|\d{1,4}[.)])[ \t]+")
_FEWEST, _MOST = 4, 8
"""Words of a fragment: fewer are rarely the only ones on their page, more make long links."""
_TRIES = 24
"""Places in a passage that are tried; almost every passage has one among its first words."""


def normal(visible: str) -> str:
    """A page's words as a browser compares them: whatever the case, one space between."""
    return "\n".join(" ".join(line.split()) for line in visible.casefold().split("\n"))


class Countable(Protocol):
    """A page in which runs of words are counted."""

    def count(self, run: str, /) -> int: ...


class Page:
    """A page's words, counted within a budget: each count reads the page, and a long page has many passages."""

    _BUDGET = 100_000_000
    """Characters read, a tenth of a second's work; after them no run is found, and links open at the heading."""

    def __init__(self, words: str) -> None:
        self._words, self._left = words, self._BUDGET

    def count(self, run: str, /) -> int:
        self._left -= len(self._words)
        return self._words.count(run) if self._left > 0 else 0


def fragment(proses: Iterable[str], visible: Countable) -> str:
    """A percent-encoded run of words of the prose that stands exactly once on the page; empty if there is none.

    >>> fragment(["Keep it dry, well-aired and warm."], normal("Keep it dry, well-aired and warm."))
    'Keep%20it%20dry%2C%20well%2Daired'
    """
    tries = 0
    for prose in proses:
        for sentence in sentences(prose):
            words = _LIST_MARKER.sub("", sentence).replace("`", "").split()
            for start in range(len(words) - _FEWEST + 1):
                tries += 1
                if tries > _TRIES:
                    return ""
                if run := _once(words[start : start + _MOST], visible):
                    return quote(run, safe="").replace("-", "%2D")
    return ""


def _once(words: list[str], visible: Countable) -> str:
    """The shortest run from the first of these words that stands once on the page."""
    for length in range(_FEWEST, len(words) + 1):
        run = " ".join(words[:length]).rstrip(".,;:!?…")
        times = visible.count(run.casefold())
        if times == 1:
            return run
        if times == 0:
            return ""
    return ""
