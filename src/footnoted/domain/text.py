"""The one place that cleans text on its way in, from clients and from books alike."""

from __future__ import annotations

import re

_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f"  # control characters; NUL breaks PostgreSQL
    "\ud800-\udfff"  # lone surrogates break UTF-8
    "\u200b\u200e\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"  # what no reader can see
)


def clean(text: str) -> str:
    """Drop what no reader can see and what databases and encoders choke on.

    >>> clean("a\\x00b\\u200bc")
    'abc'
    """
    return _UNWANTED.sub("", text)
