"""The fields for every sentence that the product itself says to readers; each language fills them. Knows no wire."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Messages:
    """What readers are told, in one language; ``{limit}`` is a number of characters."""

    refusal: str
    selection_refusal: str
    selection_answers: str
    """A note on an answer that rests on a selected text alone."""
    unclear: str
    fallback: str
    corrected: str
    """Ends in a space; what the sources say follows."""
    hedge: str
    """Ends in a space; the answer follows."""
    shown: str
    """Precedes a place of the book that is about the question without answering it."""
    closest: str
    """Precedes the nearest place where the book hardly covers the question."""
    session_unknown: str
    index_down: str
    model_down: str
    unavailable: str
    internal: str
    key_wanted: str
    rate_limited: str
    body_too_large: str
    body_too_slow: str
    empty: str
    too_long: str
    selection_too_long: str
