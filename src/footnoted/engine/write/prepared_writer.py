"""Writes a prepared text with its markers, for replies that need neither a model nor a quote.

Knows neither the question nor where the text comes from.
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
        """Whether the text is the book's own; only words that name the place are ours."""
        return True

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """The pieces as they are."""
        for piece in self._pieces:
            yield piece

    async def ping(self) -> None:
        """Nothing can be down."""
