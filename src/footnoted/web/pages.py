"""The HTML a browser is sent: the chat page, and a page of the book for reading. Pure functions of text and passages.

Knows no server and no route. Nothing from a book is trusted: HTML in it is shown as text, images do not load, and only
http(s) links stay links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from footnoted.domain.book import Passage

_ALIGNED = {"text-align:center": "center", "text-align:right": "right"}


def chat_page(title: str, examples: Sequence[str]) -> str:
    """The chat page of a book; ``examples`` are questions to begin with, none leaves the page its general ones."""
    filling = {"{{title}}": escape(title), "{{examples}}": escape(json.dumps(list(examples)))}
    template = files(__package__).joinpath("chat.html").read_text(encoding="utf-8")
    # In one pass, so that a title cannot fill in a placeholder of its own.
    return re.sub(r"\{\{(?:title|examples)\}\}", lambda found: filling[found[0]], template)


def reader_fragment(passages: Sequence[Passage]) -> str:
    """The passages of one page, in order, each a section; its headings come where they change, with their anchors."""
    return "\n".join(_sections(passages))


def reader_page(passages: Sequence[Passage], root: str = "/") -> str:
    """A whole document around the fragment; ``root`` is where the server's own paths begin."""
    title = escape(passages[0].title if passages else "No such page")
    start = escape(root)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="{start}web/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{start}web/chat.css">
</head>
<body>
<header class="masthead">
<p class="running-title">{title}</p>
<a class="hint" href="{start}">Ask the book</a>
</header>
<article class="leaf prose">
{reader_fragment(passages)}
</article>
</body>
</html>
"""


def _sections(passages: Sequence[Passage]) -> Iterator[str]:
    path: tuple[str, ...] = ()
    anchor = ""
    for passage in passages:
        headings = ""
        if passage.path != path or passage.anchor != anchor:
            headings = _headings(path, passage)
            path, anchor = passage.path, passage.anchor
        yield f'<section data-position="{passage.position}">\n{headings}{_markdown.render(passage.text)}</section>'


def _headings(before: tuple[str, ...], passage: Passage) -> str:
    """The headings that are new since ``before``; the anchor belongs to the innermost one.

    Equal paths with another anchor are two sections of the same name.
    """
    path = passage.path
    same = next((depth for depth, (old, new) in enumerate(zip(before, path, strict=False)) if old != new), len(before))
    lines = []
    for depth in range(min(same, len(path) - 1), len(path)):
        name = f"h{min(depth + 1, 6)}"
        own = f' id="{escape(passage.anchor)}"' if passage.anchor and depth == len(path) - 1 else ""
        lines.append(f"<{name}{own}>{escape(path[depth])}</{name}>\n")
    return "".join(lines)


def _harmless(state: StateCore) -> None:
    """Images become their description, links that are not http(s) their text, and alignment a class."""
    for token in state.tokens:
        if token.type == "inline":
            token.children = list(_harmless_spans(token.children or []))
        elif token.type in ("th_open", "td_open"):
            # A strict content security policy forbids style attributes.
            aligned = _ALIGNED.get(str(token.attrs.pop("style", "")))
            if aligned:
                token.attrSet("class", aligned)


def _harmless_spans(spans: Sequence[Token]) -> Iterator[Token]:
    opened: list[bool] = []
    for span in spans:
        if span.type == "image":
            yield Token("text", "", 0, content=span.content)
        elif span.type == "link_open":
            opened.append(re.match(r"https?://", str(span.attrGet("href")), re.IGNORECASE) is not None)
            if opened[-1]:
                span.attrs = {"href": str(span.attrGet("href")), "rel": "noopener noreferrer"}
                yield span
        elif span.type == "link_close":
            if opened.pop():
                yield span
        else:
            yield span


def _formula(content: str, options: dict[str, object]) -> str:
    return f'<code class="math">{escape(content.strip())}</code>'


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_labels=False, allow_space=False, allow_digits=False, renderer=_formula)
    # Every link is parsed, so that a bad one leaves its text behind and not its brackets.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.push("harmless", _harmless)
    return parser


_markdown = _parser()
