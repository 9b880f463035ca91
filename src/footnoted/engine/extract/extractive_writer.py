"""Answers in the book's own words, without a model: the quote that was chosen, each block with its marker.

Which words are quoted is excerpt.py's to say, and selection.py's of a text that a reader selected.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from footnoted.domain.writing import Brief, LookUp
from footnoted.engine.extract.quote import quoted


class ExtractiveWriter:
    """A Writer that quotes."""

    quotes = True

    @property
    def name(self) -> str:
        """It is the only writer that needs no model."""
        return "extractive"

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """One piece a block of the text; nothing when there is no excerpt."""
        for piece in quoted(brief.excerpts, brief.sources):
            yield piece

    async def ping(self) -> None:
        """There is nothing that could be down."""
