"""A book's Markdown as HTML that can do no harm. Knows no page and no server.

HTML in it is shown as text, images become their description, and only http(s) links stay links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

_ADMONITION = re.compile(r"(Note|Tip|Info|Hint|Warning|Danger|Caution|Important):\s")
"""How ingestion writes the head of an admonition whose own title is its kind."""
_ALIGNED = {"text-align:center": "center", "text-align:right": "right"}


def render(text: str) -> str:
    """The text as HTML."""
    return str(_parser.render(text))


def _harmless(state: StateCore) -> None:
    """Images become their description, links that are not http(s) their text, alignment and admonitions a class."""
    for before, token in zip([None, *state.tokens], state.tokens, strict=False):
        if token.type == "inline":
            if before and before.type == "paragraph_open" and (found := _ADMONITION.match(token.content)):
                before.attrSet("class", f"admonition {found[1].lower()}")
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
    kind = "math display" if options.get("display_mode") else "math"
    return f'<code class="{kind}">{escape(content.strip())}</code>'


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_labels=False, allow_space=False, allow_digits=False, renderer=_formula)
    # Every link is parsed, so that a bad one leaves its text behind and not its brackets.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.push("harmless", _harmless)
    return parser


_parser = _make_parser()
