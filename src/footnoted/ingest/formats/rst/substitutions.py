"""Refuses substitutions that name each other again and again: docutils would fill all of them in. Knows no tree."""

from __future__ import annotations

import re

from footnoted.ingest.files.endless import TEXT_LIMIT
from footnoted.ingest.manuscript import Unreadable

_DEFINED = re.compile(
    r"^[ \t]*\.\.[ \t]+\|(?P<name>[^|\n]+)\|[ \t]+[\w-]+::(?P<text>[^\n]*+(?:\n[ \t]+[^\n]+)*+)", re.MULTILINE
)
_NAMED = re.compile(r"\|([^|\n]{1,100})\|")
_DEEPEST = 30
"""Substitutions within each other; real ones have two or three levels."""


def refuse_laughs(text: str) -> None:
    """Raise Unreadable where filling in makes more text than a page has.

    >>> refuse_laughs(".. |tea| replace:: Earl Grey" + " |tea|" * 9)
    >>> refuse_laughs("".join(f".. |a{n}| replace:: ha" + f" |a{n - 1}|" * 10 + "\\n" for n in range(9)))
    Traceback (most recent call last):
    footnoted.ingest.manuscript.Unreadable: its substitutions make more than 8 MB of text
    """
    defined = {_key(match["name"]): match["text"] for match in _DEFINED.finditer(text)}
    if not defined:
        return
    names = {
        name: [named for it in _NAMED.findall(value) if (named := _key(it)) in defined]
        for name, value in defined.items()
    }
    length = {name: len(value) for name, value in defined.items()}
    # Each round fills in one level.
    for _ in range(min(len(defined), _DEEPEST)):
        grown = {name: len(defined[name]) + sum(length[it] for it in names[name]) for name in defined}
        if grown == length:
            break
        length = {name: min(value, 2 * TEXT_LIMIT) for name, value in grown.items()}
    if sum(length.get(_key(it), 0) for it in _NAMED.findall(text)) > TEXT_LIMIT:
        raise Unreadable(f"its substitutions make more than {TEXT_LIMIT // 1024 // 1024} MB of text")


def _key(name: str) -> str:
    return " ".join(name.lower().split())
