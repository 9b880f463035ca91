"""Renders a book's Markdown as harmless HTML. Knows no page and no server.

HTML in it is shown as text, images become their description, and only http(s) links stay links. Pictures that the
server has are added as our own HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from footnoted.domain.picture import Place
from footnoted.domain.text.box import Box
from footnoted.domain.text.clean import letters

_ALIGNED = {"text-align:center": "center", "text-align:right": "right"}


_TWIN_WITHIN = 3
"""So many blocks after a picture's place may repeat its description; such a block is replaced by the picture."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A top-level paragraph, list or the like."""

    html: str
    first_line: int
    letters: str
    """Text of a paragraph, to find a picture's description by."""


Figures = Sequence[tuple[Place, str]]


def render(text: str, figures: Figures = (), boxes: Sequence[Box] = ()) -> str:
    """The text as HTML, with boxes, and each figure at its place.

    >>> render("Tip: Warm the pot.", boxes=[Box("tip", 0, 18, 4)])
    '<div class="admonition tip">\\n<p class="admonition-title">Tip</p>\\n<p>Warm the pot.</p>\\n</div>\\n'
    """
    html, at = "", 0
    for box in boxes:
        if box.start < at:  # inside the previous one
            continue
        html += _segment(text, at, box.start, figures)
        named = box.start + box.title
        title = text[box.start : named].strip().rstrip(":")
        head = f'<p class="admonition-title">{escape(title.replace("`", ""))}</p>\n' if title else ""
        inside = _segment(text, named, box.end, figures)
        html += f'<div class="admonition {escape(box.kind)}">\n{head}{inside}</div>\n'
        at = box.end
    return html + _segment(text, at, len(text), figures)


def _segment(text: str, start: int, end: int, figures: Figures) -> str:
    """The part between two offsets, with its figures; figures before all text belong to the first part."""
    own = [
        (replace(place, after=place.after - start), figure)
        for place, figure in figures
        if start < place.after <= end or (place.after == start == 0)
    ]
    return _laid_out(text[start:end], own) if own or end > start else ""


def _laid_out(text: str, figures: Figures) -> str:
    """The text as HTML, each figure after the block of its place, or instead of its description.

    >>> _laid_out("Tea.\\n\\nA cup", [(Place(0, 4, "A cup"), "<figure></figure>")])
    '<p>Tea.</p>\\n<figure></figure>'
    """
    if not figures:
        return str(_parser.render(text))
    blocks = list(_blocks(text))
    pieces = ["", *(block.html for block in blocks)]
    last = 0
    for place, figure in figures:
        lines = text.count("\n", 0, place.after)
        slot = sum(block.first_line <= lines for block in blocks) if place.after else 0
        slot = max(slot, last)
        twin = _twin(place.words, blocks, slot)
        if twin is None:
            pieces[slot] += figure
        else:
            pieces[twin] = figure
        last = twin or slot
    return "".join(pieces)


def _twin(words: str, blocks: Sequence[_Block], slot: int) -> int | None:
    """Index of the block that only repeats the picture's description."""
    wanted = letters(words)
    near = range(slot, min(slot + _TWIN_WITHIN, len(blocks)))
    return next((number + 1 for number in near if wanted and blocks[number].letters == wanted), None)


def _blocks(text: str) -> Iterator[_Block]:
    env: dict[str, object] = {}
    tokens = _parser.parse(text, env)
    start = 0
    for number, token in enumerate(tokens, 1):
        if token.level or token.nesting == 1:
            continue
        part, start = tokens[start:number], number
        words = part[1].content if part[0].type == "paragraph_open" else ""
        html = str(_parser.renderer.render(part, _parser.options, env))
        yield _Block(html, part[0].map[0] if part[0].map else 0, letters(words))


def _harmless(state: StateCore) -> None:
    """Turn images into their description, links that are not http(s) into text, alignment into a class."""
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
    kind = "math display" if options.get("display_mode") else "math"
    return f'<code class="{kind}">{escape(content.strip())}</code>'


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    dollarmath_plugin(parser, allow_labels=False, allow_space=False, allow_digits=False, renderer=_formula)
    # Every link is parsed, so that a bad one becomes its text without brackets.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.core.ruler.push("harmless", _harmless)
    return parser


_parser = _make_parser()
