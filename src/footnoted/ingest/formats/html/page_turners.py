"""The rows of links to the pages before, after and above this one, which manuals put at both ends of a page.

They belong to the site, not to the text. Known by what their links say of themselves: ``rel`` or an access key.
"""

from __future__ import annotations

from selectolax.lexbor import LexborNode

_RELATIONS = frozenset({"prev", "previous", "next", "up", "home", "start"})
_KEYS = frozenset({"p", "n", "u", "h"})
"""Access keys of DocBook, Texinfo and Sphinx for previous, next, up and home."""
_MOST_WORDS, _MOST_LINKS = 30, 8
"""Words beside the links of a row, such as the chapter's title, and links in it; more is text, or a contents list."""
_MOST_TRIED = 20
"""Links tried at each end of a page."""
_TEXT = "h1, h2, h3, h4, h5, h6, pre"


def page_turners(main: LexborNode) -> frozenset[int]:
    """The ids of the nodes that are such rows."""
    links = [link for link in main.css("a[rel], a[accesskey]") if _turns(link)]
    tried = links if len(links) <= 2 * _MOST_TRIED else [*links[:_MOST_TRIED], *links[-_MOST_TRIED:]]
    return frozenset(row.mem_id for link in tried if (row := _row(link, main)) is not None)


def _turns(link: LexborNode) -> bool:
    relations = (link.attributes.get("rel") or "").lower().split()
    return not _RELATIONS.isdisjoint(relations) or (link.attributes.get("accesskey") or "").lower() in _KEYS


def _row(link: LexborNode, main: LexborNode) -> LexborNode | None:
    """The largest element around the link that holds little but links; None where the link is part of a text."""
    row, node = None, link.parent
    while node is not None and node.mem_id != main.mem_id and _is_row(node):
        row, node = node, node.parent
    return row


def _is_row(node: LexborNode) -> bool:
    links = node.css("a")
    if len(links) > _MOST_LINKS or node.css_first(_TEXT) is not None:  # seen sooner than words are counted
        return False
    return _words(node) - sum(map(_words, links)) <= _MOST_WORDS


def _words(node: LexborNode) -> int:
    return len(node.text(deep=True, separator=" ").split())
