"""The words within a block of a docutils tree, as they are kept and as they show. Knows nodes, no sections."""

from __future__ import annotations

import re

from docutils import nodes

from footnoted.ingest.formats.page.builder import flat
from footnoted.ingest.formats.page.line import Line, picture_mark, raised
from footnoted.ingest.manuscript import GAP

_UNKNOWN = re.compile(r"\|[^|\n]+\|_{0,2}")
"""``|version|`` and the like, which only a build can fill in."""


def line(node: nodes.Node) -> Line:
    """The words in a node as we keep them, and as they show."""
    text: list[str] = []
    visible: list[str] = []
    for child in node.children:
        shown, seen = _inline(child)
        text.append(shown)
        visible.append(seen)
    return Line("".join(text), "".join(visible))


def _inline(node: nodes.Node) -> tuple[str, str]:
    match node:
        case nodes.Text():
            words = node.astext().replace("\n", " ")
            return words, words
        case nodes.literal():
            code = flat(node.astext())
            ticks = "``" if "`" in code else "`"
            return f"{ticks}{code}{ticks}", code
        case nodes.math():
            return f"${node.astext().strip()}$", GAP
        case nodes.image():
            return node.get("alt", ""), picture_mark(node.get("uri", ""), node.get("alt", ""))
        case nodes.footnote_reference() | nodes.citation_reference():
            return "", GAP
        case nodes.target() | nodes.inline() | nodes.problematic() if not node.get("is_sure", True):
            return node.astext(), GAP
        case nodes.comment() | nodes.raw() | nodes.system_message():
            return "", ""
        case nodes.problematic() if _UNKNOWN.fullmatch(node.astext()):
            return "", GAP
        case nodes.substitution_reference():
            return node.astext(), GAP
        case _:
            inside = line(node)
            return raised(inside.text) if isinstance(node, nodes.superscript) else inside.text, inside.visible


def lines(block: nodes.Element) -> Line:
    """A verse or an address, a line for each of its lines."""
    parts = [lines(child) if isinstance(child, nodes.line_block) else line(child) for child in block.children]
    return Line("\n".join(part.text for part in parts), "\n".join(part.visible for part in parts))
