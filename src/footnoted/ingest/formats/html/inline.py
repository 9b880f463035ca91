"""A run of HTML as readable text, and as the words that a browser shows. Knows no blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborNode

from footnoted.ingest.formats.html.view import View
from footnoted.ingest.formats.page.line import Line, picture_mark, raised, unmarked
from footnoted.ingest.manuscript import GAP

_SPACE = re.compile(r"[ \t\r\n\f]+")
_PERMALINKS = frozenset({"#", "¶", "🔗", "\uf0c1", "", "\u200b", "§", "◆"})
_NOTE_REFERENCE = re.compile(r"^#?(?:fn|footnote|user-content-fn|note|id\d)", re.IGNORECASE)
_TEX_MARKS = re.compile(r"^(?:\\\(|\\\[|\$\$?)\s*|(?:(?<!\s)\s++)?(?:\\\)|\\\]|\$\$?)$")


def children(node: LexborNode) -> Iterator[LexborNode]:
    """Elements and texts right below the node, in order."""
    child = node.child
    while child is not None:
        if child.is_element_node or child.is_text_node:
            yield child
        child = child.next


def render(nodes: Iterable[LexborNode], view: View) -> Line:
    """The text of inline nodes; links keep their words, images their description, code its back-ticks."""
    text: list[str] = []
    visible: list[str] = []
    for node in nodes:
        line = _node(node, view)
        text.append(line.text)
        visible.append(line.visible)
    return Line("".join(text), "".join(visible))


def _node(node: LexborNode, view: View) -> Line:
    if node.is_text_node:
        words = _SPACE.sub(" ", node.text_content or "")
        return Line(words, words)
    if is_math(node):
        tex = tex_of(node)
        return Line(f"${tex}$" if tex else "", GAP)
    if node.tag == "img":
        words = node.attributes.get("alt") or ""
        return Line(words, picture_mark(node.attributes.get("src") or "", words))
    if node.tag in ("br", "wbr"):
        return Line("\n", "\n") if node.tag == "br" else Line("", "")
    if not view.shows(node):
        return Line("", GAP)
    if node.tag in ("code", "kbd", "samp", "tt"):
        return _code(node, view)
    if node.tag == "a" and _is_permalink(node):
        return Line("", GAP)
    inside = render(children(node), view)
    return Line(raised(inside.text), inside.visible) if node.tag == "sup" else inside


def _code(node: LexborNode, view: View) -> Line:
    words = " ".join(unmarked(render(children(node), view).visible).split())
    if not words:
        return Line("", "")
    ticks = "``" if "`" in words else "`"
    return Line(f"{ticks}{words}{ticks}", words)


def _is_permalink(link: LexborNode) -> bool:
    """Whether a link is only the sign beside a heading, or the number of a note."""
    href = link.attributes.get("href") or ""
    words = link.text(deep=True).strip()
    if href.startswith("#") and words in _PERMALINKS:
        return True
    is_note = link.attributes.get("epub:type") == "noteref" or link.attributes.get("role") == "doc-noteref"
    numbered = words.strip("[]()*†↩︎ ").isdigit() or words in ("*", "†", "↩", "↩︎")
    return numbered and (is_note or bool(_NOTE_REFERENCE.match(href)))


def is_math(node: LexborNode) -> bool:
    if node.tag == "math" or node.tag == "mjx-container":
        return True
    classes = (node.attributes.get("class") or "").split() if node.tag in ("span", "div") else ()
    if node.tag == "script":
        return (node.attributes.get("type") or "").startswith("math/tex")
    return "katex" in classes or "katex-display" in classes or "math" in classes


def is_display(node: LexborNode) -> bool:
    """Whether a formula is on a line of its own."""
    attributes = node.attributes
    classes = (attributes.get("class") or "").split()
    kind = attributes.get("type") or ""
    return (
        node.tag == "div"
        or "katex-display" in classes
        or attributes.get("display") in ("block", "true")
        or "mode=display" in kind
    )


def tex_of(node: LexborNode) -> str:
    """The formula's TeX, if the page has it; else its characters."""
    annotation = node.css_first("annotation[encoding='application/x-tex']")
    if annotation is not None:
        tex = annotation.text(deep=True)
    else:
        inner = node if node.tag == "math" else node.css_first("math")
        tex = (inner.attributes.get("alttext") if inner is not None else None) or (inner or node).text(deep=True)
    return _TEX_MARKS.sub("", " ".join(tex.split())).strip()


def raw_text(node: LexborNode, view: View) -> str:
    """The text of preformatted content, line breaks kept."""
    parts: list[str] = []
    for child in children(node):
        if child.is_text_node:
            parts.append(child.text_content or "")
        elif child.tag == "br":
            parts.append("\n")
        elif view.shows(child):
            parts.append(raw_text(child, view))
            # Some highlighters wrap each line in a block of its own.
            if child.tag == "div" and not parts[-1].endswith("\n"):
                parts.append("\n")
    return "".join(parts)


def is_picture(nodes: Iterable[LexborNode]) -> bool:
    """Whether these nodes are one picture and no text."""
    shown = [node for node in nodes if node.is_element_node or (node.text_content or "").strip()]
    return len(shown) == 1 and shown[0].tag == "img"
