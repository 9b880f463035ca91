"""Writes what was put together beforehand, and the markers in it: for replies that need no model and no choosing.

Knows neither the question nor where the text came from.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Sequence

from footnoted.domain.ports import Brief, LookUp

_REFERENCE = re.compile(r"(```.*?```|`[^`\n]+`)|\[(\d{1,4})\](?!\()", re.DOTALL)
_STOP = re.compile(r"[.!?。！？]$")
_SET_OFF = re.compile(r"(?:```|\||\$\$)")


class Quote:
    """A Writer of given pieces."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces

    @property
    def name(self) -> str:
        """It only repeats."""
        return "quote"

    @property
    def quotes(self) -> bool:
        """What it repeats is the book's own, but for words that name the place."""
        return True

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """The pieces as they are."""
        for piece in self._pieces:
            yield piece

    async def ping(self) -> None:
        """There is nothing that could be down."""


def cited(text: str, source: int) -> str:
    """The book's words with a marker at the end; its own "[12]" must not look like one.

    >>> cited("As in [3], it moves.", 1)
    'As in (3), it moves [1].'
    """
    text = _REFERENCE.sub(lambda found: found[1] or f"({found[2]})", text)
    if _SET_OFF.match(text):
        return f"{text}\n\n[{source}]"
    stop = _STOP.search(text)
    return f"{text[:-1].rstrip()} [{source}]{text[-1]}" if stop else f"{text} [{source}]"
