"""What of an HTML page a reader sees: its encoding, its main content, and which elements show. Knows no Markdown."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from footnoted.ingest.manuscript import Unreadable

_DEEPEST = 500
"""Tags within each other; a page for readers needs a few dozen, and what reads the tree recurses."""
# More or fewer of these close themselves, so they say nothing about nesting.
_FLAT = frozenset(
    [
        "p",
        "li",
        "td",
        "th",
        "tr",
        "dt",
        "dd",
        "option",
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "rp",
        "rt",
        "colgroup",
        "thead",
        "tbody",
        "tfoot",
        "path",
    ]
)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*+)([^<>]*+)>")
_SELF_CLOSED = re.compile(r"<([a-zA-Z][\w:-]*+)((?:[^<>\"'/]|/(?!>)|\"[^\"]*\"|'[^']*')*+)/>")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9._-]{2,40})""", re.IGNORECASE)

UNSEEN_TAGS = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "nav",
        "aside",
        "footer",
        "form",
        "button",
        "select",
        "textarea",
        "svg",
        "iframe",
        "object",
        "canvas",
        "audio",
        "video",
        "dialog",
        "head",
        "link",
        "meta",
        "input",
        "label",
        "datalist",
    ]
)
_UNSEEN_CLASSES = frozenset(
    [
        "sr-only",
        "visually-hidden",
        "screen-reader-text",
        "headerlink",
        "viewcode-link",
        "hash-link",
        "heading-anchor",
        "linenos",
        "linenodiv",
        "theme-edit-this-page",
        "pagination-nav",
        "breadcrumbs",
        "toc",
        "table-of-contents",
        "sphinxsidebar",
        "md-sidebar",
        "boring",
        "visuallyhidden",
        "hidden",
        "d-none",
    ]
)
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|left\s*:\s*-\d{4,}",
    re.IGNORECASE,
)
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]{0,2000})\}")
_SIMPLE_SELECTOR = re.compile(r"[\w-]*([.#])([\w-]+)")
_BANNER = re.compile(
    r"announce(?:ment)?[-_]?(?:bar|banner)|^(?:md|site|top|cookie)[-_]banner$|header[-_]announcement", re.I
)
"""Names of a strip that a site puts above every page."""
_STRIPS = frozenset({"div", "header"})
_NAV_ROLES = frozenset({"banner", "navigation", "search", "complementary", "contentinfo", "menu", "dialog"})


def decoded(data: bytes) -> str:
    """The page as text: after its byte-order mark, its own declaration, UTF-8, or what old pages were written in.

    >>> decoded(b'<meta charset="latin-1">caf\\xe9'), decoded("“".encode())
    ('<meta charset="latin-1">café', '“')
    """
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, "replace")
    if b"\0" in data[:8192]:
        raise Unreadable("not text (it holds NUL bytes)")
    declared = _CHARSET.search(data[:2048])
    for name in (declared[1].decode() if declared else "utf-8", "utf-8"):
        try:
            return data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


def refuse_deep(text: str) -> None:
    """Raise Unreadable for tags in tags in tags: parsing those takes time that grows with the square of the depth."""
    depth = 0
    for closes, name, rest in _TAG.findall(text):
        if name.lower() in _FLAT or rest.endswith("/"):
            continue
        depth = max(0, depth - 1) if closes else depth + 1
        if depth > _DEEPEST:
            raise Unreadable(f"tags are nested more than {_DEEPEST} deep")


def opened_up(xhtml: str) -> str:
    """XHTML as HTML reads it: ``<a id="x"/>`` would stay open, ``<title/>`` would swallow the page.

    >>> opened_up('<a id="x"/><br/>')
    '<a id="x"></a><br/>'
    """

    def both(match: re.Match[str]) -> str:
        return match[0] if match[1].lower() in _VOID else f"<{match[1]}{match[2]}></{match[1]}>"

    return _SELF_CLOSED.sub(both, xhtml)


@dataclass(frozen=True, slots=True)
class View:
    """A parsed page, and the ids and classes that its own style sheets hide."""

    tree: LexborHTMLParser
    main: LexborNode
    hidden: frozenset[str] = field(default=frozenset())
    masthead: int | None = None
    """Identity of the header that names the site and not the page."""

    def shows(self, node: LexborNode) -> bool:
        """Whether an element can be seen, as far as its own attributes and simple style rules tell."""
        tag = node.tag
        if tag in UNSEEN_TAGS or (tag == "header" and node.mem_id == self.masthead):
            return False
        attributes = node.attributes
        if not attributes:
            return True
        if "hidden" in attributes or (attributes.get("aria-hidden") or "").lower() == "true":
            return False
        if _UNSEEN_STYLE.search(attributes.get("style") or "") or attributes.get("role") in _NAV_ROLES:
            return False
        classes = (attributes.get("class") or "").split()
        if not _UNSEEN_CLASSES.isdisjoint(classes) or (tag in _STRIPS and _is_banner(attributes.get("id"), classes)):
            return False
        return not (self.hidden and self._hidden_by_rule(attributes.get("id"), classes))

    def _hidden_by_rule(self, id: str | None, classes: list[str]) -> bool:
        return f"#{id}" in self.hidden or any(f".{name}" in self.hidden for name in classes)


def _is_banner(id: str | None, classes: list[str]) -> bool:
    return any(_BANNER.search(name) for name in (id or "", *classes))


def view(text: str) -> View:
    """Parse a page and find its main content. Raises Unreadable."""
    refuse_deep(text)
    tree = LexborHTMLParser(text)
    if tree.body is None:
        raise Unreadable("not an HTML page")
    return View(tree, _main(tree.body), _hidden_names(tree), _masthead(tree.body))


def _masthead(body: LexborNode) -> int | None:
    """The header above the page's content, where it has a first-level heading and the content has another."""
    header = next((node for node in body.iter() if node.tag == "header"), None)
    inside = len(header.css("h1")) if header is not None else 0
    return header.mem_id if header is not None and inside and len(body.css("h1")) > inside else None


def _main(body: LexborNode) -> LexborNode:
    """The narrowest element that is meant to hold the content and holds most of what the wider ones do."""
    best, length = body, _length(body)
    for selector in ("main, [role=main]", "article, [itemprop=articleBody]", ".theme-doc-markdown, .markdown-body"):
        found = [node for node in best.css(selector) if node.mem_id != best.mem_id]
        if not found:
            continue
        widest = max(found, key=_length)
        inside = _length(widest)
        # One article of many is not the page; a main that holds hardly anything is a mistake of the template.
        if inside > 0.6 * length or (selector.startswith("main") and inside > 0.1 * length):
            best, length = widest, inside
    return best


def _length(node: LexborNode) -> int:
    return len(" ".join(node.text(deep=True, separator=" ").split()))


def _hidden_names(tree: LexborHTMLParser) -> frozenset[str]:
    names: set[str] = set()
    for sheet in tree.css("style"):
        for selectors, rules in _RULE.findall(sheet.text()):
            if _UNSEEN_STYLE.search(rules):
                simple = (_SIMPLE_SELECTOR.fullmatch(selector.strip()) for selector in selectors.split(","))
                names.update(match[1] + match[2] for match in simple if match)
    return frozenset(names)
