"""Finds where a tag, a brace expression or a comment ends. Knows the syntax of HTML and JSX, not its meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

_NAME = re.compile(r"[A-Za-z][\w$.:-]*")
_ATTRIBUTE = re.compile(r"[A-Za-z_:$@][\w:.$@-]*")
_BARE_VALUE = re.compile(r"[^\s\"'=<>`{]+")
_SPACE = re.compile(r"\s*")
_STRING = re.compile(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`|/\*.*?\*/|//[^\n]*", re.DOTALL)
_LITERAL = re.compile(r"\{\s*(['\"`])([^'\"`$\\]*)\1\s*\}")

_MOST_DATA = 200_000
"""Characters of an attribute: a long list of parameters has 100,000."""
UNSEEN: Final = frozenset({"script", "style", "head", "svg", "template", "iframe", "object", "noscript"})
"""Elements whose content is not text for a reader."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, opening, closing or both at once."""

    name: str
    attributes: dict[str, str]
    closes: bool
    closed: bool
    end: int
    """Index just after it."""
    data: dict[str, str] = field(default_factory=dict)
    """Attributes that are lists and objects, as they are written."""

    @property
    def is_hidden(self) -> bool:
        """Whether a reader does not see what is inside."""
        hidden = "hidden" in self.attributes or "display:none" in self.attributes.get("style", "").replace(" ", "")
        return self.name.lower() in UNSEEN or hidden


def scan_tag(source: str, at: int) -> Tag | None:
    """The tag that starts here, if it is one."""
    if not source.startswith("<", at):
        return None
    closes = source.startswith("/", at + 1)
    at += 1 + closes
    name = _NAME.match(source, at)
    if name is None:  # fragments, <> and </>, have no name
        return Tag("", {}, closes, False, at + 1) if source.startswith(">", at) else None
    at = name.end()
    attributes: dict[str, str] = {}
    data: dict[str, str] = {}
    while True:
        space = _SPACE.match(source, at)
        before, at = at, space.end() if space else at
        if source.startswith("/>", at):
            return Tag(name[0], attributes, closes, True, at + 2, data)
        if source.startswith(">", at):
            return Tag(name[0], attributes, closes, False, at + 1, data)
        if before == at and attributes.keys() == set():
            return None
        end = _attribute(source, at, attributes, data)
        if end is None:
            return None
        at = end


def _attribute(source: str, at: int, attributes: dict[str, str], data: dict[str, str]) -> int | None:
    if source.startswith("{", at):  # {...spread}
        return scan_braces(source, at)
    name = _ATTRIBUTE.match(source, at)
    if name is None:
        return None
    at = name.end()
    attributes[name[0]] = ""
    equals = re.compile(r"\s*=\s*").match(source, at)
    if equals is None:
        return at
    at = equals.end()
    if source.startswith(("'", '"'), at):
        end = source.find(source[at], at + 1)
        if end < 0:
            return None
        attributes[name[0]] = source[at + 1 : end]
        return end + 1
    if source.startswith("{", at):
        close = scan_braces(source, at, _MOST_DATA)
        if close is not None:
            _keep(name[0], source[at:close], attributes, data)
        return close
    bare = _BARE_VALUE.match(source, at)
    if bare is None:
        return None
    attributes[name[0]] = bare[0]
    return bare.end()


def _keep(name: str, braces: str, attributes: dict[str, str], data: dict[str, str]) -> None:
    """An attribute in braces: a string, a file's name, a list or an object; what else it is only running it tells."""
    if literal := _LITERAL.fullmatch(braces):
        attributes[name] = literal[2]
    elif name == "src":
        attributes[name] = braces[1:-1]  # require("./cup.png").default still names a file
    elif braces[1:].lstrip()[:1] in ("[", "{"):
        data[name] = braces[1:-1]


def scan_braces(source: str, at: int, reach: int = 20_000) -> int | None:
    """Index after the brace that closes the one here; strings and comments inside are stepped over.

    It looks no further than ``reach``, because on a page of opening braces the time would grow quadratically.
    """
    depth = 0
    end = min(len(source), at + reach)
    while at < end:
        character = source[at]
        if character in "'\"`/" and (string := _STRING.match(source, at)):
            at = string.end()
            continue
        depth += (character == "{") - (character == "}")
        at += 1
        if depth == 0:
            return at
    return None


def scan_comment(source: str, at: int) -> int | None:
    """Index after the HTML comment that starts here."""
    if not source.startswith("<!--", at) or at + 4 > _last_comment_end(source):
        return None
    return source.index("-->", at + 4) + 3


@lru_cache(4)
def _last_comment_end(source: str) -> int:
    """Where the last comment ends; cached, so that unclosed comments do not each search the whole page."""
    return source.rfind("-->")


def after_element(source: str, tag: Tag) -> int:
    """Index after the tag that closes this one; just after the tag itself when nothing does."""
    if tag.closed or tag.closes:
        return tag.end
    depth = 1
    for match in re.compile(rf"<(/?){re.escape(tag.name)}\b[^>]*?(/?)>", re.IGNORECASE).finditer(source, tag.end):
        depth += 0 if match[2] else -1 if match[1] else 1
        if depth == 0:
            return match.end()
    return tag.end
