"""The widget on a site of another origin with a strict policy, in a real browser, against a scripted server."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import (
    ARGUMENTS,
    AXE,
    CHROMIUM,
    OPEN_SHADOW,
    PATIENCE,
    OpenPage,
    highlighted,
    until,
    violations,
    when,
)
from tests.web.conversation import put, turn
from tests.web.host_site import site
from tests.web.stand_in import EXAMPLES, REQUEST, SESSION, SITE, StandIn, serving

pytestmark = pytest.mark.real
OPTICS = "/docs/optics/how-telescopes-work"


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with serving() as stand_in:
        yield stand_in


@pytest.fixture
def host(stand_in: StandIn) -> Iterator[str]:
    with site(stand_in.url, f'data-site="{SITE}"') as host:
        yield host


@pytest.fixture
def page(open_page: OpenPage, stand_in: StandIn, host: str) -> Page:
    return open_page(host, stand_in.url)


def open_widget(page: Page) -> Any:
    page.get_by_role("button", name="Ask the book").click()
    panel = page.get_by_role("dialog", name="Ask the book")
    expect(panel).to_be_visible()
    return panel


def drag_over(page: Page, selector: str, share: float = 1.0) -> None:
    """Select a line's words with the mouse, from its first to its last, or so much of it."""
    box = page.locator(selector).evaluate(
        "node => { const range = document.createRange(); range.selectNodeContents(node); "
        "const { left, right, top, height } = range.getBoundingClientRect(); return [left, right, top + height / 2]; }"
    )
    page.mouse.move(box[0] + 1, box[2])
    page.mouse.down()
    page.mouse.move(box[0] + (box[1] - box[0]) * share - 1, box[2], steps=4)
    page.mouse.up()


def test_nothing_is_asked_of_the_server_until_it_is_opened(page: Page, stand_in: StandIn) -> None:
    expect(page.get_by_role("button", name="Ask the book")).to_be_visible()
    page.wait_for_timeout(500)
    assert stand_in.requests == ["/widget.js"]
    open_widget(page)
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()
    assert stand_in.requests == ["/widget.js", "/web/welcome"]


def test_the_page_cannot_look_inside(browser: Browser, host: str) -> None:
    page = browser.new_page()
    page.goto(host)
    page.wait_for_selector("footnoted-widget", state="attached")
    assert page.evaluate("document.querySelector('footnoted-widget').shadowRoot") is None
    page.close()


def test_it_opens_by_key_and_gives_the_focus_back(page: Page) -> None:
    page.locator("#own").focus()
    page.keyboard.press("Control+i")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#own")).to_be_focused()
    page.locator("#search").focus()
    page.keyboard.press("Control+i")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_footnote_shows_its_card_and_the_sentence_on_this_page(page: Page, host: str, stand_in: StandIn) -> None:
    page.goto(host + OPTICS)
    open_widget(page)
    put(page, "aperture")
    marker = turn(page, "answered").locator("sup a").nth(1)
    marker.hover()
    card = page.get_by_role("note")
    expect(card).to_contain_text("a 200 mm mirror gathers four times as much light")
    card.hover()
    expect(card.get_by_role("link", name="Go to the sentence")).to_be_visible()
    marker.click()
    expect(page.locator("main p").last).to_be_in_viewport()
    assert highlighted(page) == "a 200 mm mirror gathers four times as much light"
    assert page.evaluate("document.querySelectorAll('mark').length") == 0


def test_a_footnote_goes_to_another_page_and_the_conversation_comes_along(page: Page, host: str) -> None:
    open_widget(page)
    put(page, "aperture")
    turn(page, "answered").locator("sup a").first.click()
    page.wait_for_url(f"{host}{OPTICS}*")
    assert highlighted(page) == "it is the most important number of any telescope"
    expect(page.locator(".turn .question")).to_have_text("aperture")


