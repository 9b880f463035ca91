"""No text becomes script and nothing is sent away: in an answer, after each streamed prefix of it, and in a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from footnoted.web.page_tree import page_tree
from footnoted.web.pages import reader_page
from tests.web.conftest import OpenPage
from tests.web.payloads import PAYLOADS, payloads
from tests.web.stand_in import ANSWER, HOSTILE, PAGE, StandIn, serving

pytestmark = pytest.mark.real

# No policy of the browser's own, which would hide a fault.
PREFIXES = """([texts, allowed, names]) => {
  const faults = [];
  const marker = (number) => Object.assign(document.createElement("sup"), { textContent: number });
  const rules = { partial: true, mayLink: (url) => url.startsWith("https://book.example/"), marker };
  const allowedNames = new Set(names);
  let painted = 0;
  for (const text of texts) {
    const kept = document.createElement("div");
    document.body.append(kept);
    for (let end = 0; end <= text.length; end += 1) {
      parts.paint(kept, text.slice(0, end), rules);
      painted += 1;
      for (const element of kept.querySelectorAll("*")) {
        if (!allowed.includes(element.localName)) faults.push(`<${element.localName}> after ${end} of ${text}`);
        for (const name of element.getAttributeNames()) if (!allowedNames.has(name)) faults.push(`${name} after ${end}`);
        if (element.localName === "a" && !element.href.startsWith("https://book.example/")) faults.push(element.href);
      }
    }
    const whole = document.createElement("div");
    parts.paint(whole, text, rules);
    if (kept.innerHTML !== whole.innerHTML) faults.push(`another result than at once: ${text}`);
    kept.remove();
  }
  return [painted, faults.slice(0, 5)];
}"""
ELEMENTS = [
    "p",
    "ul",
    "ol",
    "li",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "pre",
    "code",
    "em",
    "strong",
    "sup",
    "span",
    "div",
    "button",
    "a",
    "blockquote",
    "math",
    "mrow",
    "mi",
    "mo",
    "mn",
    "mtext",
    "mfrac",
    "msup",
]
ATTRIBUTES = ["class", "start", "dir", "type", "tabindex", "href", "target", "rel"]


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    with serving() as stand_in:
        yield stand_in


@pytest.fixture
def page(open_page: OpenPage, stand_in: StandIn, parts_of_the_widget: str) -> Page:
    page = open_page(stand_in.url)
    page.add_script_tag(content=parts_of_the_widget)
    return page


def test_there_are_three_hundred() -> None:
    assert len(set(payloads())) == 300


def test_every_prefix_of_every_answer_is_harmless_and_ends_as_the_whole(page: Page) -> None:
    texts = [*payloads(), HOSTILE, ANSWER]
    painted, faults = page.evaluate(PREFIXES, [texts, ELEMENTS, ATTRIBUTES])
    assert faults == []
    assert painted == sum(len(text) + 1 for text in texts)
    page.wait_for_timeout(300)


def test_every_page_of_a_book_is_harmless_in_the_panel(page: Page) -> None:
    tree = page_tree([replace(PAGE[1], text=text) for text in payloads()])
    hostile = [["p", {"onclick": "window.ran=1", "style": "x"}, [[name, {"src": "http://evil.example/x"}, []]]]
               for name in ["script", "img", "iframe", "object", "embed", "link", "style", "video", "audio", "form", "svg", "base", "meta"]]  # fmt: skip
    names = page.evaluate(
        """(tree) => { const holder = document.createElement("div"); holder.append(...parts.elementsOf(tree));
        document.body.append(holder);
        return [...new Set([...holder.querySelectorAll("*")].flatMap((node) => [node.localName, ...node.getAttributeNames()]))]; }""",
        tree + hostile,
    )
    assert set(names) <= {*ELEMENTS, *ATTRIBUTES, "section", "h1", "h2", "h3", "data-position", "data-anchor", "hr"}
    page.wait_for_timeout(300)


def test_every_page_of_a_book_is_harmless_in_a_tab(page: Page, stand_in: StandIn) -> None:
    html = reader_page([replace(PAGE[1], text=text) for text in payloads()], "/")
    page.route("**/hostile", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(stand_in.url + "/hostile")
    page.wait_for_timeout(500)


def test_sources_and_errors_are_only_text(page: Page, stand_in: StandIn) -> None:
    for payload in PAYLOADS:
        source = {"source_url": payload, "title": payload, "section": payload, "snippet": payload, "book": payload}
        pieces = [{"delta": f"{payload} [1]"}, {"sources": [source], "metadata": {}}, {"citations": [
            {"source": 1, "start": 0, "end": 1, "quote": payload, "supported": False}]}]  # fmt: skip
        page.evaluate(
            """(pieces) => { const turn = new parts.Turn(pieces[0].delta, pieces[0].delta, { open() {}, hover() {} });
            document.body.append(turn.element); turn.begin(); pieces.forEach((piece) => turn.receive(piece));
            turn.complete(); turn.offer(pieces[1].sources); turn.fail({ message: pieces[0].delta }, []); }""",
            json.loads(json.dumps(pieces)),
        )
    page.wait_for_timeout(300)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a *b* __c__ d_e_f", "<p>a <em>b</em> <strong>c</strong> d_e_f</p>"),
        ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
        ("- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("1. a\n\n2. b\n\n   c", '<ol start="1"><li>a</li><li>b<p>c</p></li></ol>'),
        ("costs $5 or $6", "<p>costs $5 or $6</p>"),
        ("`a[1]` b[1] c[9]", '<p><code>a[1]</code> b<span class="markers"><sup>1</sup></span> c[9]</p>'),
        ("a [1], [2].", '<p>a<span class="markers">.<sup>1</sup><sup class="comma">,</sup><sup>2</sup></span></p>'),
        ("> a\n> - b", "<blockquote><p>a</p><ul><li>b</li></ul></blockquote>"),
        ("[x](https://book.example/y) [z](https://evil.example)",
         '<p><a href="https://book.example/y" target="_blank" rel="noopener noreferrer">x</a> z</p>'),
        ("| a |\n|---|\n| b \\| c |",
         '<div class="table"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b | c</td></tr></tbody></table></div>'),
    ],
)  # fmt: skip
def test_markdown(page: Page, text: str, html: str) -> None:
    script = """(text) => {
      const root = document.createElement("div");
      const marker = (n) => n < 9 ? Object.assign(document.createElement("sup"), { textContent: n }) : null;
      parts.paint(root, text, { marker, mayLink: (url) => url.startsWith("https://book.example/") });
      return root.innerHTML.replaceAll(' dir="auto"', "");
    }"""
    assert page.evaluate(script, text) == html


@pytest.mark.parametrize(
    ("quote", "fragment"),
    [
        ("The *clear* diameter of `D`.", "The%20clear%20diameter%20of%20D"),
        ("One two three four five six seven eight nine ten eleven.", "One%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven"),
        ("a well-known, [linked](x.md) thing", "a%20well%2Dknown%2C%20linked%20thing"),
        ("For $x$ the longest run of words counts", "the%20longest%20run%20of%20words%20counts"),
        ("", "kept"),
    ],
)  # fmt: skip
def test_a_link_opens_at_the_sentence(page: Page, quote: str, fragment: str) -> None:
    source = {"source_url": "https://book.example/docs/a#part:~:text=kept"}
    url = page.evaluate("([source, quote]) => parts.sentenceUrl(source, quote)", [source, quote])
    assert url == f"https://book.example/docs/a#part:~:text={fragment}"
