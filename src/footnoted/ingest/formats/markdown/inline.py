"""A line of parsed Markdown as readable text, and as the words that a browser shows. Knows no blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from markdown_it.tree import SyntaxTreeNode

from footnoted.ingest.formats.markdown.expressions import value_of
from footnoted.ingest.formats.markdown.tags import Tag
from footnoted.ingest.formats.page.line import Line, picture_mark, raised
from footnoted.ingest.formats.page.whole_words import UNIT
from footnoted.ingest.manuscript import GAP

_TITLE_ATTRIBUTES = ("title", "caption", "label", "summary")
_HEADING_ID = re.compile(r"(?:(?<!\s)\s++)?\{#((?:.(?!\{#|\}))*+.)\}\s*$", re.DOTALL)
_DIRECTIVE = re.compile(r"(?<!:):[A-Za-z][A-Za-z0-9_-]*+(?<![-_])(?!:)")
_BREAKS = frozenset("br p div ul ol li table tr td th dl dt dd blockquote pre section summary details".split())  # noqa: SIM905
"""Elements that end a line; written in a line of text they still do."""
_COMMENT = re.compile(r"\s*+/\*\s*+((?:.*\S)?)\s*\*/\s*", re.DOTALL)


_NUMBER = "\ufff9"
"""Where a footnote's number stands, in a way that sites show differently."""
_PERHAPS_NUMBERED = re.compile(rf"(?:{UNIT.pattern})(?:(?<=\d)[.,;'’])?{_NUMBER}?|{_NUMBER}")
"""A word, with such a place if one follows: "steam" becomes "steam1", which browsers take for one word."""

Prose = Callable[[str], str]
"""Words as the page shows them, code aside: what typography may change is out of a link's reach."""


def render(nodes: Sequence[SyntaxTreeNode], constants: Mapping[str, str], prose: Prose = str) -> Line:
    """The text of inline nodes; links keep their words, images their description, code its back-ticks."""
    text: list[str] = []
    visible: list[str] = []
    is_raised = False
    for node in nodes:
        shown, seen = _node(node, constants, prose)
        if node.type == "tag" and node.meta["tag"].name.lower() == "sup":
            is_raised = not node.meta["tag"].closes
        text.append(raised(shown) if is_raised else shown)
        visible.append(seen)
    return Line("".join(text), _PERHAPS_NUMBERED.sub(_gap_if_numbered, "".join(visible)))


def _gap_if_numbered(found: re.Match[str]) -> str:
    return GAP if found[0].endswith(_NUMBER) else found[0]


def _node(node: SyntaxTreeNode, constants: Mapping[str, str], prose: Prose) -> tuple[str, str]:
    match node.type:
        case "text" | "text_special":
            return node.content, prose(node.content)
        case "softbreak":
            return " ", " "
        case "hardbreak":
            return "\n", "\n"
        case "code_inline":
            ticks = "``" if "`" in node.content else "`"
            return f"{ticks}{node.content}{ticks}", node.content
        case "math_inline" | "math_inline_double":
            return f"${node.content.strip()}$", GAP
        case "image":
            words = render(node.children, constants).text if node.children else node.content
            return words, picture_mark(str(node.attrs.get("src", "")), words)
        case "tag":
            return _tag(node.meta["tag"])
        case "expression":
            value = value_of(node.content, constants)
            return value, value or ("" if _COMMENT.fullmatch(node.content) else GAP)
        case "footnote_ref":
            return "", _NUMBER
        case _:
            inside = render(node.children, constants, prose)
            return inside.text, inside.visible


def _tag(tag: Tag) -> tuple[str, str]:
    if tag.name.lower() in _BREAKS:
        return "\n", "\n"
    if tag.name.lower() == "img":
        words = tag.attributes.get("alt", "")
        return words, picture_mark(tag.attributes.get("src", ""), words)
    if tag.name == "Badge" and (words := tag.attributes.get("text", "")):
        return words, GAP
    label = label_of(tag)
    is_component = tag.closed and tag.name[:1].isupper()  # shows what only running it would tell
    return (f"\n{label}: " if label else ""), (GAP if label or is_component else "")


def label_of(tag: Tag) -> str:
    """What a component shows above its content: a tab's name, a card's title."""
    if tag.closes or not tag.name[:1].isupper():
        return ""
    if tag.name == "TabItem":
        return tag.attributes.get("label") or tag.attributes.get("value", "")
    label = next((tag.attributes[name] for name in _TITLE_ATTRIBUTES if tag.attributes.get(name)), "")
    if tag.name == "Admonition" and not label:
        return tag.attributes.get("type", "").capitalize()
    return label


def slug_text(nodes: Sequence[SyntaxTreeNode], mdx: bool, prose: Prose = str) -> str:
    """A heading's text as its id is made from: expressions count as written, line breaks not at all.

    To Docusaurus, ``:name`` within a heading is a directive, which shows but has no part in the id.
    """
    parts = []
    for node in nodes:
        if node.type == "text":
            parts.append(prose(_DIRECTIVE.sub("", node.content) if mdx else node.content))
        elif node.type in ("text_special", "code_inline", "math_inline", "expression"):
            is_comment = node.type == "expression" and _COMMENT.fullmatch(node.content)
            parts.append("" if is_comment else node.content)
        elif node.type == "image":
            parts.append(render(node.children, {}).text if node.children else node.content)
        elif node.type not in ("tag", "softbreak", "hardbreak", "footnote_ref"):
            parts.append(slug_text(node.children, mdx, prose))
    return "".join(parts)


def explicit_id(nodes: Sequence[SyntaxTreeNode]) -> tuple[str, list[SyntaxTreeNode], str]:
    """A heading's own id (``{#id}`` or ``{/* #id */}``), its other nodes, and text to put at their end.

    The id may be in the last text node together with words; they are the text given back.
    """
    rest = list(nodes)
    if not rest:
        return "", rest, ""
    last = rest[-1]
    if last.type == "expression":
        comment = _COMMENT.fullmatch(last.content)
        marker = comment[1] if comment else last.content.strip()
        if marker.startswith("#") and len(marker) > 1:
            return marker[1:].split(" ")[0] if comment else marker[1:].strip(), rest[:-1], ""
    if last.type == "text" and (match := _HEADING_ID.search(last.content)):
        return match[1].strip(), rest[:-1], last.content[: match.start()]
    # Markdown without MDX may split ``\{#id}`` over two nodes.
    if len(rest) > 1 and rest[-2].type == "text_special" and (match := _HEADING_ID.fullmatch("{" + last.content)):
        return match[1].strip(), rest[:-2], ""
    return "", rest, ""


def inline_nodes(node: SyntaxTreeNode) -> Sequence[SyntaxTreeNode]:
    """The nodes within a paragraph, heading or cell."""
    return [inner for child in node.children for inner in (child.children if child.type == "inline" else [])]
