"""What a reader sees in a real browser, against a scripted server that speaks the documented stream."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import PATIENCE, OpenPage, when
from tests.web.conversation import put, turn
from tests.web.stand_in import EXAMPLES, SCENES, SESSION, StandIn, serving, source

pytestmark = pytest.mark.real


@pytest.fixture
def policy() -> str:
    return "default-src 'self'"


@pytest.fixture
def stand_in(policy: str) -> Iterator[StandIn]:
    with serving(policy) as stand_in:
        yield stand_in


@pytest.fixture
def page(open_page: OpenPage, stand_in: StandIn) -> Page:
    return open_page(stand_in.url)


def test_the_empty_page_offers_questions(page: Page, stand_in: StandIn) -> None:
    expect(page.get_by_role("heading", name="The Backyard Observatory")).to_be_visible()
    expect(page).to_have_title("The Backyard Observatory")
    expect(page.get_by_label("Questions to begin with").get_by_role("button")).to_have_text(EXAMPLES)
    page.get_by_role("button", name=EXAMPLES[1]).click()
    turn(page, "answered")
    assert stand_in.asked == [{"query": EXAMPLES[1], "book": "observatory", "format": "markdown", "language": "en"}]
    expect(page.locator(".front")).to_be_hidden()
    expect(page.get_by_role("heading", name="The Backyard Observatory", level=1)).to_have_count(1)


def test_of_several_books_one_is_picked(open_page: OpenPage, stand_in: StandIn) -> None:
    stand_in.other_books = [{"name": "bees", "title": "Bees", "questions": ["How warm is a hive?"]}]
    page = open_page(stand_in.url)
    page.get_by_label("Book", exact=True).select_option("Bees")
    expect(page.get_by_role("heading", name="Bees")).to_be_visible()
    page.get_by_role("button", name="How warm is a hive?").click()
    turn(page, "answered")
    assert stand_in.asked[0]["book"] == "bees"


def test_an_answer_is_set_with_its_footnotes(page: Page) -> None:
    put(page, "aperture")
    answered = turn(page, "answered")
    expect(answered.locator(".answer")).to_contain_text("Aperture gathers light")
    expect(answered.locator(".answer strong")).to_have_text("most important")
    expect(answered.locator(".answer li")).to_have_count(2)
    expect(answered.locator(".answer td")).to_have_text(["f/4 to f/5", "fast", "f/10 to f/15", "slow"])
    expect(answered.locator(".math math")).to_be_visible()
    expect(answered.locator("sup a")).to_have_text(["1", "1", "2"])
    expect(answered.locator("sup a.unsure")).to_have_text(["2"])
    notes = answered.get_by_label("Footnotes").get_by_role("listitem")
    expect(notes).to_have_count(2)
    expect(notes.first).to_contain_text("How telescopes work › Aperture")
    expect(answered.locator("summary")).to_have_text("Other passages read: 1")
    answered.locator("sup a").first.hover()
    expect(notes.first).to_have_class(re.compile("lit"))
    answered.locator("sup a").last.focus()
    expect(notes.nth(1)).to_have_class(re.compile("lit"))


def test_a_footnote_opens_the_book_at_the_quoted_words(page: Page) -> None:
    put(page, "aperture")
    marker = turn(page, "answered").locator("sup a").nth(1)
    marker.focus()
    page.keyboard.press("Enter")
    reader = page.get_by_role("complementary", name="How telescopes work")
    expect(reader.locator("mark").last).to_have_text("a 200 mm mirror gathers four times as much light")
    expect(reader.locator("mark").last).to_be_in_viewport()
    assert "".join(reader.locator("mark").all_text_contents()[:3]) == "it is the most important number of any telescope"
    site = reader.get_by_role("link", name="Open on the site")
    fragment = "#aperture:~:text=a%20200%20mm%20mirror%20gathers%20four%20times%20as%20much%20light"
    expect(site).to_have_attribute("href", "https://observatory.example/docs/optics/how-telescopes-work" + fragment)
    page.keyboard.press("Escape")
    expect(reader).to_be_hidden()
    expect(marker).to_be_focused()


def test_without_a_quote_the_snippet_is_marked(page: Page) -> None:
    put(page, "hedge")
    turn(page, "hedged").locator(".note-title").click()
    expect(page.locator(".reader mark").first).to_contain_text("Dividing the focal length")
    page.get_by_role("link", name="Open in a new tab").evaluate("link => link.removeAttribute('target')")
    page.get_by_role("link", name="Open in a new tab").click()
    expect(page.locator("#focal-length-and-fratio")).to_be_in_viewport()


def test_a_refusal_is_calm(page: Page) -> None:
    put(page, "refuse")
    refused = turn(page, "declined")
    expect(refused).to_contain_text("The book does not say.")
    expect(refused.locator(".label").first).to_have_text("Not found in the book")
    expect(refused.get_by_role("alert")).to_have_count(0)
    expect(refused.locator(".note")).to_have_count(0)
    nearest = refused.get_by_label("The nearest sections").get_by_role("button")
    expect(nearest).to_have_text(["How telescopes work › Aperture", "How telescopes work › Focal length and f/ratio"])
    nearest.first.click()
    expect(page.locator(".reader mark").first).to_be_in_viewport()


@pytest.mark.parametrize(("question", "state"), [("refuse", "declined"), ("steps", "answered")])
def test_the_next_question_does_not_wait_for_what_is_added_to_an_answer(
    page: Page, stand_in: StandIn, question: str, state: str
) -> None:
    stand_in.extras.clear()
    put(page, question)
    turn(page, state)
    expect(page.get_by_role("status")).to_have_text("The answer is complete")
    put(page, "aperture")
    expect(turn(page, "answered")).to_contain_text("Aperture gathers light")


def test_what_is_added_to_an_answer_leaves_the_next_one_alone(page: Page, stand_in: StandIn) -> None:
    stand_in.extras.clear()
    put(page, "refuse")
    refused = turn(page, "declined")
    put(page, "slow")
    streaming = turn(page, "streaming")
    top = streaming.bounding_box()["y"]
    stand_in.extras.set()
    expect(refused.get_by_label("The nearest sections").get_by_role("button")).to_have_count(2)
    assert abs(streaming.bounding_box()["y"] - top) < 1
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Looking through the book")
    expect(page.get_by_label("Your question")).to_be_focused()


def test_what_is_a_heading_is_not_said_to_be_missing(page: Page, stand_in: StandIn) -> None:
    SCENES["What about the aperture?"] = SCENES["refuse"]
    put(page, "What about the aperture?")
    refused = turn(page, "declined")
    expect(refused.get_by_label("The nearest sections")).to_be_visible()
    expect(refused.locator(".label").first).to_have_text("This part of the book is about it")
    expect(refused.get_by_text("The book does not say")).to_be_hidden()


@pytest.mark.parametrize("question", ["Collimating", "how do i collimate?", "is there anything on aperture here"])
def test_forms_of_a_headings_words_are_the_heading(page: Page, question: str) -> None:
    SCENES[question] = SCENES["refuse"]
    search = [source(3, 0.1), source(1, 0.1)]
    page.route("**/search", lambda route: route.fulfill(json={"results": search}))
    put(page, question)
    refused = turn(page, "declined")
    expect(refused.locator(".label").first).to_have_text("This part of the book is about it")
    expect(refused.get_by_text("The book does not say")).to_be_hidden()


def test_our_own_page_speaks_the_readers_language(open_page: OpenPage, stand_in: StandIn) -> None:
    page = open_page(stand_in.url, locale="ar-EG")
    expect(page.locator(".root")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "ar")


def test_a_greeting_is_not_said_to_be_missing(page: Page) -> None:
    put(page, "hello")
    expect(turn(page, "answered").locator(".label")).to_be_hidden()
    put(page, "unclear")
    expect(turn(page, "unclear").locator(".label").first).to_have_text("Say a little more")


def test_a_place_that_is_shown_is_no_answer(page: Page) -> None:
    put(page, "show")
    shown = turn(page, "shown")
    # It is said once, in the reply itself.
    expect(shown.get_by_text("This part of the book is about it")).to_have_count(1)
    expect(shown.locator(".label").first).to_be_hidden()
    expect(shown.locator("blockquote mark")).to_have_text("Light grasp grows with the square of the aperture")
    expect(shown.locator("sup a")).to_have_text(["1"])


def test_the_telling_words_of_a_longer_answer_are_marked(page: Page) -> None:
    put(page, "telling")
    telling = "Light grasp grows with the square of the aperture"
    answered = turn(page, "answered")
    expect(answered.locator(".answer mark")).to_have_text(telling)
    expect(answered.locator(".notes .snippet").first).to_have_text(telling)
    answered.locator("sup a").click()
    expect(page.locator(".reader mark")).to_have_text(telling)


def test_a_procedure_that_is_cut_says_so_and_leads_to_the_rest(page: Page) -> None:
    put(page, "steps")
    answered = turn(page, "answered")
    expect(answered.locator(".answer li")).to_have_count(3)
    expect(answered.locator(".steps")).to_contain_text("3 of 5 steps.")
    answered.get_by_role("button", name="Read it here").click()
    expect(page.get_by_role("complementary", name="How telescopes work")).to_contain_text("Turn screw number 5")
    put(page, "all steps")
    whole = turn(page, "answered")
    expect(whole.locator(".answer li")).to_have_count(5)
    expect(whole.locator(".steps")).to_have_count(0)


def test_a_question_in_the_address_is_asked_once(page: Page, stand_in: StandIn) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{stand_in.url}/?q=aperture")
    turn(page, "answered").get_by_role("button", name="Copy a link to this question").click()
    expect(page.get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{stand_in.url}/?q=aperture"
    expect(page).to_have_url(f"{stand_in.url}/")
    page.reload()
    expect(page.locator(".turn .question")).to_have_text("aperture")
    assert len(stand_in.asked) == 1


def test_footnotes_are_numbered_as_they_come_and_only_neighbours_have_a_comma(page: Page) -> None:
    put(page, "out of order")
    answered = turn(page, "answered")
    expect(answered.locator(".answer")).to_have_text("Second first.1 Both,2,1 and apart3 the third.2")
    expect(answered.locator(".note .number")).to_have_text(["1", "2", "3"])
    expect(answered.locator(".note-title").first).to_have_text("How telescopes work › Focal length and f/ratio")


def test_formulas_are_typeset_and_code_is_coloured(page: Page) -> None:
    put(page, "formula")
    answered = turn(page, "answered")
    expect(answered.locator("math")).to_have_count(2)
    expect(answered.locator("math[display=block] mfrac")).to_be_visible()
    expect(answered.locator(".c-word")).to_have_text(["def", "return"])
    expect(answered.locator(".c-comment")).to_have_text("# why")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answered.locator("pre").hover()
    answered.locator(".copy-code").click()
    expect(answered.locator(".copy-code")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == 'def f(): # why\n    return "x"'


GAPS = """blocks => blocks.map(block =>
    block.nextElementSibling.getBoundingClientRect().top - block.getBoundingClientRect().bottom)"""


def test_the_footnote_of_a_block_stands_close_below_it(page: Page) -> None:
    put(page, "blocks")
    answered = turn(page, "answered")
    expect(answered.locator("math")).to_be_visible()
    expect(answered.locator("sup")).to_have_count(4)
    gaps = answered.locator(".answer > :is(.formula, .table, .code)").evaluate_all(GAPS)
    assert [0 <= gap < 8 for gap in gaps] == [True] * 3
    (after,) = answered.locator(".answer > p:nth-last-child(2)").evaluate_all(GAPS)
    assert after > 8


def test_a_table_of_a_page_stands_apart_from_what_follows(page: Page) -> None:
    put(page, "blocks")
    turn(page, "answered").locator("sup a").first.click()
    table = page.locator(".reader table")
    expect(table).to_be_visible()
    (gap,) = table.evaluate_all(GAPS)
    assert gap > 8


def test_low_confidence_is_said(page: Page) -> None:
    put(page, "hedge")
    expect(turn(page, "hedged")).to_contain_text("Covered only in part")


def test_without_a_model_the_passages_are_still_there(page: Page) -> None:
    put(page, "unwritten")
    unwritten = turn(page, "unwritten")
    expect(unwritten).to_contain_text("The model that writes the answers is not available.")
    expect(unwritten.locator(".note")).to_have_count(1)
    expect(unwritten.locator(".snippet")).to_have_text(re.compile("mirror gathers…$"))
    retry = unwritten.get_by_role("button", name="Retry")
    assert abs(unwritten.locator(".label").bounding_box()["x"] - retry.bounding_box()["x"]) < 1
    retry.click()
    turn(page, "answered")


def test_a_missing_model_is_said_and_can_be_retried(page: Page) -> None:
    put(page, "no model")
    failed = turn(page, "failed")
    expect(failed.get_by_role("alert")).to_contain_text("The model that writes the answers is not available right now.")
    expect(failed).to_contain_text(SESSION)
    failed.get_by_role("button", name="Retry").click()
    expect(turn(page, "answered").locator(".failure")).to_have_count(0)
    expect(page.locator(".turn")).to_have_count(1)


COUNTED = """() => {
  window.counted = [];
  const root = [...document.querySelectorAll("*")].find((it) => it.shadowRoot)?.shadowRoot ?? document.body;
  new MutationObserver(() => {
    const retry = root.querySelector(".failure button");
    const shown = retry && [retry.textContent, retry.disabled];
    if (shown && String(shown) !== String(window.counted.at(-1))) window.counted.push(shown);
  }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Notes each text of the button that tries again, and whether it can be pressed: each is there for a second only."""


def test_too_many_questions_count_down(page: Page, stand_in: StandIn) -> None:
    page.evaluate(COUNTED)
    put(page, "busy")
    retry = turn(page, "failed").get_by_role("button")
    expect(retry).to_have_text("Retry")
    assert page.evaluate("window.counted") == [["Retry in 2 s", True], ["Retry in 1 s", True], ["Retry", False]]
    assert len(stand_in.asked) == 1
    retry.click()
    turn(page, "answered")


def test_a_bad_question_can_be_edited(page: Page) -> None:
    put(page, "too long")
    failed = turn(page, "failed")
    expect(failed).to_contain_text("The question is longer than 32000 characters.")
    failed.get_by_role("button", name="Edit the question").click()
    expect(page.get_by_label("Your question")).to_have_value("too long")
    expect(page.locator(".turn")).to_have_count(0)


@pytest.mark.parametrize(
    ("scene", "kept", "notice"),
    [
        ("break", "Aperture gathers light, and", "The answer broke off here. The model stopped answering."),
        ("cut", "Aperture gathers", "The connection was lost before the answer was complete."),
    ],
)
def test_what_came_before_a_failure_stays(page: Page, scene: str, kept: str, notice: str) -> None:
    put(page, scene)
    failed = turn(page, "failed")
    expect(failed.locator(".answer")).to_have_text(kept)
    expect(failed.get_by_role("alert")).to_contain_text(notice)
    failed.get_by_role("button", name="Retry").click()
    expect(turn(page, "answered").locator(".answer")).to_contain_text("most important")


def test_a_server_that_is_gone_is_said(page: Page) -> None:
    def refuse(route: Route) -> None:
        route.abort("connectionrefused")

    page.route("**/chat/stream", refuse)
    put(page, "aperture")
    expect(turn(page, "failed").get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.unroute("**/chat/stream")
    page.get_by_role("button", name="Retry").click()
    turn(page, "answered")


def test_an_answer_shows_while_it_is_written_and_can_be_stopped(page: Page, stand_in: StandIn) -> None:
    put(page, "slow")
    streaming = turn(page, "streaming")
    expect(streaming.locator(".answer")).to_have_attribute("aria-busy", "true")
    expect(streaming.locator("sup")).to_have_text(["1"])
    expect(page.get_by_role("button", name="Ask", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Stop").click()
    stopped = turn(page, "stopped")
    expect(stopped.locator(".answer")).to_contain_text("most important number of any telescope.1")
    expect(stopped.get_by_role("alert")).to_have_count(0)
    assert stand_in.hung_up.wait(PATIENCE / 1000)
    stopped.get_by_role("button", name="Ask again").click()
    turn(page, "answered")


def test_a_conversation_outlives_a_reload_and_a_new_one(page: Page, stand_in: StandIn) -> None:
    put(page, "aperture")
    turn(page, "answered")
    put(page, "refuse")
    turn(page, "declined")
    assert stand_in.asked[1]["session_id"] == SESSION
    page.reload()
    expect(page.locator(".turn .question")).to_have_text(["aperture", "refuse"])
    expect(page.locator(".turn").first.locator("sup a")).to_have_text(["1", "1", "2"])
    turn(page, "declined")
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()
    page.get_by_role("button", name="Conversations").click()
    page.get_by_role("button", name=re.compile("^aperture")).click()
    expect(page.locator(".turn .question")).to_have_text(["aperture", "refuse"])
    assert stand_in.forgotten == []


def test_a_session_the_server_has_forgotten_is_an_empty_page(page: Page, stand_in: StandIn) -> None:
    put(page, "aperture")
    turn(page, "answered")
    stand_in.entries.clear()
    page.reload()
    expect(page.get_by_role("button", name=EXAMPLES[0])).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 860), (390, 700)])
def test_a_new_question_stands_at_the_top(open_page: OpenPage, stand_in: StandIn, size: tuple[int, int]) -> None:
    page = open_page(stand_in.url, viewport={"width": size[0], "height": size[1]})
    for question in ("aperture", "aperture", "refuse"):
        put(page, question)
        expect(page.locator(".turn").last.locator(".bar button").first).to_be_visible()
    when(
        page,
        """it => {
        const top = it.getBoundingClientRect().top - it.closest(".scroll").getBoundingClientRect().top;
        return 0 <= top && top < 40;
        }""",
        page.locator(".turn").last.element_handle(),
    )


def test_shift_enter_makes_a_new_line(page: Page, stand_in: StandIn) -> None:
    page.get_by_label("Your question").click()
    page.keyboard.type("one")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("two")
    page.keyboard.press("Enter")
    turn(page, "answered")
    assert stand_in.asked == [{"query": "one\ntwo", "book": "observatory", "format": "markdown", "language": "en"}]


def test_a_small_screen_is_not_wider_than_itself(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    put(page, "aperture")
    turn(page, "answered").locator("sup a").first.click()
    expect(page.locator(".reader mark").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    expect(page.locator(".middle")).to_have_attribute("inert", "")


# The browser's own policy would hide a fault of the page's.
@pytest.mark.parametrize("policy", [""])
def test_a_hostile_answer_source_and_page_are_only_text(page: Page) -> None:
    put(page, "hostile")
    answered = turn(page, "answered")
    expect(answered.locator(".answer")).to_contain_text('<img src=x onerror="window.ran=1">')
    expect(answered.locator(".note")).to_contain_text("<script>window.ran=1</script>")
    assert answered.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))") == ["#"]
    answered.locator("sup a").click()
    expect(page.locator(".reader .prose")).to_contain_text("Words")
    inside = page.locator(".reader .prose *")
    names = inside.evaluate_all("all => all.map(one => one.localName)")
    assert set(names) <= {"section", "h2", "p", "span", "code"}
    attributes = set(inside.evaluate_all("all => all.flatMap(one => one.getAttributeNames())"))
    assert attributes == {"data-position", "data-anchor", "class"}


def test_the_contents_are_reachable_on_a_phone(open_page: OpenPage, stand_in: StandIn) -> None:
    page = open_page(stand_in.url, viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    contents = page.get_by_role("navigation", name="Contents")
    expect(page.get_by_role("button", name="Contents")).to_be_visible()
    expect(contents).to_be_hidden()
    page.get_by_role("button", name="Contents").tap()
    expect(contents).to_be_visible()
    page.keyboard.press("Escape")
    expect(contents).to_be_hidden()
    expect(page.get_by_role("button", name="Contents")).to_be_focused()
    page.get_by_role("button", name="Contents").tap()
    contents.get_by_role("button", name="Aperture").tap()
    expect(contents).to_be_hidden()
    expect(page.get_by_role("complementary", name="How telescopes work")).to_contain_text("clear diameter")
