"""The text that a reader selected, as the only passage found: nothing is searched, the reader reads it.

A selection may be a whole chapter; then only the pieces that share most words with the question are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Confidence
from footnoted.domain.reading import Readable, Reading
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import READ, Finder, Found
from footnoted.engine.find.question_words import as_question
from footnoted.engine.understand.stands_alone import is_keywords
from footnoted.engine.units import Unit, units_of

_PIECE = 1200
"""Characters read at once: about a passage."""


def selected(text: str) -> Found:
    """The selection as a passage without a place in the book."""
    passage = Passage("selection", "", "", "", "", "Selected text", (), 0, 0, text, language=language_of(text, ENGLISH))
    return Found((Source(passage, 1.0, 1.0),), Confidence(1.0, 1.0, 1.0, 1, 0.0, (1.0,)))


async def read_selection(finder: Finder, question: str, text: str) -> Found:
    """The selection with the reader's result, if there is a reader, and how it covers the question's words."""
    found = selected(text)
    (source,) = found.sources
    coverage = Coverage(question, [source.passage])
    asked = as_question(question) if is_keywords(question) else question
    parts = units_of(source.passage)
    pieces = sorted(_pieces(parts), key=lambda piece: -coverage.share(_words(piece)))[:READ]
    pages = [Readable(source.passage.title, tuple(unit.text for unit in piece)) for piece in pieces]
    readings = await finder.read(asked, pages, source.passage.language)
    read = replace(source, reading=_best(parts, pieces, readings)) if readings else source
    return replace(found, sources=(read,), coverage=coverage)


def _pieces(parts: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """Runs of units that are read together."""
    first = 0
    for at, unit in enumerate(parts):
        if at > first and unit.end - parts[first].start > _PIECE:
            yield parts[first:at]
            first = at
    if parts:
        yield parts[first:]


def _words(parts: Sequence[Unit]) -> frozenset[str]:
    return frozenset[str]().union(*(unit.words for unit in parts))


def _best(parts: Sequence[Unit], pieces: Sequence[Sequence[Unit]], readings: Sequence[Reading]) -> Reading:
    """The reading of the piece that answers best; its shares are moved to the piece's place in the selection."""
    piece, reading = max(zip(pieces, readings, strict=True), key=lambda pair: pair[1].answers)
    return replace(reading, shares=(0.0,) * parts.index(piece[0]) + reading.shares)
