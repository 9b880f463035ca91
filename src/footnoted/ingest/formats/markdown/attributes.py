"""Attributes in braces at a heading's end, which give it an id; the generator decides which braces count."""

from __future__ import annotations

import re

IN_BRACES = re.compile(
    r"(?:(?<!\s)\s++)?\{:?\s*+(?P<words>(?:[#.][^\s{}]++|[\w-]++=[^\s{}]++)(?:\s++[^\s{}]++)*+)\s*+\}\s*$"
)
"""As most generators take them."""


def split_attributes(text: str, in_braces: re.Pattern[str] = IN_BRACES) -> tuple[str, str]:
    """A heading's text, and the id in the braces at its end; the pattern's group is called ``words``.

    >>> split_attributes("Words {#here .big}"), split_attributes("Words {.big}"), split_attributes("Set {x}")
    (('Words', 'here'), ('Words', ''), ('Set {x}', ''))
    """
    match = in_braces.search(text)
    if match is None:
        return text, ""
    ids = [word[1:] for word in match["words"].split() if word.startswith("#")]
    return text[: match.start()], ids[-1] if ids else ""
