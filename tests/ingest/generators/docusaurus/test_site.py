"""Routes and heading ids must be those that Docusaurus itself gives; the tables below were recorded from its output."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from footnoted.ingest.discover import discover
from footnoted.ingest.formats.read import read
from footnoted.ingest.manuscript import Leaf, Manuscript
from footnoted.ingest.passages.chunk import chunk
from tests.ingest.built import BuiltPage, docusaurus_build

SITE = Path(__file__).parent / "site"

# Route → ids of the headings in the built page, in order; Docusaurus 3.10.2, in the order of its sidebars.
BUILT: dict[str, list[str]] = {
    "/manual/": ["same", "same-1", "other", "same-1-1", "other", "start-here-1"],
    "/manual/category/guides": [],
    "/manual/guides/second": [],
    "/manual/guides/first-id": [],
    "/manual/basics/deep/": ["deep"],
    "/manual/basics/sideways": [],
    "/manual/01-basics/02%20-%20deep/09-kept": [],
    "/manual/basics/deep/2021-11-03-dated": [],
    "/manual/basics/deep/relative": [],
    "/manual/basics/headings": [
        "code-and-emphasis",
        "a-link--an-ampersand",
        "größe-naïve-café--東京",
        "whats-new-in-cc",
        "by-comment",
        "under_score-and-15--20-boxed-version",
        "emoji-️-and-tada-",
        "braces-and-escaped",
        "image-alt-text-here",
        "setext-heading",
        "trailing-hashes",
        "same",
        "same",
        "partial-heading",
        "same-1",
        "quoted-heading",
        "in-an-admonition",
        "in-a-tab",
        "in-details",
        "in-a-list",
        "raw-id",
        "footnote-label",
    ],
    "/manual/basics/renamed": [],
    "/manual/api/v2/entry": [],
    "/manual/api/v2/": [],
    "/manual/api/zed": [],
    "/manual/api/": [],
    "/manual/api/%C3%BCn%C3%AF%20code": [],
    "/manual/absolute/path": [],
    "/manual/guides/unlisted": [],
    "/manual/more/extra/index": [],
    "/manual/more/extra/odd": [
        "using-stdvector-and-key-pairs",
        "at-1030-or-9",
        "the-emc2-law",
        "comment-id-",
        "snake_case_name-and-dunder",
        "a--b-t",
        "vect--ab",
        "ends-with-colon",
        "1-numbered",
        "in-a-span-after",
        "bold-propsx",
        "with space",
        "escaped-id",
        "-footnote",
        "struck-quotes--smart-",
        "httpsexamplecompath",
        "taband--double--space",
        "directly-after",
        "not-blank-separated",
        "in-a-div",
        "in-an-item",
        "unwrapped",
        "tight-heading",
        "caps-àéî-i̇stanbul-σας",
        "-x---",
        "-only-emoji",
        "footnote-label",
    ],
    "/manual/more/extra/two": [],
    "/manual/about": ["us"],
    "/manual/blog/2021/08/26/hello": ["first-post"],
    "/manual/blog/long-one": [],
}


@pytest.fixture(scope="module")
def manuscript() -> Manuscript:
    return discover(SITE)


def leaf(manuscript: Manuscript, route: str) -> Leaf:
    return next(leaf for leaf in manuscript.leaves if leaf.route == route)


def anchors(leaf: Leaf, root: Path) -> list[str]:
    return [section.anchor for section in read(leaf, root).sections if section.anchor]


def test_routes_in_reading_order(manuscript: Manuscript) -> None:
    assert [leaf.route for leaf in manuscript.leaves] == list(BUILT)
    assert manuscript.site == "https://odd.example"
    assert manuscript.title == "Odd Corners"
    assert manuscript.skipped == ()


@pytest.mark.parametrize("route", BUILT)
def test_heading_ids(manuscript: Manuscript, route: str) -> None:
    assert anchors(leaf(manuscript, route), SITE) == BUILT[route]


def test_titles_come_from_front_matter_then_heading_then_id(manuscript: Manuscript) -> None:
    titles = {leaf.route: read(leaf, SITE).title for leaf in manuscript.leaves}
    assert titles["/manual/"] == "Start here"
    assert titles["/manual/basics/headings"] == "All kinds of headings"
    assert titles["/manual/basics/renamed"] == "renamed"
    assert titles["/manual/category/guides"] == "All guides"


def test_a_generated_index_says_its_description(manuscript: Manuscript) -> None:
    page = leaf(manuscript, "/manual/category/guides")
    assert [p.text for p in chunk(read(page, SITE), book="b", site="", route=page.route, order=1)] == [
        "Every guide there is."
    ]


def test_the_docs_folder_alone_takes_its_routes_from_the_site_above() -> None:
    docs = discover(SITE / "docs")
    assert docs.site == "https://odd.example"
    assert {leaf.route for leaf in docs.leaves} == {
        route for route in BUILT if not route.startswith(("/manual/more", "/manual/about", "/manual/blog"))
    }


class _Built(HTMLParser):
    """Canonical address and heading ids of one built page."""

    def __init__(self) -> None:
        super().__init__()
        self.route = ""
        self.ids: list[str] = []
        self.within_main = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") == "canonical":
            self.route = quote(urlsplit(given.get("href") or "").path, safe="/%:@!$&'()*+,;=~")
        if tag == "main":
            self.within_main = True
        if self.within_main and tag in ("h2", "h3", "h4", "h5", "h6") and given.get("id"):
            self.ids.append(given["id"] or "")


_LISTS = re.compile(r"/tags\b|/blog(?:/archive|/authors|/page/\d+)?$")
"""Pages that only list others."""


def test_a_real_build_has_the_same_routes_ids_and_words(tmp_path: Path) -> None:
    """FOOTNOTED_TEST_SITE may name another Docusaurus site, built into its folder ``build``."""
    site = Path(os.environ.get("FOOTNOTED_TEST_SITE") or docusaurus_build(SITE, tmp_path / "site"))
    built: dict[str, tuple[list[str], BuiltPage]] = {}
    for file in (site / "build").rglob("*.html"):
        page = _Built()
        page.feed(file.read_text("utf-8"))
        if page.route and file.name != "404.html" and not _LISTS.search(page.route):
            built[page.route] = page.ids, BuiltPage(file)
    book = discover(site)
    assert {leaf.route for leaf in book.leaves} == set(built)
    fragments = 0
    for order, leaf in enumerate(book.leaves):
        ids, words = built[leaf.route]
        if leaf.made_up is None:
            assert anchors(leaf, book.root) == ids, leaf.source
        for passage in chunk(read(leaf, book.root), book="b", site="", route=leaf.route, order=order):
            if passage.fragment:
                assert words.times(passage.fragment) == 1, passage.url
                fragments += 1
    assert fragments > 0
    print(f"{len(book.leaves)} routes, {sum(len(ids) for ids, _ in built.values())} ids, {fragments} fragments")