def test_the_passage_can_be_read_in_the_panel(page: Page) -> None:
    open_widget(page)
    put(page, "aperture")
    turn(page, "answered").locator("sup a").first.hover()
    page.get_by_role("button", name="Read it here").click()
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator(".reader")).to_be_hidden()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_selected_text_can_be_asked_about_by_mouse(page: Page, stand_in: StandIn) -> None:
    page.wait_for_selector("footnoted-widget", state="attached")
    drag_over(page, "#first")
    offer = page.get_by_role("button", name="Ask about this")
    expect(offer).to_be_visible()
    offer.click()
    put(page, "Is that all?")
    expect(turn(page, "answered").locator(".selection")).to_have_text("A telescope gathers light, and it magnifies.")
    assert stand_in.asked[0]["selected_text"] == "A telescope gathers light, and it magnifies."
    put(page, "aperture")
    expect(page.locator(".turn[data-state=answered]")).to_have_count(2)
    assert "selected_text" not in stand_in.asked[1]


def test_selected_text_is_taken_in_whole_words(page: Page) -> None:
    page.wait_for_selector("footnoted-widget", state="attached")
    drag_over(page, "#first", 0.6)
    page.get_by_role("button", name="Ask about this").click()
    chosen = page.locator(".chip q").inner_text().strip("“”")
    assert re.fullmatch(r"(\W.*)?", "A telescope gathers light, and it magnifies.".removeprefix(chosen))


def test_selected_text_can_be_asked_about_by_keyboard(browser: Browser, stand_in: StandIn, host: str) -> None:
    with_caret = browser.browser_type.launch(
        executable_path=CHROMIUM, args=[*ARGUMENTS.split(), "--enable-caret-browsing"]
    )
    context = with_caret.new_context()
    context.add_init_script(OPEN_SHADOW)
    page = context.new_page()
    page.goto(host)
    page.wait_for_selector("footnoted-widget", state="attached")
    page.locator("#first").click(position={"x": 1, "y": 8})  # where the caret starts from
    page.keyboard.press("Shift+End")
    expect(page.get_by_role("button", name="Ask about this")).to_be_visible()
    page.keyboard.press("Control+i")
    expect(page.locator(".chip")).to_contain_text("A telescope gathers light, and it magnifies.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="What does this mean?")).to_be_focused()
    page.keyboard.press("Enter")
    turn(page, "answered")
    assert stand_in.asked[0]["query"] == "What does this mean?"
    with_caret.close()


def test_selected_text_can_be_asked_about_by_touch(open_page: OpenPage, host: str, stand_in: StandIn) -> None:
    phone = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
    page = open_page(host, stand_in.url, **phone)
    page.wait_for_selector("footnoted-widget", state="attached")
    # Chromium on a desktop selects nothing under a finger that stays; this is what a phone's handles leave behind.
    page.locator("#first").evaluate("node => getSelection().selectAllChildren(node)")
    page.get_by_role("button", name="Ask about this").tap()
    expect(page.locator(".chip")).to_contain_text("A telescope gathers light")
    box = page.get_by_role("dialog").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 390, "height": 780}


def test_text_in_a_field_is_left_alone(page: Page) -> None:
    page.locator("#search").fill("some words to select")
    page.locator("#search").select_text()
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Ask about this")).to_be_hidden()


def test_a_conversation_can_be_deleted_and_brought_back(page: Page, stand_in: StandIn) -> None:
    open_widget(page)
    put(page, "aperture")
    turn(page, "answered")
    page.get_by_role("button", name="Conversations").click()
    page.get_by_role("button", name="Delete: aperture").click()
    expect(page.locator(".turn")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".turn .question")).to_have_text("aperture")
    assert stand_in.forgotten == []
    page.get_by_role("button", name="Delete: aperture").click()
    page.goto("about:blank")
    until(page, lambda: stand_in.forgotten)
    assert stand_in.forgotten == [SESSION]


