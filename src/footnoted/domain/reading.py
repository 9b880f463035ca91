"""What the reader and the checker take and return, and the parts of a passage that are quoted for a question.

Knows no model.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readable:
    """A passage as the reader model takes it: its place and its units in order."""

    place: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the reader model says about one passage for one question."""

    answers: float
    """Logit of "the answer is here"; comparable between passages, not calibrated."""
    shares: tuple[float, ...]
    """For each unit, how likely the answer starts there, if it is here; units beyond the model's limit are missing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A question or a statement, and the text that should answer it, or say it."""

    text: str
    page: Readable
    is_question: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checker says about a claim: three logits."""

    supported: float
    contradicted: float
    neither: float

    @property
    def exactly(self) -> float:
        """Log-odds of "the text says just this", or answers just what is asked."""
        most = max(self.contradicted, self.neither)
        other = most + math.log(math.exp(self.contradicted - most) + math.exp(self.neither - most))
        return self.supported - other


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Characters ``start`` to ``end`` of a source's passage."""

    source: int
    """Number of the source, from 1."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote:
    """Excerpts quoted together, and how likely they answer."""

    excerpts: tuple[Excerpt, ...] = ()
    right: float = 0.0
    """Logit of "these words answer it"."""
    exactly: float | None = None
    """What the checker says: log-odds of "they answer exactly what is asked"; None where nothing was checked."""
