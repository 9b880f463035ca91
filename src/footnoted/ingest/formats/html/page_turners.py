"""The rows of links to the pages before, after and above this one, at both ends of a page; and ways back to its top.

They belong to the site, not to the text. Known by what their links say of themselves: ``rel`` or an access key, or the
words "previous" and "next" beside each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from selectolax.lexbor import LexborNode

_RELATIONS = frozenset({"prev", "previous", "next", "up", "home", "start"})
_KEYS = frozenset({"p", "n", "u", "h"})
"""Access keys of DocBook, Texinfo and Sphinx for previous, next, up and home."""
_MOST_WORDS, _MOST_LINKS = 30, 8
"""Words beside the links of a row, such as the chapter's title, and links in it; more is text, or a contents list."""
_MOST_TRIED = 20
"""Links tried at each end of a page."""
_TEXT = "h1, h2, h3, h4, h5, h6, pre"
_TURNS = frozenset({"previous", "prev", "next"})
_LEADS_UP = frozenset({"up", "top", "home", "start", "contents", "table of contents", "index", "summary"})
_BACK = re.compile(r"\W*(?:(?:go |jump )?back (?:up )?to|return to|(?:to )?(?:the )?top\b)", re.IGNORECASE)
_LINES = frozenset({"p", "div", "small", "span", "center"})
_LONGEST_WAY_BACK, _MOST_WAYS_BACK = 40, 2_000
"""Characters of such a line, and links that are looked at."""
_FEWEST_OF_MENU = 2
_NO_LETTERS = re.compile(r"[\W\d_]+|\b(?:page|chapter|section|topic)\b", re.IGNORECASE)


def page_turners(main: LexborNode) -> frozenset[int]:
    """The ids of the nodes that are such rows."""
    links = _at_both_ends([link for link in main.css("a[rel], a[accesskey]") if _turns(link)])
    rows = [row.mem_id for link in links if (row := _row(link, main)) is not None]
    return frozenset((*rows, *_worded(main), *_back(main), *_menus(main)))


def _menus(main: LexborNode) -> Iterator[int]:
    """Tables of one row in which there is nothing but links to other pages, as old sites write their menus."""
    for table in main.css("table"):
        links = table.css("a[href]")
        if len(links) < _FEWEST_OF_MENU or len(table.css("tr")) > 1 or table.css_first(_TEXT) is not None:
            continue
        leads_away = all(not (link.attributes.get("href") or "").startswith("#") for link in links)
        if leads_away and _words(table) == sum(map(_words, links)):
            yield table.mem_id


def _back(main: LexborNode) -> Iterator[int]:
    """Paragraphs that are nothing but "Back to top" or "Return to contents" with a link to a place on a page."""
    for link in main.css('a[href*="#"]')[:_MOST_WAYS_BACK]:
        before = (link.prev.text_content or "") if link.prev is not None and link.prev.is_text_node else ""
        if not _BACK.match(before[-_LONGEST_WAY_BACK:] + link.text(deep=True)[:_LONGEST_WAY_BACK]):
            continue
        around = link.parent if link.parent is not None and link.parent.tag in _LINES else link
        if len(" ".join(around.text(deep=True).split())) <= _LONGEST_WAY_BACK:
            yield around.mem_id


def _at_both_ends(links: list[LexborNode]) -> list[LexborNode]:
    return links if len(links) <= 2 * _MOST_TRIED else [*links[:_MOST_TRIED], *links[-_MOST_TRIED:]]


def _worded(main: LexborNode) -> Iterator[int]:
    """Rows in which a link says "next" or "previous" and another likewise, or "contents" and its kind."""
    leads_away = (link for link in main.css("a[href]") if not (link.attributes.get("href") or "").startswith("#"))
    for link in _at_both_ends([link for link in leads_away if _says(link) in _TURNS]):
        run = [*_links_beside(link, "prev"), link, *_links_beside(link, "next")]
        if (row := _row(link, main, most_words=0)) is not None and _turn_pages(row.css("a")):
            yield row.mem_id
        elif _turn_pages(run):
            yield from (node.mem_id for node in run)


def _turn_pages(links: list[LexborNode]) -> bool:
    return len((_TURNS | _LEADS_UP).intersection(map(_says, links))) > 1


def _says(link: LexborNode) -> str:
    """The words of a link, or of the picture that it is, without arrows and numbers."""
    picture = link.css_first("img[alt]")
    words = link.text(deep=True) or ((picture.attributes.get("alt") or "") if picture else "")
    return " ".join(_NO_LETTERS.sub(" ", words[:100]).lower().split())


def _links_beside(link: LexborNode, side: str) -> list[LexborNode]:
    """The links that follow each other on one side with nothing but signs between; none if a text is there too."""
    beside = takewhile(lambda node: node.tag == "a" or _is_sign(node), _siblings(link, side))
    nodes = list(beside)
    end = getattr(nodes[-1] if nodes else link, side)
    return [node for node in nodes if node.tag == "a"] if end is None or end.is_element_node else []


def _siblings(node: LexborNode, side: str) -> Iterator[LexborNode]:
    while (node := getattr(node, side)) is not None:
        yield node


def _is_sign(node: LexborNode) -> bool:
    return bool(node.is_text_node) and not re.search(r"\w", node.text_content or "")


def _turns(link: LexborNode) -> bool:
    relations = (link.attributes.get("rel") or "").lower().split()
    return not _RELATIONS.isdisjoint(relations) or (link.attributes.get("accesskey") or "").lower() in _KEYS


def _row(link: LexborNode, main: LexborNode, most_words: int = _MOST_WORDS) -> LexborNode | None:
    """The largest element around the link that holds little but links; None where the link is part of a text."""
    row, node = None, link.parent
    while node is not None and node.mem_id != main.mem_id and _is_row(node, most_words):
        row, node = node, node.parent
    return row


def _is_row(node: LexborNode, most_words: int) -> bool:
    links = node.css("a")
    if len(links) > _MOST_LINKS or node.css_first(_TEXT) is not None:  # seen sooner than words are counted
        return False
    return _words(node) - sum(map(_words, links)) <= most_words


def _words(node: LexborNode) -> int:
    return len(re.findall(r"\w+", node.text(deep=True, separator=" ")))
