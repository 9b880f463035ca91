"""What of an HTML page a reader sees: its main content, and which elements show. Knows no Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from footnoted.domain.text.clean import clean
from footnoted.ingest.formats.html.attributes import refuse_many_attributes
from footnoted.ingest.formats.html.doxygen import doxygen_page
from footnoted.ingest.formats.html.page_turners import page_turners
from footnoted.ingest.manuscript import Unreadable

_DEEPEST = 500
"""Tags within each other; a page for readers needs a few dozen, and what reads the tree recurses."""
# HTML lets authors leave these unclosed, so they do not count as nesting.
_NOT_COUNTED_TAGS = """
    p li td th tr dt dd option area base br col embed hr img input link meta source track wbr rp
    rt colgroup thead tbody tfoot path
"""
_NOT_COUNTED = frozenset(_NOT_COUNTED_TAGS.split())
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*+)([^<>]*+)>")
_SELF_CLOSED = re.compile(r"<([a-zA-Z][\w:-]*+)((?:[^<>\"'/]|/(?!>)|\"[^\"]*\"|'[^']*')*+)/>")
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)

_UNSEEN = """
    script style template noscript nav aside footer form button select textarea svg iframe object canvas audio video
    dialog head link meta input label datalist
"""
UNSEEN_TAGS = frozenset(_UNSEEN.split())
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
        "lineno",
        "gutter",
        "lnt",
        "line-numbers-wrapper",
        "theme-edit-this-page",
        "pagination-nav",
        "navigate",
        "navigation",
        "navbar",
        "navheader",
        "navfooter",
        "footer",
        "breadcrumbs",
        "toc",
        "toc2",
        "table-of-contents",
        "list-of-tables",
        "list-of-figures",
        "list-of-examples",
        "list-of-equations",
        "toctree-wrapper",
        "sphinxsidebar",
        "md-sidebar",
        "boring",
        "ttc",
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
_NUMBER = re.compile(r"^[\d.]+\s+")
_STRIPS = frozenset({"div", "header"})
_NAV_ROLES = frozenset({"banner", "navigation", "search", "complementary", "contentinfo", "menu", "dialog"})


def refuse_deep(text: str) -> None:
    """Raise Unreadable for tags in tags in tags: parsing those takes time that grows with the square of the depth."""
    refuse_many_attributes(text)
    depth = 0
    for closes, name, rest in _TAG.findall(text):
        if name.lower() in _NOT_COUNTED or rest.endswith("/"):
            continue
        depth = max(0, depth - 1) if closes else depth + 1
        if depth > _DEEPEST:
            raise Unreadable(f"tags are nested more than {_DEEPEST} deep")


def with_closing_tags(xhtml: str) -> str:
    """XHTML with closing tags: in HTML ``<a id="x"/>`` would stay open, and ``<title/>`` would take in the whole page.

    >>> with_closing_tags('<a id="x"/><br/>')
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
    """The id of the header node that names the site and not the page."""
    page_turners: frozenset[int] = frozenset()
    """The ids of the nodes that only lead to the pages beside this one."""
    title: str = ""
    """The page's title, where its program sets it apart from the content."""

    def shows(self, node: LexborNode) -> bool:
        """Whether an element can be seen, as far as its own attributes and simple style rules tell."""
        tag = node.tag
        if tag in UNSEEN_TAGS or node.mem_id == self.masthead or node.mem_id in self.page_turners:
            return False
        attributes = node.attributes
        if not attributes:
            return True
        if "hidden" in attributes or (attributes.get("aria-hidden") or "").lower() == "true":
            return False
        if _UNSEEN_STYLE.search(attributes.get("style") or "") or attributes.get("role") in _NAV_ROLES:
            return False
        classes = (attributes.get("class") or "").split()
        if attributes.get("id") == "footer" or not _UNSEEN_CLASSES.isdisjoint(classes) or classes == ["nav"]:
            return False
        if tag in _STRIPS and _is_banner(attributes.get("id"), classes):
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
    title, content = doxygen_page(tree)
    main = content or _main(tree.body)
    return View(tree, main, _hidden_names(tree), _masthead(tree), page_turners(main), title)


def _masthead(tree: LexborHTMLParser) -> int | None:
    """The header above the page's content, where it has a first-level heading and the content has another.

    Or the first heading, where it is a link to elsewhere and the page's title is that of another heading.
    """
    if (name := _name_of_site(tree)) is not None:
        return name.mem_id
    body = tree.body
    assert body is not None
    header = next((node for node in body.iter() if node.tag == "header"), None)
    inside = len(header.css("h1")) if header is not None else 0
    return header.mem_id if header is not None and inside and len(body.css("h1")) > inside else None


def _name_of_site(tree: LexborHTMLParser) -> LexborNode | None:
    heading, title = tree.css_first("h1"), _words(tree.css_first("head > title"))
    link = heading.css_first("a[href]") if heading else None
    if heading is None or link is None or not title:
        return None
    leads_home = not (link.attributes.get("href") or "").startswith("#") and _words(link) == _words(heading)
    others = map(_words, tree.css("h1, h2")[1:])
    has_another = any(other and (_NUMBER.sub("", title) in other or other in title) for other in others)
    return heading if leads_home and has_another and _words(heading) not in title else None


def _words(node: LexborNode | None) -> str:
    return " ".join(node.text(deep=True).split()) if node is not None else ""


def _main(body: LexborNode) -> LexborNode:
    """The innermost content element that has most of the text of the outer ones."""
    best, length = body, _length(body)
    for selector in ("main, [role=main]", "article, [itemprop=articleBody]", ".theme-doc-markdown, .markdown-body"):
        found = [node for node in best.css(selector) if node.mem_id != best.mem_id]
        if not found:
            continue
        widest = max(found, key=_length)
        inside = _length(widest)
        # One article of many is not the page; a nearly empty main element is a template's mistake.
        if inside > 0.6 * length or (selector.startswith("main") and inside > 0.1 * length):
            best, length = widest, inside
    return best


def head_title(tree: LexborHTMLParser, heading: str) -> str:
    """The title in the page's head; where it is the page's first heading and the book's name, the heading."""
    node = tree.css_first("head > title")
    title = " ".join(clean(node.text()).split()) if node else ""
    named = _NUMBER.sub("", heading)
    rest = title.removeprefix(heading).removeprefix(named).lstrip() if named else ""
    return heading if rest != title and rest[:1] in (":", "|", "-", "–", "—", "·", "(") else title


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