def test_a_new_conversation_leaves_the_other_tab_alone(
    page: Page, open_page: OpenPage, host: str, stand_in: StandIn
) -> None:
    open_widget(page)
    put(page, "aperture")
    turn(page, "answered")
    other = open_page(host, stand_in.url, context=page.context)
    open_widget(other)
    expect(other.locator(".turn")).to_have_count(0)
    other.get_by_role("button", name="New conversation").click()
    put(other, "refuse")
    turn(other, "declined")
    assert "session_id" not in stand_in.asked[1]
    put(page, "hello")
    expect(page.locator(".turn[data-state=answered]")).to_have_count(2)
    assert stand_in.asked[2]["session_id"] == SESSION
    assert stand_in.forgotten == []


def test_a_question_can_be_shared_by_link(page: Page, stand_in: StandIn, host: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_widget(page)
    put(page, "aperture")
    turn(page, "answered").get_by_role("button", name="Copy a link to this question").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{host}/?ask=aperture"
    page.goto(link)
    expect(page.locator(".turn .question")).to_have_text("aperture")
    turn(page, "answered")
    expect(page).to_have_url(f"{host}/")


def test_an_answer_is_copied_with_its_sources(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_widget(page)
    put(page, "out of order")
    turn(page, "answered").get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(
        "out of order\n\nSecond first [1]. Both [2][1], and apart [3] the third [2].\n\n[1] How tel"
    )


def test_thumbs_with_a_word_of_why(page: Page, stand_in: StandIn) -> None:
    open_widget(page)
    put(page, "aperture")
    answered = turn(page, "answered")
    answered.get_by_role("button", name="This did not help").click()
    why = answered.get_by_label("What was wrong?")
    expect(why).to_be_focused()
    until(page, lambda: len(stand_in.rated) == 1)  # each opinion comes by a connection of its own
    why.fill("Too long")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Thank you.")
    expect(answered.get_by_role("button", name="This did not help")).to_have_attribute("aria-pressed", "true")
    assert stand_in.rated == [
        {"request_id": REQUEST, "helpful": False},
        {"request_id": REQUEST, "helpful": False, "comment": "Too long"},
    ]


@pytest.mark.parametrize(
    ("lang", "label", "direction"),
    [
        ("de-AT", "Das Buch fragen", "ltr"),
        ("es", "Preguntar al libro", "ltr"),
        ("ar", "اسأل الكتاب", "rtl"),
        ("zh-CN", "问这本书", "ltr"),
        ("ur", "کتاب سے پوچھیں", "rtl"),
        ("fi", "Ask the book", "ltr"),
    ],
)
def test_it_speaks_the_pages_language(
    open_page: OpenPage, stand_in: StandIn, lang: str, label: str, direction: str
) -> None:
    with site(stand_in.url, lang=lang) as host:
        page = open_page(host, stand_in.url)
        page.get_by_role("button", name=label).click()
        expect(page.locator(".root")).to_have_attribute("dir", direction)
        expect(page.get_by_role("dialog", name=label)).to_be_visible()


def test_it_follows_the_sites_own_theme(page: Page) -> None:
    root = page.locator(".root")
    expect(root).to_have_attribute("data-theme", "light")
    page.evaluate("document.body.style.background = 'rgb(20, 20, 24)'")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(root).to_have_attribute("data-theme", "dark")


def test_a_site_can_set_its_colours(page: Page) -> None:
    page.evaluate("document.documentElement.style.setProperty('--footnoted-accent', 'rgb(0, 100, 0)')")
    expect(page.get_by_role("button", name="Ask the book")).to_have_css("background-color", "rgb(0, 100, 0)")


FOCUSED = """() => { const found = document.querySelector('footnoted-widget').shadowRoot.activeElement;
  return found?.getAttribute('aria-label') || found?.labels?.[0]?.textContent || found?.textContent || ''; }"""


def press_until(page: Page, name: str, key: str = "Tab") -> None:
    """Go on with the key until what has the focus is called so."""
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press(key)
        reached.append(page.evaluate(FOCUSED))
        if reached[-1].startswith(name):
            return
    raise AssertionError(f"{key} does not lead to {name}: {reached}")


def has_focus(page: Page, name: str) -> None:
    """Wait until what has the focus is called so."""
    when(page, f"(name) => ({FOCUSED})().startsWith(name)", name)


def copied(page: Page, is_it: str) -> None:
    """Wait until the clipboard holds it: that something was copied may have been said before, too."""
    when(page, f"async () => (await navigator.clipboard.readText()).{is_it}")


def test_every_action_by_keyboard_alone(page: Page, stand_in: StandIn) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    status = page.get_by_role("status")
    page.wait_for_selector("footnoted-widget", state="attached")
    page.keyboard.press("Control+i")
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()
    press_until(page, EXAMPLES[0], "Shift+Tab")
    page.keyboard.press("Enter")
    turn(page, "answered")
    press_until(page, "Your question")
    page.keyboard.type("slow")
    page.keyboard.press("Enter")
    turn(page, "streaming")
    press_until(page, "Stop")
    page.keyboard.press("Enter")
    turn(page, "stopped")
    press_until(page, "Ask again", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".turn[data-state=answered]")).to_have_count(2)
    press_until(page, "Copy a link")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Copied")
    copied(page, "endsWith('?ask=slow')")
    press_until(page, "Copy", "Shift+Tab")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Copied")
    copied(page, "startsWith('slow\\n\\nAperture gathers light')")
    press_until(page, "This helped")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Thank you.")
    press_until(page, "This did not help")
    page.keyboard.press("Enter")
    has_focus(page, "What was wrong?")
    until(page, lambda: len(stand_in.rated) == 2)
    page.keyboard.type("Too long")
    page.keyboard.press("Enter")
    expect(page.locator(".why")).to_have_count(0)
    assert [given.get("comment") for given in stand_in.rated] == [None, None, "Too long"]
    press_until(page, "Conversations", "Shift+Tab")
    page.keyboard.press("Enter")
    press_until(page, "Delete: ")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(0)
    press_until(page, "Undo")
    page.keyboard.press("Enter")
    expect(page.locator(".turn").first).to_be_visible()
    page.keyboard.press("Escape")
    press_until(page, "New conversation")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(0)
    press_until(page, "Conversations", "Shift+Tab")
    page.keyboard.press("Enter")
    has_focus(page, EXAMPLES[0])
    page.keyboard.press("Enter")
    expect(page.locator(".turn").first).to_be_visible()
    press_until(page, "Close")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_footnotes_card_is_reached_by_keyboard(page: Page, host: str) -> None:
    page.keyboard.press("Control+i")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type("aperture")
    page.keyboard.press("Enter")
    turn(page, "answered")
    press_until(page, "Footnote 2", "Shift+Tab")
    press_until(page, "Footnote 1", "Shift+Tab")
    page.keyboard.press("Tab")
    has_focus(page, "Go to the sentence")
    page.keyboard.press("Tab")
    has_focus(page, "Read it here")
    page.keyboard.press("Tab")
    has_focus(page, "Footnote 2")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.get_by_role("note")).to_be_hidden()
    has_focus(page, "Footnote 1")
    page.keyboard.press("Shift+Tab")
    press_until(page, "Read it here")
    page.keyboard.press("Enter")
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    has_focus(page, "Footnote 1")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{host}{OPTICS}*")


