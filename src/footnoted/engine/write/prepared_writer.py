"""Writes what was put together beforehand, and the markers in it: for replies that need no model and no choosing.

Knows neither the question nor where the text came from.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from footnoted.domain.writing import Brief, LookUp


class PreparedWriter:
    """A Writer of given pieces."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._pieces = pieces

    @property
    def name(self) -> str:
        """It only repeats."""
        return "prepared"

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
