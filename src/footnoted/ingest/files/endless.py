"""Refuses text that no author writes and that some parsers never finish reading. Knows only characters."""

from __future__ import annotations

import re

from footnoted.ingest.manuscript import Unreadable

TEXT_LIMIT = 8 * 1024 * 1024
"""Characters of one page. All of Shakespeare in one file has 5.5 million; 30 million took 46 seconds and 3.7 GB."""
_RUN = re.compile(r"(?P<same>[^\w\s-]{1,3}|[^\w\s][^\n]{1,4}?)(?P=same){499}")


def refuse_endless(text: str) -> None:
    """Raise Unreadable where the same few characters, marks among them, follow each other 500 times.

    >>> refuse_endless("Words, a rule " + "-" * 600 + " and " + "=" * 400)
    >>> refuse_endless("[" * 600)
    Traceback (most recent call last):
    footnoted.ingest.manuscript.Unreadable: repeats '[' hundreds of times
    """
    if match := _RUN.search(text):
        raise Unreadable(f"repeats {match['same']!r} hundreds of times")


def refuse_too_long(text: str, before: int = 0) -> int:
    """The length of a page with this text added; raises Unreadable if it is longer than any page.

    >>> refuse_too_long("four", before=6)
    10
    """
    length = before + len(text)
    if length > TEXT_LIMIT:
        raise Unreadable(f"has more than {TEXT_LIMIT // 1024 // 1024} MB of text; cut it into several pages")
    return length
