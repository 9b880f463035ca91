"""A live site becomes a book: sitemap or links, robots.txt, canonical addresses, and only what changed is fetched."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.formats.read import read
from footnoted.ingest.live import fetch
from footnoted.ingest.live.fetch import Budget
from footnoted.ingest.live.website import crawl
from footnoted.ingest.manuscript import Manuscript
from footnoted.ingest.pipeline.pages import Task, read_pages
from tests.fakes.pictures import png
from tests.ingest.live.loopback import Answer, Site, serve_site
from tests.ingest.pipeline.program import QuickEmbedder

QUICK = Budget(pages_per_second=1000, page_seconds=300)


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


def page(title: str, *links: str, text: str = "", head: str = "") -> str:
    nav = "".join(f'<a href="{link}">x</a>' for link in links)
    words = text or f"{title} has words of its own."
    return (
        f"<html><head><title>{title} | Kettles</title><meta property='og:site_name' content='Kettles'>{head}</head>"
        f"<body><nav>{nav}</nav><main><h1>{title}</h1><p>{words}</p></main></body></html>"
    )


async def visit(site: Site, folder: Path, start: str = "/", budget: Budget = QUICK) -> Manuscript:
    site.asked.clear()
    return await crawl(site.url + start, folder, allow_private=True, budget=budget)


def routes(book: Manuscript) -> list[str]:
    return [leaf.route for leaf in book.leaves]


async def test_links_are_followed_in_the_order_of_the_navigation(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/docs/": page(
            "Home", "b", "a#part", "/outside", "https://elsewhere.example/", "x.png", "a?tab=1", "mailto:a@b"
        ),
        "/docs/a": page("A", "/docs/deep/"),
        "/docs/b": page("B", "/docs/", "a"),
        "/docs/deep/": page("Deep"),
        "/outside": page("Outside"),
    }
    book = await visit(site, tmp_path, "/docs/")
    assert routes(book) == ["/docs/", "/docs/b", "/docs/a", "/docs/deep/"]
    assert (book.kind, book.title, book.site, book.skipped) == ("website", "Kettles", site.url, ())
    assert book.source == site.url + "/docs/"
    reading = read(book.leaves[1], book.root)
    assert (reading.title, reading.visible) == ("B", "B\nB has words of its own.")
    assert not {"/outside", "/docs/x.png"} & set(site.paths())
    assert site.hosts == {site.url.removeprefix("http://")}


async def test_a_sitemap_says_what_the_book_is(site: Site, tmp_path: Path) -> None:
    wrong = "https://wrong.example"
    site.pages = {
        "/robots.txt": "User-agent: *\nAllow: /\nSitemap: " + wrong + "/index.xml",
        "/index.xml": f"<sitemapindex><sitemap><loc>{wrong}/one.xml</loc></sitemap></sitemapindex>",
        "/one.xml": f"<urlset xmlns='u'><url><loc>{wrong}/</loc></url><url><loc>{wrong}/z</loc></url>"
        f"<url><loc>{wrong}/a</loc></url><url><loc>{wrong}/gone</loc></url></urlset>",
        "/": page("Home", "/a", "/secret"),
        "/a": page("A"),
        "/z": page("Z"),
        "/secret": page("Secret"),
    }
    book = await visit(site, tmp_path)
    assert routes(book) == ["/", "/a", "/z"], "linked pages first, in that order; the rest as the sitemap has them"
    assert book.skipped == (("/gone", "answered 404"),)
    by_sitemap = await visit(site, tmp_path / "other", "/one.xml")
    assert routes(by_sitemap) == ["/", "/z", "/a"]


async def test_robots_txt_is_honoured(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/robots.txt": "User-agent: *\nDisallow: /x\n\nUser-agent: footnoted\nDisallow: /private*\nAllow: /private/ok$",
        "/": page("Home", "/x", "/private/a", "/private/ok"),
        "/x": page("X"),
        "/private/a": page("P"),
        "/private/ok": page("OK"),
    }
    book = await visit(site, tmp_path)
    assert routes(book) == ["/", "/x", "/private/ok"]
    assert book.skipped == (("/private/a", "robots.txt asks us not to read it"),)
    assert "/private/a" not in site.paths()
    site.pages["/robots.txt"] = "User-agent: *\nDisallow: /"
    with pytest.raises(BadSource, match=r"robots\.txt asks us not"):
        await visit(site, tmp_path)
    site.pages["/robots.txt"] = Answer("", 503)
    with pytest.raises(BadSource, match=r"robots\.txt answered 503"):
        await visit(site, tmp_path)


async def test_only_what_changed_is_fetched_again(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/": Answer(page("Home", "/a", "/b", "/c"), headers={"ETag": '"1"'}),
        "/a": Answer(page("A"), headers={"ETag": '"a"'}),
        "/b": Answer(page("B"), headers={"Last-Modified": "Sun, 15 Nov 2026 10:00:00 GMT"}),
        "/c": Answer(page("C", "/d")),
        "/d": Answer(page("D"), headers={"ETag": '"d"'}),
    }
    first = await visit(site, tmp_path)
    before = {leaf.route: leaf.path.read_bytes() for leaf in first.leaves}
    site.pages["/c"] = Answer(page("C", "/d") + "<script>nonce = 7</script>")
    again = await visit(site, tmp_path)
    assert routes(again) == routes(first) == ["/", "/a", "/b", "/c", "/d"]
    assert {path: status for path, status in site.asked if path in "/a/b/d" and path != "/"} == {
        "/a": 304, "/b": 304, "/d": 304,
    }  # fmt: skip
    assert {leaf.route: leaf.path.read_bytes() for leaf in again.leaves} == before, "what surrounds it is not the page"
    site.pages["/a"] = Answer(page("A", text="New."), headers={"ETag": '"a2"'})
    del site.pages["/b"]
    site.pages["/d"] = Answer("", 500)
    third = await visit(site, tmp_path)
    assert routes(third) == ["/", "/a", "/c", "/d"]
    assert "New." in read(third.leaves[1], third.root).visible
    assert third.skipped == (("/d", "answered 500; its last copy is kept"),)
    assert len([name for name in os.listdir(tmp_path) if name.endswith(".html")]) == 4


async def test_redirects_canonical_addresses_and_pages_that_moved(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/": page("Home", "/old", "/copy", "/moved", "/new"),
        "/old": Answer("", 301, headers={"Location": "/new"}),
        "/new": page("New"),
        "/copy": page("New", head=f'<link rel="canonical" href="{site.url}/new">'),
        "/moved": "<html><head><meta http-equiv='refresh' content='0; url=/target'></head><body>Moved</body></html>",
        "/target": page("Target"),
    }
    assert routes(await visit(site, tmp_path)) == ["/", "/new", "/target"]
    everyone = f'<link rel="canonical" href="{site.url}/">'
    site.pages = {"/": page("Home", *"abcd"), **{f"/{name}": page(name, head=everyone) for name in "abcd"}}
    assert len(routes(await visit(site, tmp_path))) == 5, "a template's mistake must not cost the book its pages"


async def test_budgets(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site.pages = {"/": page("Home", *(f"/{n}" for n in range(20))), **{f"/{n}": page(f"P{n}") for n in range(20)}}
    few = replace(QUICK, pages=5)
    book = await visit(site, tmp_path / "a", budget=few)
    assert len(book.leaves) == 5
    assert book.skipped == (("16 more pages", "the site has more than 5 pages"),)
    shallow = replace(QUICK, depth=1)
    site.pages |= {f"/{n}": page(f"P{n}", f"/{n + 1}") for n in range(20)} | {"/": page("Home", "/0")}
    assert routes(await visit(site, tmp_path / "b", budget=shallow)) == ["/", "/0"]
    small = replace(QUICK, bytes=2_000)
    assert "larger than 0 MB" in (await visit(site, tmp_path / "c", budget=small)).skipped[-1][1]
    # With the first linked page the hour is over.
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + 3600 * ("/0" in site.paths()))
    monkeypatch.setattr(fetch, "time", clock)
    late = await visit(site, tmp_path / "d")
    assert routes(late) == ["/", "/0"]
    assert "took longer than 3600 s" in late.skipped[-1][1]


async def test_addresses_that_a_site_makes_up_fill_no_memory(site: Site, tmp_path: Path) -> None:
    made_up = [f"/{number}" for number in range(200)]
    listed = "".join(f"<url><loc>{site.url}{path}</loc></url>" for path in made_up)
    few = replace(QUICK, pages=2)
    for sitemap in (Answer("", 404), Answer(f"<urlset>{listed}</urlset>", kind="text/xml")):
        site.pages = {"/": page("Home", *made_up), "/sitemap.xml": sitemap}
        book = await visit(site, tmp_path, budget=few)
        assert len(site.asked) < 50
        assert routes(book) == ["/"]


@pytest.mark.parametrize(
    "bad",
    [
        *(
            Answer(page("Bad"), kind=f"text/html; charset={name}")
            for name in ("undefined", "punycode", "idna", "é", "x")
        ),
        *(Answer(page("Bad", head=f"<meta charset={name}>")) for name in ("undefined", "punycode", "unicode_escape")),
        Answer(page("Bad"), headers={"ETag": '"é"', "Last-Modified": "ÿ"}),
        Answer(page("Bad", f"/{'z' * 70_000}")),
        Answer("", 302, headers={"Location": "http://bücher.localhost/"}),
        Answer("", 302, headers={"Location": f"http://{'ü' * 80}.localhost/"}),
    ],
    ids=str,
)
async def test_what_a_server_says_of_a_page_costs_no_other_page(site: Site, tmp_path: Path, bad: Answer) -> None:
    site.pages = {"/": page("Home", "/bad", "/good"), "/good": page("Good"), "/bad": bad}
    for _ in range(2):
        assert {"/", "/good"} <= set(routes(await visit(site, tmp_path)))


async def test_what_cannot_be_read_is_said(site: Site, tmp_path: Path) -> None:
    site.pages = {"/": Answer("", 403)}
    with pytest.raises(BadSource, match="it answered 403"):
        await visit(site, tmp_path)
    with pytest.raises(BadSource, match="FOOTNOTED_ALLOW_PRIVATE"):
        await crawl(site.url, tmp_path)
    with pytest.raises(BadSource, match="user name"):
        await crawl("http://me:secret@book.example/", tmp_path)


async def test_pictures_of_the_site_itself_come_along(site: Site, tmp_path: Path) -> None:
    kettle, lid = png(grey=1), png(grey=2)
    shown = (
        'Look:</p><p><img src="../img/kettle.png?v=1" alt="A kettle"><img data-src="lid" src="data:," alt="A lid">'
        '<img src="https://elsewhere.example/x.png" alt="Elsewhere"><img src="/secret/y.png" alt="Secret">'
        '<img src="/no-picture.png" alt="None"><img src="/gone.png" alt="Gone">'
    )
    site.pages = {
        "/robots.txt": "User-agent: *\nDisallow: /secret/",
        "/docs/": page("Home", "a", text=shown),
        "/docs/a": page("A", text='<img src="/img/only-here.png" alt="Only here">'),
        "/img/kettle.png?v=1": Answer(kettle, kind="image/png"),
        "/docs/lid": Answer(lid, kind="application/octet-stream"),
        "/secret/y.png": Answer(kettle, kind="image/png"),
        "/no-picture.png": Answer("<html>words", kind="image/png"),
        "/img/only-here.png": Answer(lid, kind="image/png"),
    }

    async def kept() -> list[tuple[str, bytes]]:
        book = await visit(site, tmp_path, "/docs/")
        todo = [Task(leaf, order, "hash") for order, leaf in enumerate(book.leaves)]
        outcomes = read_pages(todo, book, "kettles", QuickEmbedder())
        return [(it.place.words, it.image.data) for outcome in outcomes if outcome.page for it in outcome.page.pictures]

    assert await kept() == [("A kettle", kettle), ("A lid", lid), ("Only here", lid)]
    assert "/secret/y.png" not in site.paths()
    assert await kept() == [("A kettle", kettle), ("A lid", lid), ("Only here", lid)]
    assert not {"/img/kettle.png?v=1", "/docs/lid"} & set(site.paths())
    site.pages["/docs/"] = page("Home", text=shown + "</p><p>More.")
    site.pages["/img/kettle.png?v=1"] = Answer(lid, kind="image/png")
    del site.pages["/docs/lid"], site.pages["/docs/a"]
    # The page changed, so its pictures are looked at again; one that is gone stays as it was. The other page is gone.
    assert await kept() == [("A kettle", lid), ("A lid", lid)]
    assert len(list((tmp_path / "pictures").iterdir())) == 2
