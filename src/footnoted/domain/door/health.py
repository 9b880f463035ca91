"""The state of one part of the system, such as the index or the database."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """A part and whether it works at this moment."""

    name: str
    is_up: bool
    latency_ms: float | None = None
    error: str | None = None