@pytest.mark.parametrize(("wanted", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_who_wants_no_motion(
    open_page: OpenPage, stand_in: StandIn, host: str, wanted: str, moves: bool
) -> None:
    page = open_page(host, stand_in.url, reduced_motion=wanted)
    page.keyboard.press("Control+i")
    put(page, "waiting")
    expect(page.locator(".waiting")).to_be_visible()
    moving = page.get_by_role("dialog").evaluate("node => node.getAnimations({ subtree: true }).length > 0")
    assert moving == moves
    scrolls = page.locator(".scroll").evaluate("node => getComputedStyle(node).scrollBehavior")
    assert (scrolls == "smooth") == moves


LOADED = """new Promise((resolve) => addEventListener("load", () => setTimeout(() => {
  const { loadEventEnd, domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
  resolve([domContentLoadedEventEnd, loadEventEnd]);
})))"""
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shifted += entry.value)))
  .observe({ type: "layout-shift", buffered: true });"""


CLICKED = """() => new Promise((done) => {
  const button = document.querySelector("#own");
  const seen = (event) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp)));
  button.addEventListener("click", seen, { once: true });
  button.click();
})"""


def loaded(browser: Browser, url: str) -> tuple[list[float], str]:
    """Milliseconds until the page could be used, until it was loaded, and from a click to its frame; and its body.

    The best of three pages, each loaded anew.
    """
    times, body = [], ""
    for _ in range(3):
        context = browser.new_context()
        context.add_init_script(f"window.timing = {LOADED};{SHIFTS}")
        page = context.new_page()
        page.goto(url, timeout=PATIENCE)
        times.append([*page.evaluate("window.timing"), min(page.evaluate(CLICKED) for _ in range(5))])
        assert page.evaluate("[document.readyState, window.shifted]") == ["complete", 0]
        body = page.locator("body").inner_html()
        context.close()
    return [min(column) for column in zip(*times, strict=True)], body


def test_a_server_that_hangs_or_is_gone_costs_the_page_nothing(browser: Browser, capsys: Any) -> None:
    """It takes connections and never answers, or takes none. The page without any widget is the measure."""
    tag = '<script src="/start.js"></script>'
    with socket.socket() as hole, socket.socket() as closed:
        hole.bind(("127.0.0.1", 0))
        hole.listen(64)
        closed.bind(("127.0.0.1", 0))  # never listens
        silent, gone = (f"http://127.0.0.1:{each.getsockname()[1]}" for each in (hole, closed))
        with site(silent, tag="") as bare, site(silent, tag=tag) as hanging, site(gone, tag=tag) as refused:
            own, body = loaded(browser, bare)
            for name, host in (("hangs", hanging), ("is gone", refused)):
                times, seen = loaded(browser, host)
                usable, done, click = (round(time / floor, 2) for time, floor in zip(times, own, strict=True))
                with capsys.disabled():
                    print(f"\nserver {name}: usable x{usable}, loaded x{done}, a click x{click} of the bare page")
                assert seen == body
        # The script was asked for, and all the while nothing came.
        hole.settimeout(PATIENCE / 1000)
        hole.accept()[0].close()


def test_the_documented_script_brings_the_widget_under_a_strict_policy(open_page: OpenPage, stand_in: StandIn) -> None:
    with site(stand_in.url, tag='<script src="/start.js"></script>') as host:
        page = open_page(host, stand_in.url)
        open_widget(page)
        put(page, "aperture")
        turn(page, "answered")


def test_the_page_does_not_shift(browser: Browser, host: str) -> None:
    context = browser.new_context()
    context.add_init_script(OPEN_SHADOW + SHIFTS)
    page = context.new_page()
    page.goto(host)
    open_widget(page)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_assistive_technology(open_page: OpenPage, stand_in: StandIn, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("needs axe: npm ci --prefix widget")
    with site(stand_in.url, f'data-theme="{scheme}"', policy="") as host:
        page = open_page(host, stand_in.url, color_scheme=scheme)
        open_widget(page)
        for question, state in (
            ("aperture", "answered"),
            ("refuse", "declined"),
            ("show", "shown"),
            ("busy", "failed"),
        ):
            put(page, question)
            turn(page, state)
        page.locator("sup a").first.focus()
        page.get_by_role("button", name="Conversations").click()
        assert violations(page, "document.querySelector('footnoted-widget')") == []
        page.set_viewport_size({"width": 390, "height": 780})
        assert violations(page, "document.querySelector('footnoted-widget')") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_on_the_chat_page(open_page: OpenPage, stand_in: StandIn, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("needs axe: npm ci --prefix widget")
    page = open_page(stand_in.url, color_scheme=scheme)
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()
    assert violations(page) == []
    put(page, "aperture")
    answered = turn(page, "answered")
    assert violations(page) == []
    answered.locator("sup a").first.click()
    expect(page.locator(".reader mark").first).to_be_visible()
    assert violations(page) == []
