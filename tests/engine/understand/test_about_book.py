"""What is said about a book from its contents alone: its subject, its pages, where to start."""

from __future__ import annotations

import pytest

from footnoted.domain.book import Book, Page, Passage, passage_id
from footnoted.engine.extract.explanation import Explanation
from footnoted.engine.understand.about_book.contents import Contents
from footnoted.engine.understand.about_book.reply import of_sections, reply
from footnoted.engine.understand.languages.patterns import patterns_of
from footnoted.engine.understand.languages.rules import Request
from footnoted.engine.understand.requests import Asked
from tests.fakes.catalogue import FakeCatalogue

PAGES = {
    "Preface": "Thanks to my neighbours.",
    "Introduction": "This book explains how small telescopes work. It is for beginners.",
    "Mirrors": "A mirror gathers light.",
    "Mounts": "A mount carries the tube.",
}


async def contents_of(pages: dict[str, str], name: str = "sky", title: str = "Sky") -> Contents:
    catalogue = FakeCatalogue()
    stored = [
        Page(
            f"{order}.md",
            f"/{order}",
            heading,
            order,
            "hash",
            (Passage(passage_id(name, f"/{order}", 0), name, "", f"/{order}", "", heading, (), 0, order, text),),
        )
        for order, (heading, text) in enumerate(pages.items())
    ]
    await catalogue.record(Book(name, title, name, "", "fake", "1", len(pages), len(pages)), stored, [])
    return Contents(catalogue)


async def told(request: Request, contents: Contents) -> Explanation:
    found = await reply(Asked(request), await contents.outlines(), contents)
    assert found is not None
    return found


async def test_a_greeting_names_the_book_and_cites_nothing() -> None:
    greeting = await told(Request.GREETING, await contents_of(PAGES))
    assert "“Sky”" in greeting.pieces[0]
    assert greeting.passages == ()


@pytest.mark.parametrize(
    ("code", "title"),
    [("de", "„B“"), ("fr", "« B »"), ("ja", "「B」"), ("ru", "«B»"), ("ur", "«B»"), ("zh", "“B”"), ("en", "“B”")],
)
def test_a_title_has_the_quotation_marks_of_the_reply(code: str, title: str) -> None:
    say = patterns_of(code).rules.book
    assert say is not None
    assert say.quoted("B") == title


async def test_an_overview_in_a_script_without_spaces_is_no_longer_than_in_english() -> None:
    opening = "本书教读者在家里泡茶。" + "绿茶用热水冲泡，水太烫会把茶叶烫熟。" * 20
    contents = await contents_of({"/": opening}, name="tea", title="茶")
    explanation = await told(Request.OVERVIEW, contents)
    assert "".join(explanation.pieces).count("烫熟") < 8


async def test_the_contents_list_every_page_with_a_marker() -> None:
    listed = await told(Request.CONTENTS, await contents_of(PAGES))
    assert "".join(listed.pieces).splitlines()[0] == "Sky has 4 pages:"
    assert "- Mirrors [3]" in "".join(listed.pieces)
    assert [passage.title for passage in listed.passages] == list(PAGES)


async def test_a_long_table_of_contents_is_cut_and_says_so() -> None:
    many = {f"Page {number}": "Words." for number in range(45)}
    assert "- and 5 more" in "".join((await told(Request.CONTENTS, await contents_of(many))).pieces)


async def test_where_to_start_is_the_page_that_says_what_the_book_is() -> None:
    start = await told(Request.START, await contents_of(PAGES))
    text = "".join(start.pieces)
    assert text.startswith("Start with “Introduction”: This book explains how small telescopes work [1].")
    assert "- Mirrors [2]" in text
    assert "Preface" not in text


async def test_without_sections_there_is_nothing_to_say() -> None:
    contents = await contents_of({})
    assert await reply(Asked(Request.CONTENTS), await contents.outlines(), contents) is None
    assert await reply(Asked(Request.CONTENTS), [], None) is None


async def test_sections_of_one_name_are_shown_together() -> None:
    contents = await contents_of(PAGES)
    (outline,) = await contents.outlines()
    shown = await of_sections(outline.called("mirrors"), contents, 2, "From {place}:")
    assert shown is not None
    assert "A mirror gathers light [1]." in "".join(shown.pieces)
    assert await of_sections([], contents, 2, "") is None


@pytest.mark.parametrize(
    "title", ["Mirrors", "3. Mirrors", "2.3.1. Mirrors", "Chapter 3. Mirrors", "Appendix C: Mirrors"]
)
async def test_a_section_is_known_by_its_name_without_its_number(title: str) -> None:
    contents = await contents_of({"Preface": "Thanks.", title: "A mirror gathers light."})
    (outline,) = await contents.outlines()
    for name in (title, "mirrors", "the mirror"):
        assert [section.title for section in outline.named(name)] == [title]


async def test_a_document_that_says_what_it_is_opens_the_overview() -> None:
    pages = {
        "Index": "This document may be freely redistributed. This document describes how mirrors are made.",
        "Mirrors": "A mirror is round.",
    }
    overview = await told(Request.OVERVIEW, await contents_of(pages))
    assert overview.pieces[0].startswith("This document describes how mirrors are made [1].")
