"""What it means to read a question and a passage together, and the part of a passage that is quoted for it.

Knows no model.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Readable:
    """A passage as a reader takes it in: where it stands, and its units in order."""

    place: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader makes of one passage for one question."""

    answers: float
    """Logit of "the answer is here"; comparable between passages, not calibrated."""
    shares: tuple[float, ...]
    """For each unit, how likely the answer starts in it if it is here at all; units beyond the model's reach lack."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Characters ``start`` to ``end`` of a source's passage."""

    source: int
    """Number of the source, from 1."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote:
    """Excerpts that are given together, and how likely they answer."""

    excerpts: tuple[Excerpt, ...] = ()
    right: float = 0.0
    """Logit of "these words answer it"."""
