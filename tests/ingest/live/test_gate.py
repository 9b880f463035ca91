"""A site that shows something else than the book (a sign-in, a consent, an empty shell) is never read as the book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from footnoted.domain.errors import BadSource
from footnoted.ingest.live.website import crawl
from footnoted.ingest.manuscript import Manuscript
from tests.ingest.live.loopback import Answer, Site, serve_site
from tests.ingest.live.test_website import QUICK, page, routes

FORM = "<form method=post><label>Name</label><input name=n><input type=password><button>Go</button></form>"
SIGN_IN = (
    f"<html><head><title>Kettles</title></head><body><h1>Sign in</h1>{FORM}<p>To go on to the book.</p></body></html>"
)
CONSENT = (
    "<html><body><div><h2>Your privacy</h2><p>We and our partners store cookies on your device.</p>"
    "<button>Accept all</button><button>Reject</button></div></body></html>"
)
CHECK = "<html><body><h1>One moment</h1><p>Enable JavaScript and cookies to go on.</p></body></html>"
SHELL = (
    "<html><head><title>Kettles</title><script src=/app.js></script></head><body>"
    "<noscript>You need JavaScript to see this.</noscript><div id=root>Loading…</div></body></html>"
)
LONG = " ".join(f"Sentence {number} is about the kettle and what it is made of." for number in range(20))


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


async def visit(site: Site, folder: Path, start: str = "/") -> Manuscript:
    return await crawl(site.url + start, folder, allow_private=True, budget=QUICK)


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (SIGN_IN, "shows a sign-in"),
        (CONSENT, "shows a question about cookies"),
        (CHECK, "shows a question about cookies"),
        (SHELL, "made by JavaScript"),
    ],
)
async def test_what_stands_before_a_book_is_not_the_book(site: Site, tmp_path: Path, shown: str, reason: str) -> None:
    site.pages = {"/": shown}
    with pytest.raises(BadSource, match=f"{reason}.*give the folder of its sources"):
        await visit(site, tmp_path)
    site.pages = {"/": page("Home", "/a", "/b"), "/a": page("A"), "/b": shown}
    book = await visit(site, tmp_path / "more")
    assert routes(book) == ["/", "/a"]
    assert [name for name, why in book.skipped if reason in why] == ["/b"]


@pytest.mark.parametrize("shown", [SIGN_IN, CONSENT, CHECK])
async def test_a_page_that_says_much_is_read_whatever_else_is_on_it(site: Site, tmp_path: Path, shown: str) -> None:
    site.pages = {"/": shown.replace("</body>", f"<main><h1>Kettles</h1><p>{LONG}</p></main></body>")}
    book = await visit(site, tmp_path)
    assert (routes(book), book.skipped) == (["/"], ())


async def test_a_short_page_about_cookies_is_a_page(site: Site, tmp_path: Path) -> None:
    site.pages = {"/": page("Cookies", "/a", text="Cookies cool on the rack."), "/a": page("A")}
    assert routes(await visit(site, tmp_path)) == ["/", "/a"]


async def test_an_empty_shell_may_link_to_pages_with_text(site: Site, tmp_path: Path) -> None:
    site.pages = {"/": SHELL.replace("<div", "<nav><a href=/a>A</a></nav><div"), "/a": page("A")}
    book = await visit(site, tmp_path)
    assert (routes(book), [name for name, _ in book.skipped]) == (["/a"], ["/"])


async def test_pages_that_all_show_the_same_are_none(site: Site, tmp_path: Path) -> None:
    lost = page("Lost", text="We could not find what you were looking for.")
    names = [f"/{number}" for number in range(5)]
    site.pages = {"/": page("Home", *names), **dict.fromkeys(names, lost)}
    book = await visit(site, tmp_path)
    assert routes(book) == ["/"]
    assert [name for name, why in book.skipped if "5 pages have its text" in why] == names


async def test_another_host_is_named_where_the_book_is_read_there(site: Site, tmp_path: Path) -> None:
    with serve_site() as other:
        other.pages = {"/": page("Home", "/a"), "/a": page("A"), "/in": SIGN_IN}
        site.pages = {"/": Answer("", 302, headers={"Location": f"{other.url}/"})}
        book = await visit(site, tmp_path)
        assert (book.site, book.assumed) == (other.url, ((f"{site.url}/", f"{other.url}, where it leads"),))
        site.pages = {"/": Answer("", 302, headers={"Location": f"{other.url}/in"})}
        with pytest.raises(BadSource, match="shows a sign-in"):
            await visit(site, tmp_path / "more")


async def test_a_page_that_leads_out_of_the_book_is_named(site: Site, tmp_path: Path) -> None:
    site.pages = {
        "/docs/": page("Home", "/docs/a", "/docs/b"),
        "/docs/a": Answer("", 302, headers={"Location": "/in"}),
        "/docs/b": page("B"),
        "/in": SIGN_IN,
    }
    book = await visit(site, tmp_path, "/docs/")
    assert (routes(book), book.skipped) == (
        ["/docs/", "/docs/b"],
        (("/docs/a", f"it leads out of the book, to {site.url}/in"),),
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(b"%PDF-1.7", kind="application/pdf"), "not a page but application/pdf; download it"),
        (Answer("{}", kind="application/json"), "not a page but application/json"),
        (Answer("", 401), "answered 401.*give the folder"),
        (Answer("", 403), "answered 403.*give the folder"),
    ],
)
async def test_an_address_that_gives_no_page_names_the_fix(
    site: Site, tmp_path: Path, answer: Answer, reason: str
) -> None:
    site.pages = {"/": answer}
    with pytest.raises(BadSource, match=reason):
        await visit(site, tmp_path)
