"""What Doxygen writes with elements of its own: a page's title and content, listings, declarations, members."""

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


def members(table: LexborNode, main: LexborNode) -> list[LexborNode | str] | None:
    """What a list of members says that the page does not say below it: headings with their text, and declarations.

    None for any other table. Members that the page describes, each with an id of its own, are its contents.
    """
    if "memberdecls" not in _classes(table):
        return None
    found: list[LexborNode | str] = []
    heading, is_described = None, False
    for row in table.css("tr"):
        kind = "".join(_classes(row)).partition(":")[0]
        cells = row.css("td")
        if kind == "heading":
            heading = cells[0] if cells else None
            continue
        if kind == "memitem":
            is_described = any(_is_on(main, link) for link in row.css("td.memItemRight a[href]"))
        if kind == "separator" or (kind in ("memitem", "memdesc") and is_described):
            continue
        if heading is not None:
            found.append(heading)
            heading = None
        found += [on_one_line(list(_cells(row)))] if kind == "memitem" and any(_cells(row)) else cells
    return found


def _is_on(page: LexborNode, link: LexborNode) -> bool:
    name = (link.attributes.get("href") or "").partition("#")[2]
    return name.isalnum() and page.css_first(f'a[id="{name}"]') is not None


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
