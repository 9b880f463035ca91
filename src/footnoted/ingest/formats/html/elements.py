"""What kind of element it is: part of a line, a box with its title, a heading or only a link to one. Knows no text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from footnoted.domain.text.clean import letters
from footnoted.ingest.formats.page.builder import ADMONITIONS, kind_of_box

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_INLINE_TAGS = """
    a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark math mjx-container q rp rt
    ruby s samp script small span strike strong sub sup time tt u var wbr
"""
INLINE = frozenset(_INLINE_TAGS.split())
_BLOCK_TAGS = """
    address article aside audio blockquote body button canvas caption center col colgroup datalist dd details dialog dir
    div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
    iframe input label legend li link main map menu meta nav noframes noscript object ol optgroup option p picture pre
    progress search section select slot source style summary svg table tbody td template textarea tfoot th thead title
    tr track ul video
"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_BYLINES = frozenset({"subtitle", "author", "editor", "corpauthor", "othercredit"})
"""How DocBook names the other headings of a title page."""
_ID = re.compile(r"[\w:.-]+")


def is_inline(node: LexborNode) -> bool:
    """Whether an element is part of a line of text: HTML's inline elements, and custom elements."""
    return node.tag in INLINE or (node.is_element_node and node.tag not in _BLOCKS)


def heading_level(node: LexborNode) -> int:
    """The level of a heading; 0 for all else, and for the subtitle and the authors of a title page."""
    is_heading = node.tag in HEADINGS and _BYLINES.isdisjoint(classes_of(node))
    return int(str(node.tag)[1]) if is_heading else 0


def classes_of(node: LexborNode) -> Sequence[str]:
    """Its classes, in lower case."""
    return (node.attributes.get("class") or "").lower().split()


def box_of(node: LexborNode) -> str:
    """Which kind of box an element is; empty where it is none.

    DocBook and others name the kind alone, which many elements do: it is a box if it begins with its title.
    """
    classes = classes_of(node)
    named = next((name for name in classes if name in ADMONITIONS), "")
    return kind_of_box(classes) or (named if named and title_of(node) is not None else "")


def title_of(box: LexborNode) -> LexborNode | None:
    """The heading that a box begins with, where it has no other: it names the box and opens no section."""
    first = next((child for child in box.iter() if child.is_element_node), None)
    if first is None or first.tag not in HEADINGS or len(box.css(", ".join(sorted(HEADINGS)))) > 1:
        return None
    return first


def is_usage(node: LexborNode) -> bool:
    """Whether it is how a command is written, as DocBook sets it: a line of code, though it is no ``pre``."""
    return "cmdsynopsis" in classes_of(node)


def leads_to_its_like(heading: LexborNode, main: LexborNode) -> bool:
    """Whether a heading is a link to another one of the same words on its page."""
    link = heading.css_first("a[href]")
    name = unquote((link.attributes.get("href") or "").partition("#")[2]) if link is not None else ""
    words = letters(heading.text(deep=True))
    if link is None or not _ID.fullmatch(name) or letters(link.text(deep=True)) != words:
        return False
    target = main.css_first(f'[id="{name}"], a[name="{name}"]')
    other = _heading_at(target) if target is not None else None
    return other is not None and other.mem_id != heading.mem_id and letters(other.text(deep=True)) == words


def _heading_at(target: LexborNode) -> LexborNode | None:
    """The heading that an id opens: the element that has it, one in it or around it, or the next one."""
    following = target.next
    while following is not None and not following.is_element_node:
        following = following.next
    found = (target, target.css_first(", ".join(sorted(HEADINGS))), target.parent, following)
    return next((node for node in found if node is not None and node.tag in HEADINGS), None)
