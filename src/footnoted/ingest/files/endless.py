"""Refuses text that no author writes and on which some parsers never finish. Knows characters only."""

from __future__ import annotations

import re

from footnoted.ingest.manuscript import Unreadable

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
