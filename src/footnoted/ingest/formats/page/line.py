"""A line of a page. Plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """Text as we keep it, and as it shows."""

    text: str
    visible: str
    """Without alternative texts and formulas, which a browser cannot search; a line break stands in their place."""
