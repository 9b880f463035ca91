"""The words of a longer answer that most likely answer, according to the reader model. Knows no wire format."""

from __future__ import annotations

from collections.abc import Iterator

from footnoted.domain.answer import Answer, Citation, Support
from footnoted.domain.scores.scale import probability
from footnoted.domain.text.parts import Kind
from footnoted.engine.units import Unit, units_of

_PROSE = (Kind.SENTENCE, Kind.ITEM)
_CLEARLY = 0.4
"""Share of the total likelihood that one sentence needs; else none stands out."""


def telling_words(answer: Answer) -> tuple[Citation, str] | None:
    """The sentence that most likely has the answer, and the citation that quotes it.

    None if a model wrote the answer, if nothing was read, or if the quotes are not longer than that sentence.
    """
    rated = [(likelihood, unit, cited) for cited in answer.citations for likelihood, unit in _rated(answer, cited)]
    if len(rated) < 2:
        return None
    best, unit, citation = max(rated, key=lambda row: row[0])
    is_clear = best >= _CLEARLY * sum(likelihood for likelihood, _, _ in rated)
    return (citation, unit.text) if is_clear and unit.kind in _PROSE else None


def _rated(answer: Answer, citation: Citation) -> Iterator[tuple[float, Unit]]:
    """The quoted units, each with how likely it answers, by its passage and its place in it."""
    has_source = 1 <= citation.source <= len(answer.sources) and not answer.from_selection
    if not has_source or citation.support is not Support.EXACT:
        return
    passage, reading = answer.sources[citation.source - 1].passage, answer.sources[citation.source - 1].reading
    start = passage.text.find(citation.quote)
    if reading is None or start < 0:
        return
    # The full stop is after the marker.
    end = start + len(citation.quote) + 1
    passage_answers = probability(reading.answers)
    for unit, share in zip(units_of(passage), reading.shares, strict=False):
        if start <= unit.start and unit.end <= end:
            yield share * passage_answers, unit
