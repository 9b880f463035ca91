"""A page of the book as a JSON tree: the widget creates elements from it and parses no HTML.

A node is a text, or ``[name, attributes, children]``. Knows no server.
"""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from footnoted.domain.book import Passage
from footnoted.domain.picture import PlacedPicture
from footnoted.web.pages import reader_fragment

Node = str | list[object]
_VOID = frozenset({"hr", "br", "img"})
_KEPT = ("id", "class", "href", "start", "src", "alt", "width", "height")
_LANGUAGE = "language-"


def page_tree(passages: Sequence[Passage], pictures: Sequence[PlacedPicture] = ()) -> list[Node]:
    """The page's elements in reading order.

    Formulas are ``math``, with ``display`` if they are on their own; code is ``pre`` with its ``language``; picture
    addresses are relative to the server's root.
    """
    builder = _Builder()
    builder.feed(reader_fragment(passages, pictures))
    builder.close()
    return builder.root


class _Builder(HTMLParser):
    """Builds the tree from our own rendering, so every element that opens also closes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root: list[Node] = []
        self._open: list[list[Node]] = [self.root]
        self._names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "code" and self._names[-1:] == ["pre"]:
            self._name_language(given.get("class", ""))
            return
        classes = given.get("class", "").split()
        name = "math" if tag == "code" and "math" in classes else tag
        kept: dict[str, str] = {key: given[key] for key in _KEPT if key in given}
        if "data-position" in given:
            kept["position"] = given["data-position"]
        if name == "math":
            kept = {"display": ""} if "display" in classes else {}
        children: list[Node] = []
        self._open[-1].append([name, kept, children])
        if tag not in _VOID:
            self._open.append(children)
            self._names.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._names and self._names[-1] == tag:
            self._names.pop()
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].append(data)

    def _name_language(self, classes: str) -> None:
        pre = self._open[-2][-1]
        language = next((name for name in classes.split() if name.startswith(_LANGUAGE)), "")
        if language and isinstance(pre, list) and isinstance(pre[1], dict):
            pre[1]["language"] = language.removeprefix(_LANGUAGE)
