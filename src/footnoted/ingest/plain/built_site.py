"""Finds out from a built site where its pages are: their addresses, its base path and its host.

Uses ``rel=canonical``, then sitemap.xml, then where files are. Knows HTML heads, no generator.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from footnoted.domain.errors import BadSource
from footnoted.domain.text.clean import parts_of
from footnoted.ingest.files.disk import opened
from footnoted.ingest.files.walk import is_utf8
from footnoted.ingest.formats.html.read import read as read_html
from footnoted.ingest.manuscript import Leaf, Manuscript, Reading, Unreadable
from footnoted.ingest.plain.built_sitemap import file_at, listed_pages

FOLDERS = (
    "build",
    "site",
    "_build/html",
    "_build/dirhtml",
    "build/html",
    "build/dirhtml",
    "book",
    "_book",
    "dist",
    "public",
    "_site",
    ".vitepress/dist",
    "docs/.vitepress/dist",
)
"""Where generators build into, below the site's own folder."""
_HEAD = 200_000
"""Bytes of a page that are searched for its address."""
_LINK = re.compile(r"<link\b[^<>]*>", re.IGNORECASE)
_CANONICAL = re.compile(r"\brel\s*=\s*[\"']?canonical\b", re.IGNORECASE)
_HREF = re.compile(r"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE)
_MOST = 0.9
"""The share of a book's pages that a build found by chance must hold to be taken for this book's."""
_DEEPEST_BASE = 3
"""Folders of a base path."""
_SAFE = "/:@!$&'()*+,;=~%"


@dataclass(frozen=True, slots=True)
class BuiltSite:
    """The pages of a built folder: file below it → its address; and the site's origin and base path."""

    files: frozenset[str]
    canonical: Mapping[str, str]
    """File → the path that the page gives as its own."""
    origin: str
    base: str
    """Empty where nothing in the build says what is before its files."""


def at_built_addresses(book: Manuscript, folder: Path, *, asked: bool) -> Manuscript | None:
    """The book at the addresses that its build has; None where a build that nobody named is not this book's.

    Raises BadSource for a folder that was named and holds none of its pages.
    """
    site = _survey(folder)
    own, base = _files([leaf.route for leaf in book.leaves], site)
    site = replace(site, base=site.base or base)
    if not own or (not asked and len(own) < _MOST * len(book.leaves)):
        if asked:
            raise BadSource(f"{folder} holds no page of this book. Give the folder that the site was built into.")
        return None
    leaves = tuple(
        _placed(leaf, own[leaf.route], folder, site, asked) if leaf.route in own else leaf for leaf in book.leaves
    )
    read_there = {leaf.source for leaf in book.leaves if leaf.is_made_from_code and leaf.route in own}
    missing = len(book.leaves) - len(own)
    proof = f"{len(own)} of {len(leaves)} pages are in the built site {folder.name}"
    return replace(
        book,
        leaves=leaves,
        site=site.origin or book.site,
        unread=tuple((source, reason) for source, reason in book.unread if source not in read_there),
        assumed=() if not missing and site.origin else book.assumed,
        proof=proof,
        unproven=missing,
    )


def _placed(leaf: Leaf, file: str, folder: Path, site: BuiltSite, asked: bool) -> Leaf:
    """The page at its address; one that a build made from code, too, is read as it was built."""
    leaf = replace(leaf, route=_address(file, leaf.route, site))
    page = folder / file
    if not leaf.is_made_from_code or not page.is_file():
        return leaf
    repository = None if asked else leaf.repository  # the folder that was named may be anywhere
    return replace(leaf, reader=partial(_read_built, page=page), parts=(*leaf.parts, page), repository=repository)


def _read_built(leaf: Leaf, root: Path, page: Path) -> Reading:
    return read_html(replace(leaf, path=page), root)


def build_folders(book: Manuscript) -> Iterator[Path]:
    """Folders that may hold the book's build."""
    for root in dict.fromkeys((book.root, Path(book.source))):
        for name in FOLDERS:
            if (root / name / "index.html").is_file():
                yield root / name


def _survey(folder: Path) -> BuiltSite:
    if not folder.is_dir():
        raise BadSource(f"There is no folder {folder}. Give the folder that the site was built into.")
    pages = [path for path in sorted(folder.rglob("*.html")) if is_utf8(str(path))]
    files = frozenset(path.relative_to(folder).as_posix() for path in pages) or frozenset(_search_index(folder))
    named = {path.relative_to(folder).as_posix(): url for path in pages if (url := _canonical_of(path))}
    urls = list(named.items()) or list(listed_pages(folder, files))
    origins = Counter(f"{parts_of(url).scheme}://{parts_of(url).netloc}" for _, url in urls if parts_of(url).netloc)
    bases = Counter(base for file, url in urls if (base := _base(file, parts_of(url).path)))
    return BuiltSite(
        files,
        {file: parts_of(url).path for file, url in named.items()},
        origins.most_common(1)[0][0] if origins else "",
        bases.most_common(1)[0][0] if bases else "",
    )


def _search_index(folder: Path) -> Iterator[str]:
    """The pages that a site's search knows: of a build whose pages are not at hand."""
    for name, read in _SEARCHES.items():
        try:
            with opened(folder / name) as file:
                text = file.read().decode("utf-8", "replace")
            yield from read(json.loads(text[text.index("{") : text.rindex("}") + 1]))
        except (Unreadable, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue


def _mkdocs_search(index: Any) -> Iterator[str]:
    """
    >>> list(_mkdocs_search({"docs": [{"location": ""}, {"location": "a/#b"}, {"location": "c.html"}]}))
    ['index.html', 'a/index.html', 'c.html']
    """
    for entry in index["docs"]:
        path = str(entry["location"]).partition("#")[0]
        yield f"{path}index.html" if not path or path.endswith("/") else path


def _sphinx_search(index: Any) -> Iterator[str]:
    yield from (f"{name}.html" for name in index["docnames"])


_SEARCHES: Mapping[str, Callable[[Any], Iterator[str]]] = {
    "search/search_index.json": _mkdocs_search,
    "search.json": _mkdocs_search,
    "searchindex.js": _sphinx_search,
}


def _canonical_of(path: Path) -> str:
    try:
        with opened(path) as file:
            head = file.read(_HEAD).decode("utf-8", "replace")
    except Unreadable:
        return ""
    for link in _LINK.findall(head):
        href = _HREF.search(link) if _CANONICAL.search(link) else None
        if href:
            return next(part for part in href.groups() if part is not None)
    return ""


def _base(file: str, path: str) -> str:
    """The part of an address that is before the file.

    >>> _base("a/index.html", "/x/a/"), _base("a.html", "/x/a"), _base("a.html", "/elsewhere")
    ('/x/', '/x/', '')
    """
    stem = file.removesuffix("index.html").removesuffix(".html").strip("/")
    bare = unquote(path).removesuffix(".html").strip("/")
    if stem and bare != stem and not bare.endswith(f"/{stem}"):
        return ""
    inner = bare[: len(bare) - len(stem)].strip("/") if stem else bare
    return f"/{inner}/" if inner else "/"


def _files(routes: Sequence[str], site: BuiltSite) -> tuple[dict[str, str], str]:
    """The file of each computed route, and the base path of these: all with it in front or all without.

    Whichever finds most counts.
    """
    parts = {route: unquote(route).strip("/").split("/") for route in routes}
    found: list[tuple[dict[str, str], str]] = []
    for start in range(_DEEPEST_BASE + 1):
        deep = {route: names for route, names in parts.items() if len(names) >= start}
        files = {route: file_at("/".join(names[start:]), site.files) for route, names in deep.items()}
        bases = Counter("/".join(names[:start]) for names in deep.values())
        base = f"/{bases.most_common(1)[0][0]}/" if bases and start else "/"
        found.append(({route: file for route, file in files.items() if file}, base))
    return max(found, key=lambda entry: len(set(entry[0].values())))


def _address(file: str, route: str, site: BuiltSite) -> str:
    """What the page says itself; else where it is, written as the computed route was where both open it."""
    if path := site.canonical.get(file):
        return quote(unquote(path), safe=_SAFE)
    place = site.base + file.removesuffix("index.html")
    if not route.endswith(".html") and not file.endswith("index.html"):
        place = place.removesuffix(".html")
    if file.endswith("/index.html") and not route.endswith(("/", ".html")):
        place = place.rstrip("/")
    return quote(place, safe=_SAFE)
