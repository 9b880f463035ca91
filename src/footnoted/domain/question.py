"""What a reader asks, and the manner in which the asking contract wants to be answered. Knows no wire format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from footnoted.domain.book import Filters, Source


class Verdict(StrEnum):
    """What to do with a question, given how well the book covers it."""

    ANSWER = "answer"
    HEDGE = "hedge"
    """Answer, and say that the book covers it only in part."""
    SHOW = "show"
    """Show the place that is about it: it is in the book, but no words were found that surely answer."""
    DECLINE = "decline"


@dataclass(frozen=True, slots=True)
class Confidence:
    """How well the passages cover the question, on the calibrated scale."""

    average: float
    minimum: float
    maximum: float
    count: int
    diversity: float
    """One minus the mean pairwise cosine of the passages' vectors; 0 for fewer than two."""
    scores: tuple[float, ...] = ()
    """Every score the figures above are over, best first."""


NO_CONFIDENCE = Confidence(0.0, 0.0, 0.0, 0, 0.0)
"""Of no passages at all."""


def by_best_score(confidence: Confidence) -> Verdict:
    """The book API's bands: below 0.3 the book does not cover it, below 0.5 only in part."""
    if confidence.maximum < 0.3:
        return Verdict.DECLINE
    return Verdict.ANSWER if confidence.maximum >= 0.5 else Verdict.HEDGE


@dataclass(frozen=True, slots=True)
class Policy:
    """How a contract wants its questions treated; the engine has no other notion of contracts."""

    judge: Callable[[Confidence], Verdict] = by_best_score
    refusal: str = "The book does not say. I could not find anything about this in it."
    selection_refusal: str = "The selected text does not say."
    unclear: str = "I am not sure what this refers to. Please ask again and name it."
    """Said instead of the refusal when the question leans on a conversation that is not there."""
    fallback: str = "The language model is not available just now. These passages of the book come closest."
    """Said when the model failed and no sentence of the book answers by itself."""
    corrected: str = "The sources do not say this. They say: "
    """Put behind a model's answer of which no sentence has support, before what the sources say themselves."""
    shown: str = "This part of the book is about it:"
    """Opens an answer whose verdict is SHOW."""
    hedge: str = ""
    """Put in front of an answer whose verdict is HEDGE."""
    language: str = "en"
    """That its words are in."""
    window: int = 10
    """How many earlier turns may shape the answer."""
    threshold: float = 0.1
    """What a passage must score to be judged by, where the reader does not say."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, as a session remembers it."""

    question: str
    answer: str
    asked_at: datetime
    sources: tuple[Source, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    """Figures that a contract may want back: request id, mode, confidence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as its author sees it afterwards: what became of it, and what the reader thought."""

    question: str
    asked_at: datetime
    outcome: str
    seconds: float = 0.0
    cost: float = 0.0
    """Dollars, where a model's price is known."""
    sources: tuple[Source, ...] = ()
    """What the answer cites; empty when there was none."""
    helpful: bool | None = None
    """None when the reader did not say."""
    comment: str = ""
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation; its id is a handle, not a credential."""

    id: UUID
    created_at: datetime
    last_active: datetime
    turns: int


@dataclass(frozen=True, slots=True)
class Question:
    """One question with everything that shapes its answer."""

    text: str
    request_id: UUID
    book: str | None = None
    """Which book to ask; None asks every book that is served."""
    session: UUID | None = None
    """Where the turn is remembered; None asks without a memory."""
    owner: str = ""
    """Whose session it is, as a digest of their key; empty where no keys are wanted."""
    earlier: Sequence[Turn] | None = None
    """Turns the client sent itself; they stand in for the stored ones."""
    selection: str | None = None
    """Text the reader selected: the answer rests on it alone."""
    about: str | None = None
    """Text the reader selected: what the question is about; the answer is looked for in the whole book."""
    wishes: str = ""
    """In which manner the client's application wants to be answered; a model follows it within the book's rules."""
    filters: Filters = Filters()
    language: str = ""
    """Of the page that the reader is on: where a book is there in several, this one answers if it can."""
    limit: int = 5
    threshold: float = 0.1
    """Passages scored lower are left out; what is below the default is noise."""
    policy: Policy = Policy()
    is_whole: bool = False
    """Nobody sees the answer before it is whole: a model that dies midway is replaced by the book's own sentences."""

    @property
    def session_id(self) -> UUID:
        """The session of a question that is asked in one."""
        assert self.session is not None, "asked without a session"
        return self.session
