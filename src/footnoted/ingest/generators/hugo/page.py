"""A Hugo page's Markdown as Goldmark shows it, without shortcodes, and the ids of its headings.

Themes decide what a shortcode shows: its words are kept, and anything that it would compute is reported.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from pathlib import Path

from footnoted.ingest.formats.page.builder import HOLE
from footnoted.ingest.generators.hugo.config import Site
from footnoted.ingest.generators.markdown_site.pages import Source, outside_code
from footnoted.ingest.generators.markdown_site.shortcodes import EMOJI, hugo_shortcodes

_ATTRIBUTES = r"^\{[ \t]*+(?:[.#][\w-]++|[\w-]++=(?:\"[^\"\n]*+\"|[^\s{}\"]++))(?:[ \t][^{}\n]*+)?\}[ \t]*$"
"""On a line of their own below a block: ``{.lead}``."""
_HEADING = r"(?P<heading>^[ ]{0,3}#{1,6}[ \t][^`\n]*$)"


def slug(text: str, kind: str = "github") -> str:
    """An id of letters, digits and underscores, a hyphen for each space; without vowel signs of Hindi, Thai, Arabic.

    >>> slug("2. C++ & more"), slug("नमस्ते"), slug("½ İ_x"), slug("Größe", "github-ascii")
    ('2-c--more', 'नमसत', '-i_x', 'groe')
    >>> slug("--drive-x / C++ & a_b", "blackfriday")
    'drive-x-c-a-b'
    """
    if kind == "blackfriday":
        kept = "".join(letter if unicodedata.category(letter)[0] in "LN" else " " for letter in text.lower())
        return "-".join(kept.split())
    if kind == "github-ascii":
        text = unicodedata.normalize("NFD", text)
    letters = (letter for letter in text.strip() if kind != "github-ascii" or letter.isascii())
    return "".join(
        "-" if letter in "- " else letter.lower()[0]
        for letter in letters
        if letter in "-_ " or unicodedata.category(letter)[0] == "L" or unicodedata.category(letter) == "Nd"
    )


def prepared(source: Source, root: Path, site: Site) -> Source:
    """The page without shortcodes, attributes of blocks and names of emoji, if the site turns these into pictures."""
    cleaned = hugo_shortcodes(source, root)
    body = outside_code(_ATTRIBUTES, cleaned.body, lambda _: "")
    if site.is_typographic:
        body = outside_code(_HEADING, body, lambda match: _with_dashes(match[0]))
    if site.settings.get("enableemoji") is True:  # a heading's id has the emoji's name
        body = outside_code(f"{_HEADING}|{EMOJI}", body, lambda match: match["heading"] or HOLE)
    return replace(cleaned, body=body)


def _with_dashes(line: str) -> str:
    """The heading with dashes for two or three hyphens; ids leave dashes out.

    >>> _with_dashes("## a -- b---c")
    '## a \u2013 b\u2014c'
    """
    return re.sub(r"-{2,3}", lambda match: "\u2014" if len(match[0]) == 3 else "\u2013", line)
