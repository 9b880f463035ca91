"""Writes answers in the book's own words, without a model: the chosen quote, each block with its marker.

The words are chosen in excerpt.py, and for a selected text in selection.py.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from footnoted.domain.writing import Brief, LookUp
from footnoted.engine.extract.quote import quoted


class ExtractiveWriter:
    """A Writer that quotes the book."""

    quotes = True

    @property
    def name(self) -> str:
        """The only writer without a model."""
        return "extractive"

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """A piece for each block of the text; nothing if there is no excerpt."""
        for piece in quoted(brief.excerpts, brief.sources):
            yield piece

    async def ping(self) -> None:
        """Nothing can be down."""
