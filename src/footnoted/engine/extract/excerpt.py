"""Which words of the passages to quote: of each a run of units in a row, or all of it where it is short.

A run is worth what the reader sees in it and the share of the question that it holds; how likely it is right is
gate.py's to say. Knows no wording: see quote.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from footnoted.domain.book import Source
from footnoted.domain.reading import Excerpt
from footnoted.engine.extract.gate import Evidence, right
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Found
from footnoted.engine.units import Kind, Unit, units

# Of 175 answerable questions to four documentation books the excerpt of the first passage holds the answer for .53 at
# 60 words, .62 at 90 and .72 whole (117 words); docs/lab-book.md has the curve.
_MOST_WORDS = 90
_WHOLE = 120
"""A passage of so many words is quoted whole: cutting it loses more than it saves."""
_FULLNESS = 0.02
"""What a run is worth more for using the words it may: breaks ties between runs that hold the same."""
_MOST_LEAD = 60
"""Words of code or table that a lead-in at the end of a run may bring in."""


def excerpts(question: str, found: Found) -> tuple[Excerpt, ...]:
    """One excerpt of each source, in the sources' order."""
    if not found.sources or not question.strip():
        return ()
    coverage = found.coverage or Coverage(question, [source.passage for source in found.sources])
    cut = []
    for number, source in enumerate(found.sources, 1):
        parts = units(source.passage.text)
        if not parts:
            continue
        first, last = best_run(parts, source, coverage)
        held = frozenset[str]().union(*(unit.words for unit in parts[first : last + 1]))
        evidence = Evidence(
            covered=found.covered,
            reading=source.reading.answers if source.reading else None,
            margin=found.margin if number == 1 else 0.0,
            held=coverage.share(held),
            held_with_place=coverage.share(held | coverage.heading_words(source.passage)),
            words=len(coverage.words),
        )
        cut.append(Excerpt(number, parts[first].start, parts[last].end, right(evidence)))
    return tuple(cut)


def best_run(
    parts: Sequence[Unit], source: Source, coverage: Coverage, most: int = _MOST_WORDS, whole: int = _WHOLE
) -> tuple[int, int]:
    """First and last unit of the best run of at most so many words; a passage of ``whole`` words is taken whole."""
    if sum(unit.length for unit in parts) <= whole:
        return 0, len(parts) - 1
    shares = source.reading.shares if source.reading else ()
    best, chosen = -1.0, (0, 0)
    for first in range(len(parts)):
        held: frozenset[str] = frozenset()
        length, seen = 0, 0.0
        for last in range(first, len(parts)):
            length += parts[last].length
            if length > most and last > first:
                break
            held |= parts[last].words
            seen += shares[last] if last < len(shares) else 0.0
            worth = seen + coverage.share(held) + _FULLNESS * min(length, most) / most
            if worth > best:
                best, chosen = worth, (first, last)
    return _completed(parts, *chosen)


def _completed(parts: Sequence[Unit], first: int, last: int) -> tuple[int, int]:
    """The run with the sentence that leads into it, and with what its last sentence leads into."""
    if first and (parts[first].kind is not Kind.SENTENCE or parts[first - 1].leads_in):
        first -= 1
    if parts[last].leads_in and last + 1 < len(parts):
        block, room = parts[last + 1].block, _MOST_LEAD
        while last + 1 < len(parts) and parts[last + 1].block == block and parts[last + 1].length <= room:
            last += 1
            room -= parts[last].length
    return first, last
