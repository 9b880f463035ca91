"""A box on a page: a note, a tip, a warning. For the pages that readers open, not for answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """Characters ``start`` to ``end`` of a passage's text."""

    kind: str
    """Its kind in the book's source: ``note``, ``warning``."""
    start: int
    end: int
    title: int = 0
    """Length of the title it begins with; 0 where the box began in an earlier passage."""
