"""The reading order of HTML pages that lie in a folder: that of the contents in its index, where it lists most of them.

Knows no generator; pages that the index does not list keep the order of their names, behind the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser

from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import bytes_of
from footnoted.ingest.formats.html.encoding import decoded
from footnoted.ingest.formats.html.view import refuse_deep
from footnoted.ingest.manuscript import Unreadable

_PAGES = frozenset({".html", ".htm", ".xhtml"})
_MOST = 0.5
"""Share of the folder's pages that an index lists if it is the contents of the book."""


def in_reading_order(files: Sequence[Path], root: Path) -> list[Path]:
    """The files, sorted by name before, as the index at the top lists them."""
    pages = [path for path in files if path.suffix.lower() in _PAGES]
    index = next((path for path in pages if path.parent == root and _is_index(path)), None)
    if index is None:
        return list(files)
    places = {path: place for place, path in enumerate(dict.fromkeys((index, *_linked(index))))}
    listed = sum(path in places for path in pages)
    return sorted(files, key=lambda path: places.get(path, len(places))) if listed > _MOST * len(pages) else list(files)


def _linked(index: Path) -> list[Path]:
    """The files that the page links to, in its order."""
    try:
        text = decoded(bytes_of(index))
        refuse_deep(text)
    except Unreadable:
        return []
    links = (link.attributes.get("href") or "" for link in LexborHTMLParser(text).css("a[href]"))
    return [index.parent / path for path in map(_path_of, links) if path]


def _is_index(path: Path) -> bool:
    """Also one that names its language: ``index.en.html``."""
    return path.name.lower().partition(".")[0] == "index"


def _path_of(link: str) -> str:
    """The file beside the page that a link opens; empty for other links.

    >>> [_path_of(link) for link in ("a%20b.html#c", "#c", "https://a.example/b.html")]
    ['a b.html', '', '']
    """
    target = parts_of(link)
    return "" if target.scheme or target.netloc else unquote(target.path)
