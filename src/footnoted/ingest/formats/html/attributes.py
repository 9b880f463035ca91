"""Refuses what is costly to parse and no page has: thousands of attributes in a tag, millions of tags."""

from __future__ import annotations

import re

from footnoted.ingest.manuscript import Unreadable

_MOST = 500
"""Different attributes of one tag; a page for readers has a dozen."""
_MOST_TAGS = 2_000_000
"""Tags are a few characters of text each, so pages of the longest text have fewer. 750,000 took 157 MB."""
_START = re.compile(r"<[a-zA-Z](?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+")
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_BETWEEN = re.compile(r"[\s/\"]+")


def refuse_many_attributes(text: str) -> None:
    """Raise Unreadable for a tag that has more attributes, or a page that has more tags, than any page needs."""
    if text.count("<") > _MOST_TAGS:
        raise Unreadable(f"has more than {_MOST_TAGS:,} tags")
    for tag in _START.findall(text):
        if len(tag) > 2 * _MOST and len(set(_BETWEEN.split(_QUOTED.sub('"', tag)))) > _MOST:
            raise Unreadable(f"a tag has more than {_MOST} attributes")
