"""Says why a page gave no passage although its file is not blank. Knows files, no generator."""

from __future__ import annotations

import re

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.walk import ENDINGS
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.manuscript import Leaf, Unreadable

_NO_TEXT = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|\{/\*[\s\S]*?(?:\*/\}|\Z)|^ {0,3}#{1,6}[ \t].*$|^(?:import|export)\b.*$"
    r"|^[^\n]*\n(?:=+|-+)[ \t]*$|^-{3,}[ \t]*$",
    re.MULTILINE,
)
"""Comments, headings, rules and a module's lines."""
_LINE = re.compile(r"\S[^\n]{0,40}")
_PAGES = (".html", ".htm", ".xhtml")


def nothing_read(leaf: Leaf) -> str:
    """Why a page gave no passage although its file is not blank; empty if there is nothing to say."""
    if leaf.made_up is not None or leaf.entry:
        return ""
    ending = leaf.path.suffix.lower()
    if ending == ".pdf":
        return "its pages are pictures without text; make them text first (OCR)"
    try:
        text = text_of(leaf.path) if ending in (*ENDINGS, *_PAGES) else ""
    except Unreadable:
        return ""
    if ending in _PAGES:
        return (
            "no text was found in it; if a script makes it, give the page as a browser saves it" if text.strip() else ""
        )
    line = _LINE.search(_NO_TEXT.sub("", split_front_matter(text)[1]))
    return f"nothing in it is text that can be read without running its site: {line[0].strip()}" if line else ""
