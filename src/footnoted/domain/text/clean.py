"""Cleans text from clients and books, and parses addresses; the only module that does.

Knows only characters. An invalid address has no host and no scheme here, while urllib would raise.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urljoin, urlsplit

INVISIBLE = (
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"  # control characters; NUL breaks PostgreSQL
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u2060-\u206f\u3164\ufeff\uffa0"  # of no width
    r"\u200e\u200f\u202a-\u202e\ufff9-\ufffb"  # direction of writing, annotations
    r"\ufe00-\ufe0d"  # variation selectors, but for the two that emoji need
)
"""Characters that are dropped, as a regular expression's class writes them, in Python and in JSON Schema alike."""
INVISIBLE_BEYOND = "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
"""The same outside the basic plane, where JSON Schema has no escapes: notation controls and tag characters."""
_UNSEEN = re.compile(rf"[{INVISIBLE}{INVISIBLE_BEYOND}\ud800-\udfff]")  # lone surrogates break UTF-8
# Joiners mean something only between letters of some scripts and inside emoji.
_IDLE_JOINER = re.compile(
    r"(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\u200c\u200d])|(?<=[\u200c\u200d])[\u200c\u200d]+"
)
_VARIATION_RUN = re.compile("([\ufe0e\ufe0f])[\ufe0e\ufe0f]+")
_NUMBER = re.compile(
    r"(?:(?:chapter|section|part|appendix) (?:\d{1,3}|[A-Z]|[IVX]{1,5})(?:\.\d{1,3}){0,5}[.:]"
    r"|(?:\d{1,3}|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5}\.)\s+(?=\S)",
    re.IGNORECASE,
)
"""A number in front of a heading; the full stop behind it tells it from a year, an amount and a version."""


def clean(text: str) -> str:
    """The text without invisible characters and without those that databases and encoders reject.

    >>> clean("plain\\u200b te\\u202ext\\U000e0041\\x00")
    'plain text'
    """
    if text.isascii():
        return _UNSEEN.sub("", text)
    return _VARIATION_RUN.sub(r"\1", _IDLE_JOINER.sub("", _UNSEEN.sub("", text)))


def visible(text: str) -> str:
    """A piece of a text without invisible characters; looks at each character alone, so the text may be cut anywhere.

    >>> visible("re\\x1b[31md \\u202eline\\n")
    're[31md line\\n'
    """
    return _UNSEEN.sub("", text)


def letters(text: str) -> str:
    """Letters and digits only, in lower case.

    >>> letters("Warm it, *twice*!")
    'warmittwice'
    """
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def parts_of(address: str) -> SplitResult:
    """The parts of an address.

    >>> parts_of("https://bees.example/a?b").netloc, parts_of("http://[bees").netloc, parts_of("http://[bees").path
    ('bees.example', '', 'http://[bees')
    """
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", address, "", "")


def joined(base: str, address: str) -> str:
    """The address of a link on the page at ``base``; empty if the link is invalid.

    >>> joined("https://bees.example/a/", "../b"), joined("https://bees.example/", "http://[bees")
    ('https://bees.example/b', '')
    """
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def without_number(heading: str) -> str:
    """The heading without its number.

    >>> [without_number(text) for text in ("3.4. Cups", "Chapter 2. Water", "A.1. Pots", "Appendix B: Tins")]
    ['Cups', 'Water', 'Pots', 'Tins']
    >>> [without_number(text) for text in ("2.0 released", "3 cups", "A. B. Clark", "1.2.", "Chapter 2")]
    ['2.0 released', '3 cups', 'A. B. Clark', '1.2.', 'Chapter 2']
    """
    number = _NUMBER.match(heading)
    return heading[number.end() :] if number else heading
