"""What a page sets apart within its text: a note, a tip, a warning. For pages that readers open, not for answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a passage's text, from ``start`` up to ``end``."""

    kind: str
    """What it is called in the book's source: ``note``, ``warning``."""
    start: int
    end: int
    title: int = 0
    """Characters of its title, with which it begins; 0 where it began in an earlier passage."""
