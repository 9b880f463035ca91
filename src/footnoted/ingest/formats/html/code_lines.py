"""Code that programs set without ``pre``: the usage of a command, a listing, a declaration."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from footnoted.ingest.formats.html.doxygen import declaration, listing, on_one_line
from footnoted.ingest.formats.html.elements import is_usage
from footnoted.ingest.formats.html.inline import children, raw_text, render
from footnoted.ingest.formats.html.view import View
from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line


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
