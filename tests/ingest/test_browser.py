"""A real browser scrolls to the sentence that a link names, also where its words stand twice on the page."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser

from footnoted.ingest.formats.html.read import reading_of
from footnoted.ingest.passages.chunk import chunk
from tests.ingest.live.loopback import serve_site
from tests.web.conftest import PATIENCE, browser  # noqa: F401

pytestmark = pytest.mark.real
TWICE = "Wipe it dry with a cloth."
PAGE = f"""<html><body><h1>Care<a class="headerlink" href="#x">¶</a></h1><div style="height:3000px"></div>
<p id="p0">Oil the chain first. {TWICE}</p><div style="height:3000px"></div>
<ul><li>Frost bites.</li><li id="p1">{TWICE}</li></ul><div style="height:3000px"></div>
<h2 id="rust">Rust<a class="headerlink" href="#rust">¶</a></h2><p id="p2">{TWICE}</p><p>Then paint it.</p>
<div style="height:3000px"></div></body></html>"""
IN_VIEW = """() => [...document.querySelectorAll("[id^=p]")].filter((node) => {
  const box = node.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight;
}).map((node) => node.id)"""


def test_each_of_three_equal_sentences_is_scrolled_to(browser: Browser) -> None:  # noqa: F811
    passages = chunk(reading_of(PAGE, ""), book="b", site="", route="/page", order=0)
    sentences = [
        (passage.text[at:].removeprefix("- "), found) for passage in passages for at, found in passage.fragments
    ]
    words = [found for text, found in sentences if text.startswith(TWICE)]
    assert len(words) == 3, [unquote(found) for found in words]
    with serve_site() as site:
        site.pages = {"/page": PAGE}
        seen = set()
        for found in words:
            context = browser.new_context(viewport={"width": 1000, "height": 700})
            page = context.new_page()
            page.goto(f"{site.url}/page#:~:text={found}")
            page.wait_for_function("scrollY > 0", timeout=PATIENCE)
            seen |= {(unquote(found), *page.evaluate(IN_VIEW))}
            context.close()
    assert {place for _, *places in seen for place in places} == {"p0", "p1", "p2"}, seen


SCRIPTS = {
    "en": "The old lid doesn’t close. It dries as of 0.10 here.",
    "ar": "تُحمَّص حبوب القهوة على نار هادئة مدة عشر دقائق. يُضاف الهيل المطحون في آخر خمس دقائق.",
    "ur": "دودھ پتی کو ہلکی آنچ پر پکائیں۔ چینی آخر میں ڈالیں ورنہ دودھ برتن میں لگ جاتا ہے۔",
    "hi": "लंबे समय के चित्र से पहले माउंट को मिलाना चाहिए। दूसरा वाक्य यहाँ लिखा है।",
    "th": "ต้องปรับขาตั้งให้ตรงกับขั้วฟ้าก่อนถ่ายภาพเป็นเวลานาน",
    "zh": "成年猫每天喂两次，每次大约五十克干粮。幼猫每天需要喂四次。",
    "ja": "盆栽は土の表面が乾いたら水をやります。植え替えは三月が最適です。",
    "ko": "거울은 부드러운 천으로 청소합니다. 두 번째 문장은 여기에 있습니다.",
    "tr": "Kışın giriş deliği daraltılır. Ağustosta oksalik asit uygulanır.",
}


def test_a_sentence_is_scrolled_to_in_every_script(browser: Browser) -> None:  # noqa: F811
    gap = '<div style="height:3000px"></div>'
    blocks = [f'{gap}<p id="p{code}" lang="{code}" dir="auto">{text}</p>' for code, text in SCRIPTS.items()]
    html = f"<html><body><h1>Page</h1>{''.join(blocks)}{gap}</body></html>"
    passages = chunk(reading_of(html, ""), book="b", site="", route="/page", order=0)
    wanted = {
        found: next(code for code, text in SCRIPTS.items() if passage.text[at : at + 8] in text)
        for passage in passages
        for at, found in passage.fragments
        if passage.text[at:].strip()
    }
    assert "" not in wanted
    assert len(wanted) == 2 * len(SCRIPTS) - 1  # the Thai text is one sentence
    seen = {}
    with serve_site() as site:
        site.pages = {"/page": html}
        context = browser.new_context(viewport={"width": 1000, "height": 700})
        for found in wanted:
            page = context.new_page()
            page.goto(f"{site.url}/page#:~:text={found}")
            page.wait_for_function("scrollY > 0", timeout=PATIENCE)
            seen[found] = page.evaluate(IN_VIEW)
            page.close()
        context.close()
    assert seen == {found: [f"p{code}"] for found, code in wanted.items()}
