"""Whether a question names a year that a quote says nothing about: words that fit but for it are about another time."""

from __future__ import annotations

import re

_YEAR = r"(?:1[0-9]|20)\d\d"
_ASKED = re.compile(
    rf"\b(?:in|since|by|until|till|before|after|during|of|year|the)(?: early| late| year)? ({_YEAR})"
    r"(?!\w|[.,:-]\d| \w+s\b)",
    re.I,
)
"""A year as a question asks about it; "2000 bees" and "a hive from 2017" are other things."""
_NAMED = re.compile(rf"(?<![\d.,]){_YEAR}(?![\d])")
_SPAN = re.compile(rf"(?<![\d.,])({_YEAR})\D{{1,24}}({_YEAR})(?!\d)")


def lacks_year(question: str, quoted: str) -> bool:
    """Whether a year of the question is neither in the quote nor between two years that stand together there.

    >>> [lacks_year(f"Who led it in {year}?", "- Ada (2010 to May 2013)") for year in (2010, 2012, 2025)]
    [False, False, True]
    >>> lacks_year("Can it hold 2000 bees in 2000 boxes?", "It holds many.")
    False
    """
    asked = {int(year) for year in _ASKED.findall(question)}
    if not asked:
        return False
    asked -= {int(year) for year in _NAMED.findall(quoted)}
    spans = [(int(first), int(last)) for first, last in _SPAN.findall(quoted)]
    return any(not any(first <= year <= last for first, last in spans) for year in asked)
