"""What a reader asks, and the policy of the contract that it came through. Knows no wire format."""

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
    """Show the place that is about it: the subject is in the book, but no words surely answer the question."""
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
    """Every score that the figures above summarise, best first."""


NO_CONFIDENCE = Confidence(0.0, 0.0, 0.0, 0, 0.0)
"""The confidence of an empty search."""


def by_best_score(confidence: Confidence) -> Verdict:
    """The book API's bands: below 0.3 the book does not cover it, below 0.5 only in part."""
    if confidence.maximum < 0.3:
        return Verdict.DECLINE
    return Verdict.ANSWER if confidence.maximum >= 0.5 else Verdict.HEDGE


@dataclass(frozen=True, slots=True)
class Policy:
    """How a contract wants its questions treated; all that the engine knows about contracts."""

    judge: Callable[[Confidence], Verdict] = by_best_score
    refusal: str = "The book does not say. I could not find anything about this in it."
    selection_refusal: str = "The selected text does not say."
    unclear: str = "I am not sure what this refers to. Please ask again and name it."
    """Used instead of the refusal when the question refers to a conversation that does not exist."""
    fallback: str = "The language model is not available just now. These passages of the book come closest."
    """Used when the model failed and no sentence of the book answers by itself."""
    corrected: str = "The sources do not say this. They say: "
    """Added to a model's answer if no sentence of it is supported; what the sources say follows."""
    shown: str = "This part of the book is about it:"
    """Opens an answer whose verdict is SHOW."""
    closest: str = "The book may not say this. This part comes closest:"
    """Opens it instead where the book hardly covers the question."""
    hedge: str = ""
    """Put in front of an answer whose verdict is HEDGE."""
    language: str = "en"
    """That its words are in."""
    window: int = 10
    """How many earlier turns are taken into account."""
    threshold: float = 0.1
    """The score that a passage needs, unless the question says otherwise."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer, as a session stores it."""

    question: str
    answer: str
    asked_at: datetime
    sources: tuple[Source, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    """Values that a contract may want back: request id, mode, confidence."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A past question as the author sees it: its outcome, and the reader's opinion."""

    question: str
    asked_at: datetime
    outcome: str
    seconds: float = 0.0
    cost: float = 0.0
    """Dollars, where a model's price is known."""
    sources: tuple[Source, ...] = ()
    """What the answer cites; empty for none."""
    helpful: bool | None = None
    """None when the reader gave no opinion."""
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
    """One question with everything that affects its answer."""

    text: str
    request_id: UUID
    book: str | None = None
    """Which book to ask; None asks all."""
    session: UUID | None = None
    """The session that stores the turn; None asks without one."""
    owner: str = ""
    """Whose session it is: a digest of the caller's key; empty where no keys are required."""
    earlier: Sequence[Turn] | None = None
    """Turns that the client sent; they replace the stored ones."""
    selection: str | None = None
    """Text the reader selected; the answer uses it alone."""
    about: str | None = None
    """Text the reader selected; the question is about it, and the whole book is searched."""
    wishes: str = ""
    """How the client's application wants answers to be written; a model follows it within the book's rules."""
    filters: Filters = Filters()
    language: str = ""
    """Language of the page the reader is on; of a book in several languages, this one answers if it can."""
    limit: int = 5
    threshold: float = 0.1
    """Passages with a lower score are left out; what is below the default is noise."""
    policy: Policy = Policy()
    is_whole: bool = False
    """The reader sees only the complete answer: if a model fails midway, the book's own sentences replace it."""

    @property
    def session_id(self) -> UUID:
        """The session; only for a question that has one."""
        assert self.session is not None, "asked without a session"
        return self.session
