"""Puts the words of another language into a docutils tree, as Sphinx does with gettext. Ids stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from docutils import nodes

_TRANSLATED = (
    nodes.attribution,
    nodes.caption,
    nodes.line,
    nodes.paragraph,
    nodes.rubric,
    nodes.term,
    nodes.title,
)
_UNSHOWN = (nodes.comment, nodes.pending, nodes.substitution_definition, nodes.system_message, nodes.target)


def translate(document: nodes.document, words: Mapping[str, str], parse: Callable[[str], nodes.document]) -> None:
    """Replace the text of every block that has a translation; ``parse`` reads it with the page's own roles."""
    for node in list(document.findall(nodes.TextElement)):
        written = words.get(" ".join(node.rawsource.split())) if isinstance(node, _TRANSLATED) else None
        if written is None:
            continue
        inside = [child for child in parse(written).children if not isinstance(child, _UNSHOWN)]
        is_plain = len(inside) == 1 and isinstance(inside[0], nodes.paragraph)
        node.children = []
        node.extend(inside[0].children if is_plain else [nodes.Text(written)])
