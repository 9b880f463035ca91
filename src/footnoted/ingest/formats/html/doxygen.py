"""What Doxygen writes with elements of its own: a page's title and content, listings, how a function is declared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode


def doxygen_page(tree: LexborHTMLParser) -> tuple[str, LexborNode | None]:
    """The page's title and the element with its content; what is above them belongs to the site."""
    title = tree.css_first("div.header .headertitle > .title")
    content = tree.css_first("div.header ~ div.contents, div.header ~ * div.contents")
    if title is None or content is None:
        return "", None
    parts = (child.text(deep=True) for child in title.iter(include_text=True) if "ingroups" not in _classes(child))
    return " ".join("".join(parts).split()), content


def listing(node: LexborNode) -> list[LexborNode]:
    """The lines of a listing, each an element of its own; none where it is no listing."""
    return [line for line in node.iter() if "line" in _classes(line)] if "fragment" in _classes(node) else []


def declaration(node: LexborNode) -> list[str]:
    """The cells of the table in which it is set how something is declared; none where that is not so."""
    return list(_cells(node)) if "memproto" in _classes(node) else []


def on_one_line(cells: list[str]) -> str:
    """
    >>> on_one_line(["int abs", "(", "int", "i", ")"]), on_one_line(["#define LOW (x & 3)"])
    ('int abs(int i)', '#define LOW (x & 3)')
    """
    line = cells[0]
    for before, cell in pairwise(cells):
        line += cell if before == "(" or cell[0] in "()," else f" {cell}"
    return line


def _cells(node: LexborNode) -> Iterator[str]:
    for cell in node.css("td"):
        words = " ".join(cell.text(deep=True).split())
        if words and cell.css_first("table") is None and "mlabels-right" not in _classes(cell):
            yield words


def _classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split() if node.is_element_node else []
