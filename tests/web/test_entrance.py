"""How a reader gets in where the server has keys: as a visitor of an author's site, or with a key on our own page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import scenes
from tests.scenes import PlayedEngine
from tests.web.conftest import AXE, OpenPage, until, violations, when
from tests.web.host_site import site
from tests.web.test_other_origin import served

pytestmark = pytest.mark.real


def ask(page: Page) -> None:
    page.get_by_label("Your question").fill("How warm is it?")
    page.keyboard.press("Enter")
    expect(page.locator(".turn[data-state=answered] .answer").last).to_contain_text("34 °C")


def kept(page: Page) -> tuple[str, dict[str, object]]:
    """Where the site keeps the visitor's token, and what is kept there."""
    found = page.evaluate("Object.entries(localStorage).filter(([name]) => name.endsWith(':visitor'))")
    assert len(found) == 1
    return found[0][0], json.loads(found[0][1])


def test_a_visitor_of_another_origin_needs_no_key(open_page: OpenPage, tmp_path: Path) -> None:
    engine = PlayedEngine(scenes.answered)
    given: dict[str, Any] = {"api_keys": "alpha", "visitors": True, "visitor_work": 300, "data_dir": tmp_path}
    with served(engine, **given) as server, site(server, 'data-book="bees"') as host:
        page = open_page(host, server)
        page.get_by_role("button", name="Ask the book").click()
        expect(page.get_by_label("Key")).to_be_hidden()
        ask(page)
        name, first = kept(page)
        assert {asked.book for asked in engine.asked} == {"bees"}

        # A token that holds no longer, though the browser thinks so: the server's refusal renews it.
        page.evaluate(
            "([name, kept]) => localStorage.setItem(name, kept)", [name, json.dumps(first | {"token": "x.y"})]
        )
        page.reload()
        page.get_by_role("button", name="Ask the book").click()
        ask(page)
        _, second = kept(page)
        assert second["token"] not in (first["token"], "x.y")

        # One that ran out while the page was closed is not even tried.
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [name, json.dumps(second | {"until": 1})])
        refused: list[int] = []
        page.on("response", lambda reply: refused.append(reply.status) if reply.status >= 400 else None)
        page.reload()
        page.get_by_role("button", name="Ask the book").click()
        ask(page)
        assert int(str(kept(page)[1]["until"])) > 1
        assert 401 not in refused


def test_our_own_page_lets_a_reader_sign_in(open_page: OpenPage) -> None:
    with served(PlayedEngine(scenes.answered), api_keys="alpha") as server:
        page = open_page(f"{server}/")
        field = page.get_by_label("Key")
        field.fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).not_to_be_empty()
        field.fill("alpha")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Bees & Winter")).to_be_visible()
        ask(page)
        page.locator(".turn sup a").first.click()
        expect(page.get_by_role("complementary", name="Winter")).to_contain_text("keeps its middle at 34 °C")


def test_pages_of_listed_origins_alone_may_frame_ours(browser: Browser, open_page: OpenPage) -> None:
    put_in_frame = "(url) => document.body.append(Object.assign(document.createElement('iframe'), { src: url }))"
    with (
        site("", tag="", policy="") as listed,
        site("", tag="", policy="") as other,
        served(PlayedEngine(scenes.answered), origins=listed) as server,
    ):
        page = open_page(listed, server)
        page.evaluate(put_in_frame, server)
        frame = page.frame_locator("iframe")
        frame.get_by_label("Your question").fill("How warm is it?")
        frame.get_by_label("Your question").press("Enter")
        expect(frame.locator(".turn[data-state=answered] .answer")).to_contain_text("34 °C")
        stranger = browser.new_page()
        stranger.goto(other)
        stranger.evaluate(put_in_frame, server)
        when(stranger, "frames.length === 1")
        until(stranger, lambda: stranger.frames[1].url not in ("", "about:blank"))
        assert stranger.frames[1].url.startswith("chrome-error:")
        stranger.close()


def test_a_browser_asks_an_author_for_the_key(browser: Browser) -> None:
    given: dict[str, Any] = {"api_keys": "alpha", "admin_keys": "boss", "metrics": True}
    with served(PlayedEngine(scenes.answered), **given) as server:
        for key, status in (("boss", 200), ("alpha", 401)):
            context = browser.new_context(http_credentials={"username": "author", "password": key})
            # The metrics are the author's as the report is, and need no index.
            reply = context.new_page().goto(f"{server}/metrics")
            assert reply
            assert reply.status == status
            context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_signing_in(open_page: OpenPage, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("needs axe: npm ci --prefix widget")
    with served(PlayedEngine(scenes.answered), api_keys="alpha") as server:
        page = open_page(f"{server}/", color_scheme=scheme)
        page.get_by_label("Key").fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).not_to_be_empty()
        assert violations(page) == []
    with served(PlayedEngine(scenes.answered)) as server:
        page = open_page(f"{server}/read/bees/docs/winter", server, color_scheme=scheme)
        assert violations(page) == []


def test_our_own_page_is_a_visitor_too(open_page: OpenPage, tmp_path: Path) -> None:
    with served(PlayedEngine(scenes.answered), api_keys="alpha", visitors=True, data_dir=tmp_path) as server:
        page = open_page(f"{server}/")
        expect(page.get_by_role("heading", name="Bees & Winter")).to_be_visible()
        ask(page)
