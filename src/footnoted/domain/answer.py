"""What a reader gets back, and the events that lead there. Knows no wire format."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from footnoted.domain.book import Source
from footnoted.domain.question import Confidence, Verdict


class Outcome(StrEnum):
    """How an answer came out. "The book does not say" is an answer, never an error."""

    ANSWERED = "answered"
    SHOWN = "shown"
    """The place of the book that is about it, quoted; whether it answers is left to the reader."""
    DECLINED = "declined"
    """The book, or the selected text, does not say."""
    UNCLEAR = "unclear"
    """The question leans on something that was never said; the reader is asked to name it."""
    UNWRITTEN = "unwritten"
    """The model failed before it wrote anything; the sources and an extractive answer are still here."""


class Support(StrEnum):
    """What the check found of a sentence and the source it names. Not whether the sentence answers the question."""

    EXACT = "exact"
    """The source's own words, one after the other."""
    SUPPORTED = "supported"
    """Said in other words; everything in it stands in the source, and nothing differs."""
    NOT_CONFIRMED = "not_confirmed"
    """Something in it was not found in the source."""
    CONTRADICTED = "contradicted"
    """The source says it otherwise: negated, or with another number, name, role or amount."""

    @property
    def holds(self) -> bool:
        return self in (Support.EXACT, Support.SUPPORTED)


@dataclass(frozen=True, slots=True)
class Citation:
    """Characters ``start`` to ``end`` of the answer rest on source number ``source`` (from 1)."""

    start: int
    end: int
    source: int
    quote: str
    """The words of the source that carry the sentence."""
    support: Support

    @property
    def supported(self) -> bool:
        """Whether the check found the sentence in the source."""
        return self.support.holds


@dataclass(frozen=True, slots=True)
class Usage:
    """What one answer took, by the server's count or else by ours; the cost in dollars where the price is known."""

    model: str
    calls: int
    tokens_read: int
    tokens_written: int
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer. ``[n]`` in the text is the n-th source."""

    text: str
    outcome: Outcome
    verdict: Verdict
    confidence: Confidence
    sources: tuple[Source, ...]
    citations: tuple[Citation, ...] = ()
    from_selection: bool = False
    usage: Usage | None = None
    """What the model took, where one was asked."""

    @property
    def declined(self) -> bool:
        """Nothing of the book was said."""
        return self.outcome in (Outcome.DECLINED, Outcome.UNCLEAR)

    def link_of(self, citation: Citation) -> str:
        """The address of the cited sentence; empty of a selection, which is on the reader's page already."""
        if self.from_selection or not 1 <= citation.source <= len(self.sources):
            return ""
        return self.sources[citation.source - 1].passage.opened_at(citation.quote).url


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A search was made; the passages are best first."""

    query: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Assessed:
    """The engine decided whether the book covers the question."""

    confidence: Confidence
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class TextDelta:
    """The next piece of the answer's text; together the pieces are the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer is complete and, in a session, already durable."""

    answer: Answer


Event = Retrieved | Assessed | TextDelta | Answered
"""In this order: ``Retrieved+ Assessed TextDelta* Answered``, or an AskError is raised."""
