"""Sphinx' patterns for documents: ``**`` crosses folders, ``*`` and ``?`` do not. They cover a whole path, which
those of a .gitignore need not."""

from __future__ import annotations

import re

from footnoted.ingest.files.globs import bounded

_MEANINGS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_SPECIAL = re.compile(r"(\*\*/|\*\*|\*|\?|\[[^\]]{1,200}\])")


def pattern(glob: str) -> re.Pattern[str]:
    """The pattern as a regular expression, to be matched in full.

    >>> bool(pattern("**/x*.rst").fullmatch("a/b/xy.rst")), bool(pattern("*.rst").fullmatch("a/b.rst"))
    (True, False)
    """
    return bounded("".join(_MEANINGS.get(part) or _literal(part) for part in _SPECIAL.split(glob.rstrip("/"))))


def _literal(part: str) -> str:
    is_set = part.startswith("[") and part.endswith("]")
    return part.replace("[!", "[^") if is_set else re.escape(part)
