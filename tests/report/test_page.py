"""The author's page shows readers' words as words: no script runs, nothing is sent away, and everyone can read it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from footnoted.domain.book import Passage, Section, Source
from footnoted.domain.question import Asked
from footnoted.domain.verdict import Finding, KeptVerdict
from footnoted.report.as_markdown import as_markdown
from footnoted.report.as_page import as_page
from footnoted.report.compile import Report
from footnoted.report.figures import figures
from footnoted.report.gaps import Gap, Kind
from tests.web.conftest import AXE, OpenPage, browser, open_page, violations  # noqa: F401
from tests.web.payloads import PAYLOADS, payloads
from tests.web.stand_in import serving

pytestmark = pytest.mark.real
NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)


def report(texts: list[str]) -> Report:
    passages = [Passage("1", text, text, text, text, text, (text,), 0, 0, text) for text in texts]
    asked = tuple(
        Asked(text, NOW - timedelta(days=number % 7), text, 0.1, 0.01, (Source(passage, 0.9, 0.9),), False, text, text)
        for number, (text, passage) in enumerate(zip(texts, passages, strict=True))
    )
    found = tuple(Gap(Kind.MISSING, (text, text), 2, passage) for text, passage in zip(texts, passages, strict=True))
    sections = tuple(Section(text, text, text, (text,), 0) for text in texts)
    counted = figures(asked, (NOW - timedelta(days=6)).date(), NOW.date())
    books = tuple(
        (text, KeptVerdict("plain", text, False, text, False, (Finding("files not read", (text,), 1, True),)))
        for text in texts
    )
    return Report(texts[0], 7, NOW, counted, found, asked, sections, asked, books=books)


def test_readers_words_stay_words(open_page: OpenPage) -> None:  # noqa: F811
    with serving() as stand_in:
        page = open_page(stand_in.url)
        html = as_page(report(payloads()), "/")
        page.route("**/author", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(stand_in.url + "/author")
        names = page.locator("main *").evaluate_all("all => [...new Set(all.map(one => one.localName))]")
        assert not {"script", "img", "iframe", "style", "form", "object", "video", "link", "base"} & set(names)
        page.wait_for_timeout(300)


def test_time_and_cost_are_plotted_by_day() -> None:
    page = as_page(report(["How warm is it?", "Where are the moons?"]))
    labels = re.findall(r'role="img" aria-label="([^"]*)"', page)
    assert labels == [
        "Questions a day, at most 1",
        "Seconds to an answer, at most 0.10",
        "Opinions a day, at most 1",
        "Dollars a day for the model, at most 0.01",
    ]
    assert "31 March: half within 0.10 s, all but one in twenty within 0.10 s" in page
    free = replace(report(["How warm is it?"]), figures=figures((), NOW.date(), NOW.date()))
    assert re.findall(r'role="img" aria-label="([^"]*)"', as_page(free)) == ["Questions a day, at most 0"]


def test_where_questions_are_not_kept_the_figures_stand_alone() -> None:
    counted = figures((), NOW.date(), NOW.date())
    whole = report(["How warm is it?"])
    without = replace(whole, has_texts=False, title="Sky", unvisited=(), books=(), figures=counted)
    for made in (as_page(without), as_markdown(without)):
        assert "How warm" not in made
        assert "not stored" in made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_assistive_technology(open_page: OpenPage, scheme: str) -> None:  # noqa: F811
    if not AXE.exists():
        pytest.skip("needs axe: npm ci --prefix widget")
    with serving() as stand_in:
        page = open_page(stand_in.url, color_scheme=scheme)
        html = as_page(report(["How warm is it?", "Where are the moons?"]), "/")
        page.route("**/author", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(stand_in.url + "/author")
        assert violations(page) == []


def test_markdown_for_an_issue_tracker_mentions_and_embeds_nobody() -> None:
    text = as_markdown(report([*PAYLOADS, "@everyone look ![x](http://evil.example/x.png)"]))
    outside_code = re.sub(r"`[^`\n]*`", "", text)
    assert "](" not in outside_code
    assert not re.search(r"(?<!\\)<", outside_code)
    assert "`@everyone`" in text


_LINK_LIKE = re.compile(
    r"\w+://|\bwww\.|[\w.]+@\w|@\w|(?:mailto|javascript|data|xmpp):\S|\w\.[a-z]{2,}/|\B#\d|\w/\w+#\d", re.I
)
"""What GitHub, GitLab or a Markdown library with "linkify" makes a link or a mention of, in text that is not code."""


@pytest.mark.parametrize(
    "word",
    [
        "https://evil.example/x?q=1",
        "HTTPS://EVIL.EXAMPLE",
        "(http://evil.example)",
        "https&colon;//evil.example",
        "https&#58;//evil.example",
        "www.evil.example",
        "evil.com/x",
        "ftp://evil.example",
        "me@evil.example",
        "mailto:me@evil.example",
        "xmpp:me@evil.example/x",
        "javascript:alert(1)",
        "//evil.example",
        "@everyone",
        "#1",
        "someone/project#1",
        "`https://evil.example`",
        "请看https://evil.example吧",
    ],
)
def test_no_tracker_makes_a_link_of_a_readers_words(word: str) -> None:
    """Renderers decode escapes and entities first, and make links of what is text then: only code stays as it is."""
    text = as_markdown(report([f"What is {word} about?"]))
    seen = unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", re.sub(r"`[^`\n]+`", "", text)))
    assert "What is" in seen
    assert not _LINK_LIKE.search(seen), seen
    assert text.count("`") % 2 == 0
