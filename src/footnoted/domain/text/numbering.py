"""A heading's number, which a book's builder put in front of its words: ``3.4. Cups``, ``Chapter 2. Water``."""

from __future__ import annotations

import re

_NUMBER = re.compile(
    r"(?:(?:chapter|section|part|appendix) (?:\d{1,3}|[A-Z]|[IVX]{1,5})(?:\.\d{1,3}){0,5}[.:]"
    r"|(?:\d{1,3}|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5}\.)\s+(?=\S)",
    re.IGNORECASE,
)
"""The full stop behind it tells it from a year, an amount and a version."""


def without_number(heading: str) -> str:
    """The heading's own words.

    >>> [without_number(text) for text in ("3.4. Cups", "Chapter 2. Water", "A.1. Pots", "Appendix B: Tins")]
    ['Cups', 'Water', 'Pots', 'Tins']
    >>> [without_number(text) for text in ("2.0 released", "3 cups", "A. B. Clark", "1.2.", "Chapter 2")]
    ['2.0 released', '3 cups', 'A. B. Clark', '1.2.', 'Chapter 2']
    """
    number = _NUMBER.match(heading)
    return heading[number.end() :] if number else heading
