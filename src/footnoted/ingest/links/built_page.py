"""A page as its site generator built it: the anchors and words that a link can name. Knows HTML, no site."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser

from footnoted.ingest.formats.html.view import refuse_deep
from footnoted.ingest.formats.page.whole_words import is_within_word

_UNSEEN = frozenset(["head", "script", "style", "svg", "template", "noscript"])
# Inline elements; a text fragment cannot extend across the edge of any other element.
_INLINE_TAGS = """
    a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u
    var wbr
"""
_INLINE = frozenset(_INLINE_TAGS.split())


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """What is on one page."""

    ids: Container[str]
    words: str | None = None
    """Its visible words, folded, one line a block; None of a file that browsers do not search, such as a PDF."""

    def times(self, fragment: str) -> int:
        """How often the words of a text fragment are on the page; its terms may be in neighbouring blocks.

        >>> page = BuiltPage((), "dew\\nwipe it.\\nfrost\\nwipe it.")
        >>> page.times("Wipe%20it"), page.times("Frost-,Wipe%20it"), page.times("Wipe%20it.,-frost")
        (2, 1, 1)
        >>> BuiltPage((), "as of 0.1 it dries. as of 0.10 it does not.").times("As%20of%200.1")
        1
        """
        terms = [" ".join(unquote(term.strip("-")).casefold().split()) for term in fragment.split(",")]
        pattern = r"\s*".join(map(re.escape, terms))
        words = self.words or ""
        spans = [match.span(1) for match in re.finditer(rf"(?=({pattern}))", words)]  # also where two overlap
        return sum(not any(is_within_word(words, edge) for edge in span) for span in spans)


def built_page(text: str) -> BuiltPage:
    """The page that this HTML shows. Raises Unreadable.

    >>> page = built_page('<h2 id="a">On <b>de</b>w</h2><a name="b"></a><p>Dew falls.<script>x</script>')
    >>> sorted(page.ids), page.words
    (['a', 'b'], 'on dew\\ndew falls.')
    >>> built_page("<p>Dew falls.<p hidden>Dew falls.").words
    'dew falls.'
    """
    refuse_deep(text)
    tree = LexborHTMLParser(text)
    found = {node.attributes.get("id") for node in tree.css("[id]")}
    found |= {node.attributes.get("name") for node in tree.css("a[name]")}
    for node in tree.css("[hidden]:not([hidden=until-found])"):  # browsers find no words there
        node.decompose()
    return BuiltPage({name for name in found if name}, _words(tree.html or ""))


def _words(html: str) -> str:
    reader = _Words()
    reader.feed(html)
    lines = (" ".join(line.split()) for line in "".join(reader.pieces).split("\n"))
    return "\n".join(line for line in lines if line).casefold()


class _Words(HTMLParser):
    """Collects the text of HTML in which every element is closed, because it was written from a parsed tree."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        self._edge(tag)

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        self._edge(tag)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(data.replace("\n", " "))

    def _edge(self, tag: str) -> None:
        if tag not in _INLINE:
            self.pieces.append("\n")
