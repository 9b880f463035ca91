"""File patterns as regular expressions. What a doubled star means differs by tool, so the caller says."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SIMPLE = {"*": "[^/]*", "?": "[^/]"}


def translated(glob: str, doubled: Mapping[str, str]) -> str:
    """The pattern as the source of a regular expression; ``doubled`` says what each form of ``**`` stands for.

    >>> translated("**/x?.rst", {"**/": "(?:.*/)?"})
    '(?:.*/)?x[^/]\\\\.rst'
    """
    special = {**_SIMPLE, **doubled}
    longest_first = sorted(special, key=len, reverse=True)
    parts = re.split("(" + "|".join(map(re.escape, longest_first)) + r"|\[[^\]]+\])", glob)
    return "".join(special.get(part) or _literal(part) for part in parts)


def _literal(part: str) -> str:
    if part.startswith("[") and part.endswith("]"):
        return part.replace("[!", "[^")
    return re.escape(part)
