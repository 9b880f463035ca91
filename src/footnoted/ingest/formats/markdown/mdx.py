"""Adds MDX's and Docusaurus' syntax to markdown-it: tags, braces, imports, comments and admonitions.

Each becomes a token without nesting (``tag``, ``expression``, ``module``, ``admonition``), which the reader
interprets.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from footnoted.ingest.formats.markdown.tags import Tag, after_element, scan_braces, scan_comment, scan_tag

_ADMONITION = re.compile(r":{3,}+[ \t]*+(?P<name>[A-Za-z][\w-]*+)?(?P<rest>.*)")
_LABEL = re.compile(r"\[(?P<title>.*)\]")
_MODULE = re.compile(r"(?:import|export)(?:[ \t{*\"']|$)")
_INTERRUPTS: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


@cache
def parser(mdx: bool) -> MarkdownIt:
    """A parser for MDX, or for Markdown with HTML in it."""
    return make_parser(mdx)


def make_parser(mdx: bool) -> MarkdownIt:
    """A new parser, for a caller that adds plugins."""
    md = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    md.use(footnote_plugin, inline=False).use(dollarmath_plugin, allow_space=False, allow_digits=False)
    md.block.ruler.before("fence", "admonition", _admonition, _INTERRUPTS)
    md.block.ruler.before("fence", "flow", _flow_mdx if mdx else _flow, _INTERRUPTS)
    md.inline.ruler.after("autolink", "span", _span_mdx if mdx else _span)
    if mdx:
        md.disable("code").block.ruler.before("admonition", "module", _module)
    return md


def _admonition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``:::tip[Title]`` or ``:::tip Title`` opens and ``:::`` closes an admonition; its content is read as usual."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    match = _ADMONITION.fullmatch(line.rstrip())
    if match is None or state.is_code_block(start):
        return False
    if not silent:
        token = state.push("admonition", "", 0)
        rest = re.sub(r"\{[^{}]*\}$", "", match["rest"].strip())
        label = _LABEL.fullmatch(rest)
        token.info = match["name"] or ""
        token.content = label["title"] if label else rest
        token.map = [start, start + 1]
    state.line = start + 1
    return True


def _module(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Imports and exports: from the start of a line to the first blank line at which all brackets are closed."""
    begin = state.bMarks[start]
    if silent or state.level or state.tShift[start] or not _MODULE.match(state.src, begin, state.eMarks[start]):
        return False
    line = start + 1
    while line < end:
        if state.isEmpty(line) and _balanced(state.src[begin : state.eMarks[line - 1]]):
            break
        line += 1
    token = state.push("module", "", 0)
    token.content = state.src[begin : state.eMarks[line - 1]]
    state.line = line
    return True


def _balanced(code: str) -> bool:
    wrapped = "{" + code + "\n}"
    return scan_braces(wrapped, 0, len(wrapped)) == len(wrapped)


def _flow(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _flow_of(state, start, end, silent, mdx=False)


def _flow_mdx(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return _flow_of(state, start, end, silent, mdx=True)


def _flow_of(state: StateBlock, start: int, end: int, silent: bool, mdx: bool) -> bool:
    """Lines that hold nothing but tags, comments and expressions."""
    at = state.bMarks[start] + state.tShift[start]
    last = state.eMarks[end - 1]
    if state.is_code_block(start) or state.src[at : at + 1] not in ("<{" if mdx else "<"):
        return False
    source = state.src[:last]
    found: list[Tag | str] = []
    while True:
        piece, after = _piece(source, at, mdx)
        if piece is None:
            return False
        found.append(piece)
        at = after
        while source[at : at + 1] in (" ", "\t"):
            at += 1
        if at >= last or source[at] == "\n":
            break
    if not silent:
        for piece in found:
            _push(state, piece)
        state.line = state.src.count("\n", state.bMarks[start], at) + start + 1
    return True


def _piece(source: str, at: int, mdx: bool, reach: int = 20_000) -> tuple[Tag | str | None, int]:
    """A tag, or the inside of an expression (a comment's is empty), and where it ends."""
    if (end := scan_comment(source, at)) is not None:
        # In Markdown, unlike MDX, Docusaurus takes a heading's id from such a comment, too.
        return "" if mdx else f"/* {source[at + 4 : end - 3].strip()} */", end
    if mdx and source.startswith("{", at):
        close = scan_braces(source, at, reach)
        return (source[at + 1 : close - 1], close) if close is not None else (None, at)
    tag = scan_tag(source, at)
    if tag is None or (not tag.name and not mdx):
        return None, at
    if tag.is_hidden:
        return "", after_element(source, tag)
    return tag, tag.end


def _push(state: StateBlock | StateInline, piece: Tag | str) -> None:
    if isinstance(piece, str):
        state.push("expression", "", 0).content = piece
    else:
        state.push("tag", "", 0).meta = {"tag": piece}


def _span(state: StateInline, silent: bool) -> bool:
    return _span_of(state, silent, mdx=False)


def _span_mdx(state: StateInline, silent: bool) -> bool:
    return _span_of(state, silent, mdx=True)


def _span_of(state: StateInline, silent: bool, mdx: bool) -> bool:
    """The same pieces within a line of text."""
    if state.src[state.pos] not in ("<{" if mdx else "<"):
        return False
    source = state.src if state.posMax == len(state.src) else state.src[: state.posMax]
    piece, after = _piece(source, state.pos, mdx, reach=1_000)
    if piece is None:
        return False
    if not silent:
        _push(state, piece)
    state.pos = after
    return True
