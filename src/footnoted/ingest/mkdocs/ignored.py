"""Patterns as in a .gitignore file: which paths they leave out. Knows no site generator."""

from __future__ import annotations

import re

from footnoted.ingest.files.globs import translated

_DOUBLED = {"**/": "(?:.*/)?", "/**": "/.*"}


class Ignored:
    """Tells whether a path, with a slash at its end if it is a folder, is left out; the last pattern that fits wins.

    >>> ignored = Ignored("*.tmp\\n/drafts/\\n!keep.tmp")
    >>> [ignored(path) for path in ("a/x.tmp", "drafts/", "a/drafts/", "keep.tmp")]
    [True, True, False, False]
    """

    def __init__(self, patterns: str) -> None:
        self._rules = [rule for line in patterns.splitlines() if (rule := _rule(line.strip()))]

    def __call__(self, path: str) -> bool:
        path = path.removeprefix("./")
        out = False
        for leaves_out, pattern in self._rules:
            if pattern.fullmatch(path):
                out = leaves_out
        return out


def _rule(line: str) -> tuple[bool, re.Pattern[str]] | None:
    if not line or line.startswith("#"):
        return None
    leaves_out = not line.startswith("!")
    line = line.removeprefix("!")
    only_folders = line.endswith("/")
    inner = line.strip("/")
    anchored = line.startswith("/") or "/" in inner
    start = "" if anchored else "(?:.*/)?"
    body = start + translated(inner, _DOUBLED)
    return leaves_out, re.compile(body + ("/.*" if only_folders else "(?:/.*)?"), re.DOTALL)
