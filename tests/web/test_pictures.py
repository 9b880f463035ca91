"""Pictures of the book come through the door that its text comes through; a real browser shows them, runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from footnoted.domain.picture import Image, Picture, Place, PlacedPicture
from footnoted.web.book_markdown import render
from footnoted.web.pages import reader_fragment
from tests import scenes
from tests.fakes.pictures import CLUSTER, FakePictures
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine
from tests.web.conftest import OpenPage
from tests.web.host_site import site
from tests.web.stand_in import HOSTILE, PAGE
from tests.web.test_other_origin import served
from tests.web.test_pages import HARMLESS, Elements

SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" onload="top.ran = 1">
<script>top.ran = 1</script><rect width="60" height="30" fill="teal"/></svg>"""
DRAWN = Picture(Place(1, 10, "A jar"), Image("image/svg+xml", 60, 30, SVG))
BROKEN = Picture(Place(2, 5, "A torn page"), Image("image/png", 10, 10, b"\x89PNG\r\n\x1a\n"))


@pytest.fixture
def server() -> Iterator[str]:
    with served(PlayedEngine(scenes.answered), FakePictures(CLUSTER, DRAWN, BROKEN)) as address:
        yield address


def test_a_picture_comes_as_nothing_but_a_picture(server: str) -> None:
    for picture in (CLUSTER, DRAWN):
        reply = httpx.get(
            f"{server}/web/picture", params={"book": "bees", "name": picture.image.name}, timeout=PATIENCE
        )
        assert (reply.status_code, reply.headers["content-type"]) == (200, picture.image.kind)
        assert reply.content == picture.image.data
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert {"default-src 'none'", "sandbox"} <= set(reply.headers["content-security-policy"].split("; "))
        again = httpx.get(str(reply.url), headers={"If-None-Match": reply.headers["etag"]}, timeout=PATIENCE)
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?book=bees",
        "?book=bees&name=../../etc/passwd",
        "?book=bees&name=%00",
        "?book=fire&name={name}",
        "?name=x.png",
    ],
)
def test_anything_else_is_not_there(server: str, query: str) -> None:
    reply = httpx.get(f"{server}/web/picture{query.format(name=CLUSTER.image.name)}", timeout=PATIENCE)
    assert (reply.status_code, reply.text) == (404, "There is no such picture.")


def test_a_picture_is_behind_the_same_door_as_the_page() -> None:
    with served(PlayedEngine(scenes.answered), FakePictures(CLUSTER), api_keys="alpha") as address:
        url = f"{address}/web/picture?book=bees&name={CLUSTER.image.name}"
        assert httpx.get(url, timeout=PATIENCE).status_code == 401
        assert httpx.get(url, headers={"X-API-Key": "alpha"}, timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize(
    ("after", "words", "shown"),
    [
        (0, "", "FIRST one two three"),
        (3, "", "one FIRST two three"),
        (3, "Two", "one FIRST three"),  # the words stood for the picture
        (8, "", "one two FIRST three"),
        (15, "elsewhere", "one two three FIRST"),
    ],
)
def test_a_picture_stands_where_it_stood(after: int, words: str, shown: str) -> None:
    html = render("one\n\ntwo\n\nthree", [(Place(0, after, words), " FIRST ")])
    assert html.replace("<p>", " ").replace("</p>", " ").split() == shown.split()


def test_pictures_in_a_row_stay_in_order() -> None:
    figures = [(Place(0, 4, words), f" {name} ") for words, name in (("a cup", "1"), ("", "2"), ("a pot", "3"))]
    html = render("Tea:\n\na cup\n\nnot there\n\na pot\n\nend", figures)
    assert html.replace("<p>", " ").replace("</p>", " ").split() == ["Tea:", "1", "2", "not", "there", "3", "end"]


def test_a_page_without_pictures_is_cut_nowhere() -> None:
    text = "- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```py\nx\n```\n\n$$\nE\n$$\n\n1. one\n\n   two\n\nNote: last"
    assert render(text, [(Place(0, 1, ""), "")]) == render(text)


def test_a_pictures_words_are_only_words() -> None:
    shown = PlacedPicture(Place(1, 4, HOSTILE), CLUSTER.image.name, 40, 20)
    elements = Elements(reader_fragment(PAGE, [shown], "../"))
    [(_, picture)] = elements.named("img")
    assert picture["alt"] == HOSTILE
    assert str(picture["src"]).startswith("../web/picture?book=observatory&name=")
    assert {name for name, _ in elements.found} <= HARMLESS | {"figure", "img"}


def open_reader(page: Page) -> Any:
    page.get_by_label("Your question").fill("How warm is it?")
    page.keyboard.press("Enter")
    page.locator(".turn[data-state=answered] sup a").first.click()
    return page.get_by_role("complementary", name="Winter")


@pytest.mark.real
def test_the_reading_panel_shows_pictures(open_page: OpenPage, server: str) -> None:
    page = open_page(f"{server}/")
    reader = open_reader(page)
    painted = reader.get_by_role("img", name="Bees in a ball")
    expect(painted).to_be_visible()
    assert painted.evaluate("it => [it.tagName, it.width, it.height]") == ["CANVAS", 40, 20]
    expect(reader.get_by_role("img", name="A jar")).to_be_visible()
    # What cannot be shown is told in words.
    expect(reader.get_by_text("A torn page")).to_be_visible()
    expect(reader.locator("mark")).to_have_text("A cluster of bees keeps its middle at 34 °C")


@pytest.mark.real
def test_a_page_of_its_own_shows_them_too(open_page: OpenPage, server: str) -> None:
    page = open_page(f"{server}/read/bees/docs/winter", server)
    expect(page.get_by_role("img", name="Bees in a ball")).to_be_visible()
    assert page.get_by_role("img", name="Bees in a ball").evaluate("it => it.naturalWidth") == 40
    assert page.get_by_role("img", name="A jar").evaluate("it => it.decode().then(() => it.naturalWidth)") == 60


@pytest.mark.real
def test_a_drawing_opened_by_itself_runs_nothing(browser: Browser, server: str) -> None:
    page = browser.new_page()
    page.goto(f"{server}/web/picture?book=bees&name={DRAWN.image.name}")
    held = "[document.documentElement.tagName, document.querySelectorAll('script').length, window.ran]"
    assert page.evaluate(held) == ["svg", 1, None]
    page.close()


@pytest.mark.real
def test_a_strict_host_page_sees_painted_pictures(open_page: OpenPage) -> None:
    with served(PlayedEngine(scenes.answered), FakePictures(CLUSTER)) as server, site(server) as host:
        page = open_page(host, server)
        page.get_by_role("button", name="Ask the book").click()
        expect(open_reader(page).get_by_role("img", name="Bees in a ball")).to_be_visible()
