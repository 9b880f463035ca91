"""Where in a line a Markdown parser sees links, images, HTML and code. Decides nothing about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link

Kind = Literal["link", "image", "autolink", "html", "code"]
Rule = Callable[[StateInline, bool], bool]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a line that the parser takes for one thing."""

    kind: Kind
    start: int
    end: int
    to: str
    """Where it leads, escapes and entities resolved."""
    label_start: int = 0
    label_end: int = 0


def spans(line: str) -> list[Span]:
    """What is in the line, outer before inner, in order.

    >>> [(span.kind, span.to) for span in spans("[a `b`](https&colon;//c.example) <d@e.example>")]
    [('link', 'https://c.example'), ('code', ''), ('autolink', 'mailto:d@e.example')]
    """
    if not ("](" in line or "<" in line or "`" in line):  # without definitions, "[a]" and "[a][b]" are text
        return []
    found: list[Span] = []
    _parser.inline.parse(line, _parser, {"spans": found}, [])
    return sorted(found, key=lambda span: (span.start, -span.end))


def _recording(kind: Kind, rule: Rule) -> Rule:
    def run(state: StateInline, silent: bool) -> bool:
        start, tokens = state.pos, len(state.tokens)
        kept: list[Span] = state.env["spans"]
        if kind == "image":
            state.env["spans"] = []  # its description is parsed as a separate text, with its own positions
        is_one = rule(state, silent)
        state.env["spans"] = kept
        # Only a back-tick that opens code makes a token of code; a stray one is text.
        if is_one and not silent and (kind != "code" or len(state.tokens) > tokens):
            kept.append(_span(kind, state, start, tokens))
        return is_one

    return run


def _span(kind: Kind, state: StateInline, start: int, tokens: int) -> Span:
    end = state.pos
    to = next((str(token.attrGet("href") or "") for token in state.tokens[tokens:] if token.type == "link_open"), "")
    if kind not in ("link", "image"):
        return Span(kind, start, end, to)
    opening = start + (1 if kind == "image" else 0)
    state.pos = opening
    label_end = state.md.helpers.parseLinkLabel(state, opening)
    state.pos = end
    return Span(kind, start, end, to, opening + 1, label_end)


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    # Every destination is needed unchanged, above all the bad ones.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    rules: dict[str, tuple[Kind, Rule]] = {
        "link": ("link", link),
        "image": ("image", image),
        "autolink": ("autolink", autolink),
        "html_inline": ("html", html_inline),
        "backticks": ("code", backtick),
    }
    for name, (kind, rule) in rules.items():
        parser.inline.ruler.at(name, _recording(kind, rule))
    return parser


_parser = _make_parser()
