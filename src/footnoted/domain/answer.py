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
    """A place of the book that is about the question is quoted; the reader judges whether it answers."""
    DECLINED = "declined"
    """The book, or the selected text, does not say."""
    UNCLEAR = "unclear"
    """There is nothing to look up: the question refers to something that was not mentioned, and the reader is asked to
    name it; or it is no question but a greeting or thanks, and the reader is greeted."""
    UNWRITTEN = "unwritten"
    """The model failed before it wrote anything; the sources and an extractive answer are given instead."""


class Support(StrEnum):
    """How a sentence compares with the source it cites. Says nothing about whether it answers the question."""

    EXACT = "exact"
    """Copied from the source word for word."""
    SUPPORTED = "supported"
    """Paraphrased: everything in it is in the source, and nothing differs."""
    NOT_CONFIRMED = "not_confirmed"
    """Something in it was not found in the source."""
    CONTRADICTED = "contradicted"
    """The source says something else: a negation, or another number, name, role or amount."""

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
    """The words of the source that support the sentence."""
    support: Support

    @property
    def supported(self) -> bool:
        """Whether the check found the sentence in the source."""
        return self.support.holds

    def recorded(self, url: str) -> dict[str, str | int]:
        """All of it with the address of the sentence; ``asdict`` would take ten times as long."""
        return {
            "start": self.start,
            "end": self.end,
            "source": self.source,
            "quote": self.quote,
            "support": self.support,
            "url": url,
        }


@dataclass(frozen=True, slots=True)
class Usage:
    """What one answer cost: as the model's server counts it, else as we do; dollars where the price is known."""

    model: str
    calls: int
    tokens_read: int
    tokens_written: int
    cost: float | None = None


def greets(outcome: str, verdict: str) -> bool:
    """Whether an answer with these, also one that was stored, replies to a greeting or thanks."""
    return outcome == Outcome.UNCLEAR and verdict != Verdict.DECLINE


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
    """What the model cost; None if no model was called."""

    @property
    def declined(self) -> bool:
        """Whether a question was refused, or asked back; a greeting is neither."""
        return self.outcome in (Outcome.DECLINED, Outcome.UNCLEAR) and not self.is_greeting

    @property
    def is_greeting(self) -> bool:
        """Whether it replies to a greeting or thanks: nothing was asked."""
        return greets(self.outcome, self.verdict)

    def link_of(self, citation: Citation) -> str:
        """The address of the cited sentence; empty for a selection, which the reader already has on the page."""
        if self.from_selection or not 1 <= citation.source <= len(self.sources):
            return ""
        return self.sources[citation.source - 1].passage.url_at(citation.quote)


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
    """The answer is complete and, in a session, already stored."""

    answer: Answer


Event = Retrieved | Assessed | TextDelta | Answered
"""In this order: ``Retrieved+ Assessed TextDelta* Answered``, or an AskError is raised."""
