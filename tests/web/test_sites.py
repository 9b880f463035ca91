"""The widget on real built sites, each with its generator's own package, in a real browser against the real server.

From another origin, under a policy that lets no other script in. What a site could get in the way of is done on every
one of them; the rest, which is between the widget and its server, on plain HTML. `LONG=1` does everything on all.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from footnoted import books
from footnoted.ingest.discover import discover
from footnoted.ingest.manuscript import published_at
from footnoted.server import create_app
from footnoted.server.listen import server as uvicorn_server
from footnoted.settings import Settings
from footnoted.wiring import open_parts
from tests.patience import PATIENCE
from tests.servers import free_port
from tests.web.conftest import OpenPage, highlighted, when
from tests.web.host_site import running
from tests.web.sites import PUBLISHED, QUESTION, SITES, WINTER, made

pytestmark = pytest.mark.real

IN_FULL = SITES if "LONG" in os.environ else {"plain HTML"}
DARK = {"Docusaurus": "document.documentElement.dataset.theme = 'dark'"}
"""How a reader's choice of dark shows on a site that offers it without being told to."""
FROM_SERVER = """(server) =>
  performance.getEntriesByType("resource").filter(({ name }) => name.startsWith(server)).length"""
LINE = """(words) => {
  const found = [...document.querySelectorAll("p")].find((node) => node.textContent.includes(words));
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const range = document.createRange();
  range.selectNodeContents(found);
  const [first, last] = [range.getClientRects()[0], [...range.getClientRects()].at(-1)];
  return [first.left, first.top + first.height / 2, last.right, last.top + last.height / 2];
}"""
"""Where the paragraph begins and ends on the site's own page."""
SETTLED = """async () => {
  await document.fonts.ready;
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return document.readyState === "complete";
}"""
"""The site's own fonts and scripts are there: what moves from now on is moved by the widget."""
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.value)))
  .observe({ type: "layout-shift" });"""


@contextmanager
def asking(source: Path, port: int, folder: Path) -> Iterator[None]:
    """The real server on the book."""
    settings = Settings(_env_file=None, data_dir=folder, deadline_seconds=PATIENCE)
    running = uvicorn_server(create_app(settings), PATIENCE, port=port)

    async def index() -> None:
        async with open_parts(settings, ingesting=True) as parts:
            manuscript = published_at(discover(str(source)), PUBLISHED)
            await books.index(parts, manuscript, "bees", None, lambda _: None)

    def run() -> None:
        asyncio.run(index())
        running.run()

    # In a thread of its own: the browser's has a loop already.
    thread = threading.Thread(target=run)
    thread.start()
    while not running.started:
        assert thread.is_alive()
        time.sleep(0.05)
    try:
        yield
    finally:
        running.should_exit = True
        thread.join()


class _Files(SimpleHTTPRequestHandler):
    policy = ""

    def log_message(self, *_: object) -> None: ...

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        # As hosts of static sites do: /docs/winter is docs/winter.html or docs/winter/index.html.
        found = super().translate_path(path)
        return found if Path(found).exists() else f"{found}.html"


@contextmanager
def hosting(built: Path, policy: str) -> Iterator[str]:
    handler = partial(type("Files", (_Files,), {"policy": policy}), directory=str(built))
    with running(handler) as address:
        yield address


def strict(built: Path, server: str) -> str:
    """A policy for which the generator's own scripts are known one by one, and the book's server is the only guest."""
    scripts = {
        body
        for page in built.rglob("*.html")
        for body in re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", page.read_text("utf-8"), re.DOTALL)
    }
    own = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'" for body in sorted(scripts)
    )
    return (
        f"default-src 'none'; script-src 'self' {own} {server}; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        f"img-src 'self' data:; manifest-src 'self'; worker-src 'self' blob:; connect-src 'self' {server}; "
        "base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    )


@pytest.mark.parametrize("kind", SITES)
def test_a_reader_can_do_everything_on_a_built_site(kind: str, open_page: OpenPage, tmp_path: Path) -> None:
    port = free_port()
    server = f"http://127.0.0.1:{port}"
    (tmp_path / "data").mkdir()
    source, built = made(kind, tmp_path, server)
    with asking(source, port, tmp_path / "data"), hosting(built, strict(built, server)) as host:
        page = open_page(host, server)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        it_opens_by_key_and_button_and_moves_nothing(page, server)
        an_answer_leads_to_the_sentence(page)
        its_card_shows_the_words_and_the_book(page)
        selected_text_is_asked_about(page)
        if kind in IN_FULL:
            a_refusal_shows_what_is_near(page)
            an_opinion_is_taken(page)
        a_link_asks_again(page)
        if kind in IN_FULL:
            another_tab_has_its_own(open_page, page, server, host)
            a_conversation_is_deleted_and_brought_back(page)
            the_author_sees_what_was_asked(open_page(f"{server}/author", server))
        it_fits_a_phone_and_follows_the_theme(page, DARK.get(kind))


def put(page: Page, question: str) -> Any:
    before = page.locator(".turn").count()
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn").nth(before)
    expect(turn.locator(".bar button").first).to_be_visible()
    return turn


def it_opens_by_key_and_button_and_moves_nothing(page: Page, server: str) -> None:
    launcher = page.get_by_role("button", name="Ask the book")
    expect(launcher).to_be_visible()
    when(page, FROM_SERVER, server)
    assert page.evaluate(FROM_SERVER, server) == 1
    when(page, SETTLED)
    page.evaluate(SHIFTS)
    page.keyboard.press("Control+i")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.press("Escape")
    launcher.click()
    expect(page.get_by_role("dialog", name="Ask the book")).to_be_visible()
    assert page.evaluate("window.shifted") == 0


def an_answer_leads_to_the_sentence(page: Page) -> None:
    answered = put(page, QUESTION)
    expect(answered).to_have_attribute("data-state", "answered")
    expect(answered).to_contain_text("34 degrees")
    answered.locator("sup a").first.click()
    page.wait_for_url(lambda url: "winter" in url)
    assert highlighted(page).rstrip(".") == WINTER.rstrip(".")
    assert page.evaluate("[...CSS.highlights.get('footnoted')][0].getBoundingClientRect().top") < 860
    # The conversation came along.
    expect(page.locator(".turn .question")).to_have_text(QUESTION)


def its_card_shows_the_words_and_the_book(page: Page) -> None:
    page.locator(".turn sup a").first.hover()
    card = page.get_by_role("note")
    expect(card).to_contain_text("keep its middle at 34 degrees")
    card.get_by_role("button", name="Read it here").click()
    reader = page.get_by_role("complementary", name="Winter")
    expect(reader.locator("mark").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(reader).to_be_hidden()


def selected_text_is_asked_about(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    left, top, right, bottom = page.evaluate(LINE, WINTER)
    page.mouse.move(left + 1, top)
    page.mouse.down()
    page.mouse.move(right - 1, bottom, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Ask about this").click()
    expect(page.locator(".chip q")).to_contain_text("In winter the bees form")
    turns = page.locator(".turn").count()
    page.get_by_role("button", name="What does this mean?").click()
    explained = page.locator(".turn").nth(turns)
    expect(explained.locator(".bar button").first).to_be_visible()
    expect(explained.locator(".selection")).to_contain_text("In winter the bees form")
    expect(explained.locator(".answer")).to_contain_text("34 degrees")


def a_refusal_shows_what_is_near(page: Page) -> None:
    refused = put(page, "How do I descale an espresso machine?")
    expect(refused).to_have_attribute("data-state", "declined")
    expect(refused.get_by_label("The nearest sections").get_by_role("button").first).to_be_visible()


def an_opinion_is_taken(page: Page) -> None:
    last = page.locator(".turn").last
    last.get_by_role("button", name="This did not help").click()
    last.get_by_label("What was wrong?").fill("I have no espresso machine")
    page.keyboard.press("Enter")
    expect(page.locator("footnoted-widget").get_by_role("status")).to_have_text("Thank you.")


def a_link_asks_again(page: Page) -> None:
    page.locator(".turn").first.get_by_role("button", name="Copy a link to this question").click()
    expect(page.locator("footnoted-widget").get_by_role("status")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "?ask=How+warm" in link
    page.goto(link)
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".turn .answer")).to_contain_text("34 degrees")
    assert "ask=" not in page.url


def another_tab_has_its_own(open_page: OpenPage, page: Page, server: str, host: str) -> None:
    other = open_page(host, server, context=page.context)
    other.get_by_role("button", name="Ask the book").click()
    expect(other.locator(".turn")).to_have_count(0)
    other.get_by_role("button", name="Conversations").click()
    expect(other.locator(".drawer .row")).to_have_count(2)
    other.close()


def a_conversation_is_deleted_and_brought_back(page: Page) -> None:
    page.get_by_role("button", name="Conversations").click()
    page.get_by_role("button", name=f"Delete: {QUESTION}").first.click()
    expect(page.locator(".turn")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".turn .question")).to_have_text(QUESTION)
    page.keyboard.press("Escape")


def it_fits_a_phone_and_follows_the_theme(page: Page, dark: str | None) -> None:
    root = page.locator("footnoted-widget .root")
    expect(root).to_have_attribute("data-theme", "light")
    if dark:
        page.evaluate(dark)
        expect(root).to_have_attribute("data-theme", "dark")
    page.set_viewport_size({"width": 390, "height": 780})
    # A site may keep its scroll bar, and may take a moment to fold its own layout.
    when(page, "document.documentElement.clientWidth <= 390")
    box = page.get_by_role("dialog").bounding_box()
    assert box
    assert (box["x"], box["y"], box["height"]) == (0, 0, 780)
    assert 370 <= box["width"] <= 390


def the_author_sees_what_was_asked(page: Page) -> None:
    missing = page.locator("section", has=page.get_by_role("heading", name="Missing from the book"))
    expect(missing.get_by_role("heading", name="How do I descale an espresso machine?")).to_be_visible()
    expect(page.get_by_text("I have no espresso machine").first).to_be_attached()
    expect(page.get_by_role("img", name="Opinions a day")).to_be_visible()
