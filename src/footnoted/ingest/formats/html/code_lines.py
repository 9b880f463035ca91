"""What language code is in; and code without ``pre``: a command's usage, a listing, a declaration."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from footnoted.ingest.formats.html.doxygen import declaration, listing, on_one_line
from footnoted.ingest.formats.html.elements import is_usage
from footnoted.ingest.formats.html.inline import children, raw_text, render
from footnoted.ingest.formats.html.view import View
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line

_LANGUAGE = re.compile(r"(?:language|lang|highlight|brush:)-?([\w+#]+)")


def code_of(node: LexborNode, view: View) -> Line | None:
    """The code, and the words that the page shows; None where an element is none."""
    if is_usage(node):
        line = render(children(node), view)
        lines = (flat(part).replace("`", "") for part in line.text.split("\n"))
        return Line("\n".join(filter(None, lines)), line.visible)
    if cells := declaration(node):
        return Line(on_one_line(cells), "\n".join(cells))
    if rows := listing(node):
        code = "\n".join(raw_text(row, view).replace("\xa0", " ").rstrip() for row in rows)
        return Line(code, code)
    return None


def language_of(node: LexborNode) -> str:
    """A code block's language, as highlighters write it on the block, within it, or around it."""
    inner = node.css_first("code")
    around = node.parent
    for element in (node, inner, around, around.parent if around is not None else None):
        if element is not None and (found := _LANGUAGE.search(element.attributes.get("class") or "")):
            return "" if found[1] in ("default", "none", "text", "source") else found[1]
    return ""
