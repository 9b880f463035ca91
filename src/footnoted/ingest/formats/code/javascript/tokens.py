"""Cuts JavaScript and TypeScript into tokens, well enough to read literals. Knows no grammar."""

from __future__ import annotations

import re
from typing import NamedTuple


class Token(NamedTuple):
    """A string, template, regex, number, name or mark."""

    kind: str
    text: str


_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>'(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*")
      | (?P<number>(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | (?P<name>[^\W\d][\w$]*|\$[\w$]*)
      | (?P<mark>=>|\.\.\.|\?\?|\|\||&&|[=!]==?|[<>]=?|.)""",
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}


def unescape(body: str) -> str:
    """The text that the inside of a string literal stands for."""

    def character(match: re.Match[str]) -> str:
        escape = match[1]
        if escape[0] in "ux" and len(escape) > 1:
            code = int(escape[1:].strip("{}"), 16)
            return chr(code) if code < 0x110000 else "\ufffd"
        return _ESCAPED.get(escape, escape)

    return _ESCAPE.sub(character, body)


def _template_end(source: str, start: int) -> int:
    """Index just after the back-tick that closes the template string opened at ``start``."""
    at, depth = start + 1, 0
    while at < len(source):
        if source[at] == "\\":
            at += 1
        elif source.startswith("${", at):
            depth += 1
            at += 1
        elif source[at] == "}" and depth:
            depth -= 1
        elif source[at] == "`" and not depth:
            return at + 1
        at += 1
    return at


def tokens(source: str) -> list[Token]:
    """Everything but space and comments."""
    found: list[Token] = []
    at = 0
    while at < len(source):
        before = found[-1] if found else Token("mark", ";")
        if source[at] == "`":
            end = _template_end(source, at)
            found.append(Token("template", source[at + 1 : end - 1]))
            at = end
            continue
        # A slash starts a regular expression where a value may start, and divides elsewhere.
        value_may_start = (before.kind == "mark" and before.text not in ")]}") or before.text == "return"
        if source[at] == "/" and value_may_start and (regex := _REGEX.match(source, at)):
            found.append(Token("regex", regex[0]))
            at = regex.end()
            continue
        match = _TOKEN.match(source, at)
        assert match is not None  # the last branch takes any character
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup or "mark", match[0]))
        at = match.end()
    return found
