"""Tells a page from the template of one, which a program fills in before anyone sees it. Knows no tags but code's."""

from __future__ import annotations

import re

from footnoted.ingest.formats.html.encoding import decoded
from footnoted.ingest.manuscript import Unreadable

_CODE = re.compile(r"<(?P<tag>pre|code|script|textarea)\b.*?(?:</(?P=tag)\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_STATEMENT = re.compile(r"\{%-?\s*(?:extends|block|load|endblock|macro)\b|<\?php\b|<%(?:=|@|\s*(?:if|for|end)\b)")
"""Jinja's and Django's, PHP's and ERB's: what only a template has, outside of code that is shown."""


def written_page(data: bytes) -> str:
    """The page as text. Raises Unreadable if it is a template.

    >>> written_page(b"<p>A <code>{% block x %}</code> is filled in.")
    '<p>A <code>{% block x %}</code> is filled in.'
    """
    text = decoded(data)
    if _STATEMENT.search(text) and _STATEMENT.search(_CODE.sub("", text)):
        raise Unreadable("a template, which a program fills in")
    return text
