"""What the reader model takes and returns, and the parts of a passage that are quoted for a question.

Knows no model.
"""

from __future__ import annotations

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
