"""How a part of the system is doing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Health:
    """One part, at one moment."""

    name: str
    is_up: bool
    latency_ms: float | None = None
    error: str | None = None
