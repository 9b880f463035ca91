"""Words as browsers have them when they look for a link's words. Knows no page."""

from __future__ import annotations

import re

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff"
"""Letters of scripts that write no spaces, as in a character class."""
# Python's \w leaves out vowel signs and joiners: a link would end in the middle of an Arabic or Hindi word.
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff\u200c\u200d"
WORD = rf"(?:[^\W{UNSPACED}]|[{_SIGNS}])+"
_JOINED = rf"(?:(?<=[^\W\d])[.:'’·](?=[^\W\d{UNSPACED}])|(?<=\d)[.,;'’](?=\d))"
UNIT = re.compile(rf"[{UNSPACED}]|{WORD}(?:{_JOINED}{WORD})*")
"""A word as browsers have it (``don't``, ``main.rs``, ``0.10``), or a character of a script that writes no spaces.

They find whole words only: a link that ended in ``Don`` or ``0`` would open nothing. https://unicode.org/reports/tr29/
"""
_LONGEST = 100


def is_within_word(text: str, at: int) -> bool:
    """Whether a word goes on at this place.

    >>> [is_within_word("Don't add 0.10", at) for at in (0, 3, 5, 11, 14)]
    [False, True, False, True, False]
    """
    start = max(0, at - _LONGEST)
    return any(start + unit.start() < at < start + unit.end() for unit in UNIT.finditer(text[start : at + 2]))
