"""``> [!NOTE]`` at the head of a quotation, which GitHub and some generators show as a box. Knows no page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.tree import SyntaxTreeNode

from footnoted.ingest.formats.markdown.inline import inline_nodes, render
from footnoted.ingest.formats.page.line import Line

_ALERT = re.compile(r"\[!(?P<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION|DANGER|INFO)\][+-]?\s*")


@dataclass(frozen=True, slots=True)
class Alert:
    """The first paragraph of an alert."""

    kind: str
    title: str
    """The words behind the mark, on its own line."""
    rest: Line
    """The text on the lines below."""


def alert_of(quotation: SyntaxTreeNode) -> Alert | None:
    """The alert that a quotation is, if it is one."""
    children = quotation.children
    nodes = list(inline_nodes(children[0])) if children and children[0].type == "paragraph" else []
    ends = next((at for at, node in enumerate(nodes) if node.type in ("softbreak", "hardbreak")), len(nodes))
    head = render(nodes[:ends], {}).text
    mark = _ALERT.match(head)
    return Alert(mark["kind"].lower(), head[mark.end() :].strip(), render(nodes[ends + 1 :], {})) if mark else None
