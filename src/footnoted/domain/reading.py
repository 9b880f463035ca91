"""What it means to read a question and a passage together. Knows no model."""

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
    """For each unit, how likely the answer starts in it if it is here at all; units past the model's reach are absent."""
