"""What a generator's typography makes of the words that a page shows. Knows no page."""

from __future__ import annotations

import re

from footnoted.ingest.manuscript import GAP

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_MAY_CHANGE = re.compile(r"[\"'“”‘–—…]|(?<!\w)’|’(?!\w)|-{2,}|\.{3}")


def typeset(words: str) -> str:
    """Words with their apostrophes set, and gaps in place of quotes, dashes and dots, which may turn out either way.

    An apostrophe is no gap: a browser does not find ``doesn`` in ``doesn’t``.

    >>> typeset("It doesn't -- 'so'").replace(GAP, "|")
    'It doesn’t | |so|'
    """
    return _MAY_CHANGE.sub(GAP, _APOSTROPHE.sub("’", words))
