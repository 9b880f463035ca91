"""The line above a quote that names its place, if the quoted words do not: an option's entry may begin with its type.

Made of the book's headings. It states nothing, so it has no marker and is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.book import Passage
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.words import words
from footnoted.engine.units import Unit

_MARKUP = re.compile(r"[*_`<>\[\]\\$]")
"""What Markdown would take for more than words."""
_NAMED = 0.5
"""Share of a heading's words above which a quote names it; the rest is "introduction", "more about"."""


def is_named(passage: Passage, quoted: Sequence[Unit]) -> bool:
    """Whether the quoted words name what the passage is about, as its nearest heading does.

    Under a heading of a single word, such as an option's name, the first words must name it. A selected text has no
    place.
    """
    own = [found[0] for word in without_number(passage.section).split() if (found := words(word, passage.language))]
    held = frozenset[str]().union(*(unit.words for unit in (quoted if len(own) > 1 else quoted[:1])))
    return not passage.route or not own or sum(word in held for word in own) > _NAMED * len(own)


def place_line(passage: Passage) -> str:
    """The nearest heading and the one above it, in bold: ``**Cups › Handles**``."""
    *above, nearest = map(_name, passage.path[-2:])
    return f"**{' › '.join([*(name for name in above if not _repeats(name, nearest)), nearest])}**"


def _repeats(title: str, heading: str) -> bool:
    """Whether a page's title ends with its only heading.

    >>> [_repeats(title, "Handles") for title in ("Cups: 1.2 Handles", "Cups – Handles", "Handles", "On Handles")]
    [True, True, True, False]
    """
    return re.fullmatch(rf"(?:.*[:|–—-] (?:\d[\d.]*\s)?)?{re.escape(heading)}", title) is not None


def _name(heading: str) -> str:
    own = without_number(heading).replace("`", "").split()
    return " ".join(f"`{word}`" if _MARKUP.search(word) else word for word in own)


def length_of_place(text: str, passage: Passage) -> int:
    """How many characters at the beginning of a text are the line that names the passage's place."""
    if not text.startswith("**"):  # nearly no text is: the line need not be made
        return 0
    line = place_line(passage)
    return len(text) - len(text[len(line) :].lstrip()) if text.startswith(line + "\n") else 0
