"""Which words of a longer quote tell a reader most, as the reader model saw them. Knows no wire format."""

from __future__ import annotations

from footnoted.domain.answer import Answer, Citation, Support
from footnoted.engine.units import Kind, Unit, units_of

_PROSE = (Kind.SENTENCE, Kind.ITEM)
_CLEARLY = 0.5
"""The share of the quote's likelihood that one sentence must have: else no sentence stands out."""


def telling_words(answer: Answer, citation: Citation) -> str | None:
    """The sentence of the quote in which the answer most likely stands; None where the quote is not longer than that.

    Of several quotes from one source only the one that holds the sentence has it.
    """
    has_source = 1 <= citation.source <= len(answer.sources) and not answer.from_selection
    if not has_source or citation.support is not Support.EXACT:
        return None
    passage = answer.sources[citation.source - 1].passage
    spans = [_span(passage.text, other.quote) for other in answer.citations if other.source == citation.source]
    cited = [(unit, share) for unit, share in _shares(answer, citation) if any(_within(unit, span) for span in spans)]
    own = _span(passage.text, citation.quote)
    if len(cited) < 2:
        return None
    best, share = max(cited, key=lambda rated: rated[1])
    is_clear = share >= _CLEARLY * sum(other for _, other in cited) and best.kind in _PROSE
    is_part = best.text.strip() != citation.quote.strip() or len(spans) > 1
    return best.text if is_clear and is_part and _within(best, own) else None


def _shares(answer: Answer, citation: Citation) -> list[tuple[Unit, float]]:
    source = answer.sources[citation.source - 1]
    return list(zip(units_of(source.passage), source.reading.shares if source.reading else (), strict=False))


def _span(text: str, quote: str) -> tuple[int, int]:
    at = text.find(quote)
    return (at, at + len(quote)) if at >= 0 and quote else (-1, -1)


def _within(unit: Unit, span: tuple[int, int]) -> bool:
    # The full stop stands behind the marker.
    return span[0] <= unit.start and unit.end <= span[1] + 1
