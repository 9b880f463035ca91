"""`python -m benchmarks.published SOURCE BUILD`: compares a book's sources with the site that its builder made of them.

Checks that routes are pages, that anchors exist, that a link's words occur once; and counts pages and headings of the
build that the book as read does not have. Reads and cuts the book, embeds nothing.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from footnoted.domain.book import Passage
from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.links.check import check_links
from footnoted.ingest.manuscript import Manuscript, Unreadable
from footnoted.ingest.passages.chunk import chunk
from footnoted.ingest.pipeline.verdict import left_out, lost_headings, template_marks

_MADE_BY_THEMES = frozenset("404 search genindex py-modindex modindex http-routingtable print searchindex".split())  # noqa: SIM905
_NO_PAGES = frozenset("_modules _static _sources _downloads assets tags tag page".split())  # noqa: SIM905
_SHOWN = 12


def main(source: str, build: str, *options: str) -> int:
    """Print the figures; 3 if a route, an anchor or a link's words are wrong."""
    book = discover(
        source, **dict(option.lstrip("-").replace("-", "_").split("=", 1) for option in options if "=" in option)
    )
    passages, lost, unreadable, warned, ours = _passages(book)
    links = sorted({link for passage in passages for link in links_of(passage)})
    folder = Path(build)
    checked = asyncio.run(check_links(links, build))
    closed = {link.partition("#")[0] for link, reason in checked.failures if reason == "no such page"}
    formats, unpublished = left_out(book)
    headings = dict(_headings_of(folder))
    routes = sorted({leaf.route for leaf in book.leaves})
    at = _routes_of(headings, routes)
    missing = sorted(headings.keys() - at.keys())
    marks = list(template_marks(passages))
    anchors = {link.partition(":~:")[0] for link in links if link.partition("#")[2].partition(":~:")[0]}
    astray = [f"{link}: {reason}" for link, reason in checked.failures]
    on_pages = _found(headings, at, ours)
    known = sum(found for found, _ in on_pages.values())
    of_all = sum(total for _, total in on_pages.values())
    wrong_anchors = [link for link in anchors if any(row.startswith(f"{link}: the page has no") for row in astray)]
    print(f"{book.kind} ({book.recognised_by}), published at {book.site or 'no address'}: {len(routes)} pages")
    print(
        f"routes {len(routes) - len(closed)} of {len(routes)}; anchors {len(anchors) - len(wrong_anchors)} of "
        f"{len(anchors)}; link words {checked.unique} of {checked.fragments}; built pages without a source "
        f"{len(missing)}; headings of the build {known} of {of_all}; headings lost {len(lost)}; marks {len(marks)}; "
        f"unreadable {len(unreadable)}; skipped {len(book.skipped)}; unread {len(formats) + len(book.unread)}; "
        f"unpublished {len(unpublished)}; pages with a warning {len(warned)}"
    )
    print("assumed", book.assumed)
    for name, rows in {
        "astray": astray,
        "only in the build": missing,
        "headings": [f"{route}: {found} of {total}" for route, (found, total) in on_pages.items() if found < total],
        "lost": lost,
        "marks": [f"{link}: {mark!r}" for link, mark in marks],
        "unreadable": unreadable,
        "skipped": list(map(str, book.skipped)),
        "unread": list(map(str, (*formats, *book.unread))),
        "unpublished": list(unpublished),
        "warnings": warned,
    }.items():
        for row in rows[: None if "-v" in options else _SHOWN]:
            print(f"  {name}: {row}")
    return 3 if astray else 0


def _passages(book: Manuscript) -> tuple[list[Passage], list[str], list[str], list[str], set[str]]:
    passages: list[Passage] = []
    lost: list[str] = []
    unreadable: list[str] = []
    warned: list[str] = []
    anchors: set[str] = set()
    for order, leaf in enumerate(book.leaves):
        try:
            reading = read(leaf, book.root)
        except Unreadable as reason:
            unreadable.append(f"{leaf.source}: {reason}")
            continue
        warned += [f"{leaf.source}: {warning}" for warning in reading.warnings]
        found = chunk(reading, book="b", site="", route=leaf.route, order=order)
        passages += found
        anchors |= {f"{unquote(leaf.route)}#{unquote(section.anchor)}" for section in reading.sections}
        lost += [f"{leaf.source}: {heading}" for heading in lost_headings(leaf, found)]
    return passages, lost, unreadable, warned, anchors


def links_of(passage: Passage) -> Iterator[str]:
    """Where each sentence of a passage is cited."""
    yield passage.link
    if passage.fragments:
        at = passage.link + ("" if passage.anchor else "#")
        yield from (f"{at}:~:text={words}" for _, words in passage.fragments if words)


def _headings_of(folder: Path) -> Iterator[tuple[str, list[set[str]]]]:
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder)
        plain = [part.removesuffix(".html") for part in name.parts if part != "index.html"]
        if _NO_PAGES.intersection(name.parts) or (plain and plain[-1] in _MADE_BY_THEMES):
            continue
        tree = LexborHTMLParser(path.read_text("utf-8", "replace"))
        if tree.css_first('meta[http-equiv="refresh"]'):
            continue
        main = tree.css_first("main, article, [role=main]") or tree
        yield name.as_posix(), list(_ids(main))


def _ids(main: LexborHTMLParser | LexborNode) -> Iterator[set[str]]:
    """Ids that open a heading but the page's first, which is its title: its own, or of the section around it."""
    for heading in main.css("h1, h2, h3, h4, h5, h6")[1:]:
        own = {heading.attributes.get("id")}
        around = heading.parent
        if around is not None and around.tag in ("section", "div"):
            own.add(around.attributes.get("id"))
            own |= {span.attributes.get("id") for span in around.css("span[id]") if span.parent == around}
        if names := {name for name in own if name}:
            yield names


def _served(page: str) -> set[str]:
    """The paths at which a server gives a page."""
    without = page.removesuffix("index.html") if page == "index.html" or page.endswith("/index.html") else page
    return {page, without, without.rstrip("/"), page.removesuffix(".html")}


def _routes_of(pages: Iterable[str], routes: Iterable[str]) -> dict[str, str]:
    """Page of the build → our route, whatever base URL the routes have."""
    paths = {unquote(route).lstrip("/"): route for route in routes}
    served = {page: _served(page) for page in pages}
    bases = {path[: path.find(step) + 1] for path in paths for step in ["/"]} | {""}
    bases |= {"/".join([*path.split("/")[:deep], ""]) for path in paths for deep in (2, 3) if path.count("/") >= deep}
    found: dict[str, str] = {}
    for base in sorted(bases, key=len):
        at = {page: paths[base + form] for page, forms in served.items() for form in forms if base + form in paths}
        found = max(found, at, key=len)
    return found


def _found(headings: dict[str, list[set[str]]], at: dict[str, str], ours: set[str]) -> dict[str, tuple[int, int]]:
    """Route → how many of its page's headings have a passage, and how many there are."""
    return {
        at[page]: (sum(any(f"{unquote(at[page])}#{own}" in ours for own in names) for names in ids), len(ids))
        for page, ids in headings.items()
        if ids and page in at
    }


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
