"""The HTML a browser is sent says what the book says, and nothing in a book becomes anything but text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from footnoted.domain.book import Passage
from footnoted.domain.picture import Place, PlacedPicture
from footnoted.domain.text.box import Box
from footnoted.web.page_tree import page_tree
from footnoted.web.pages import chat_page, reader_fragment, reader_page
from tests.web.stand_in import HOSTILE, PAGE, passage


class Elements(HTMLParser):
    """Every element of a document, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, *names: str) -> list[tuple[str, dict[str, str | None]]]:
        return [each for each in self.found if each[0] in names]


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
HARMLESS = {
    *HEADINGS, "section", "div", "span", "p", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "hr", "br",
    "table", "thead", "tbody", "tr", "th", "td", "a",
}  # fmt: skip


def test_the_title_is_filled_in_escaped() -> None:
    page = Elements(chat_page('Ohm\'s <Law> & "more"'))
    assert 'Ohm\'s <Law> & "more"' in page.text
    [(_, widget)] = page.named("footnoted-widget")
    assert widget["title"] == 'Ohm\'s <Law> & "more"'
    assert page.named("law") == []


def test_a_title_cannot_fill_in_a_placeholder() -> None:
    assert "{{root}}" in Elements(chat_page("{{root}}", "/below/")).text


def test_the_page_keeps_to_a_strict_content_security_policy() -> None:
    for html in (chat_page("T"), reader_page(PAGE)):
        page = Elements(html)
        assert page.named("style") == []
        assert all(attributes.get("src") for _, attributes in page.named("script"))
        assert not [each for _, attributes in page.found for each in attributes if each == "style" or each[:2] == "on"]


def test_headings_stand_where_they_change_with_their_anchors() -> None:
    page = [
        passage(0, "", (), "Before."),
        passage(1, "refractor", ("Three designs", "Refractor"), "A lens."),
        passage(2, "refractor", ("Three designs", "Refractor"), "More."),
        passage(3, "newtonian", ("Three designs", "Newtonian"), "A mirror."),
        passage(4, "newtonian-1", ("Three designs", "Newtonian"), "Again, under the same name."),
        passage(5, "next", ("Next",), "On."),
    ]
    found = Elements(reader_fragment(page))
    assert [(name, attributes.get("id")) for name, attributes in found.named(*HEADINGS)] == [
        ("h1", None),
        ("h2", None),
        ("h3", "refractor"),
        ("h3", "newtonian"),
        ("h3", "newtonian-1"),
        ("h2", "next"),
    ]
    assert [attributes["data-position"] for _, attributes in found.named("section")] == list("012345")


def test_a_heading_that_is_the_title_is_not_repeated_and_keeps_its_anchor() -> None:
    found = Elements(reader_fragment([passage(0, "top", ("How telescopes work",), "Text.")]))
    assert found.named(*HEADINGS) == [("h1", {"id": "top"})]


def test_tables_code_and_formulas_are_set() -> None:
    text = "| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n```\n<b>\n```\n\nThen $x_1\\,y$ costs $5 and $6"
    found = Elements(reader_fragment([passage(0, "", (), text)]))
    assert [attributes for _, attributes in found.named("td")] == [{"class": "center"}, {"class": "right"}]
    assert "<b>" in found.text
    assert "x_1\\,y" in found.text
    assert "costs $5 and $6" in found.text


@pytest.mark.parametrize(
    "hostile",
    [
        replace(PAGE[1], text=HOSTILE),
        replace(PAGE[1], title=HOSTILE),
        replace(PAGE[1], headings=(HOSTILE,)),
        replace(PAGE[1], anchor=HOSTILE),
    ],
    ids=["text", "title", "headings", "anchor"],
)
def test_nothing_hostile_survives(hostile: Passage) -> None:
    found = Elements(reader_fragment([hostile]))
    assert {name for name, _ in found.found} <= HARMLESS
    assert {key for _, attributes in found.found for key in attributes} <= {
        "id", "class", "data-position", "href", "rel", "start",
    }  # fmt: skip
    assert all((each["href"] or "").startswith(("http://", "https://")) for _, each in found.named("a"))
    whole = Elements(reader_page([hostile]))
    assert {name for name, _ in whole.found} <= HARMLESS | {
        "html", "head", "meta", "title", "link", "body", "header", "main", "script",
    }  # fmt: skip
    assert whole.named("script") == [("script", {"type": "module", "src": "/web/read.js"})]


def test_a_bad_link_leaves_its_words_and_an_image_its_description() -> None:
    text = "See [the note](javascript:alert(1)), [there](../x.md), [here](https://a.example/b) and ![a moon](/m.png)."
    found = Elements(reader_fragment([passage(0, "", (), text)]))
    assert "See the note, there, here and a moon." in found.text
    assert [attributes["href"] for _, attributes in found.named("a")] == ["https://a.example/b"]


def test_the_reading_page_names_the_language_of_its_text() -> None:
    urdu = Elements(reader_page([replace(PAGE[0], language="ur")]))
    assert urdu.named("main") == [("main", {"class": "prose", "lang": "ur", "dir": "auto"})]
    assert Elements(reader_page(())).named("main")[0][1]["lang"] == "en"


def test_the_reading_page_knows_where_the_server_begins() -> None:
    assert 'href="/books/web/read.css"' in reader_page(PAGE, "/books/")


def test_a_page_that_is_not_there_says_so_and_where_to_go_on() -> None:
    page = Elements(reader_page([], "/books/"))
    assert "The book has no page at this address" in page.text
    assert [attributes["href"] for _, attributes in page.named("a")] == ["/books/", "/books/"]


def test_a_page_is_sent_as_a_tree() -> None:
    text = "A *b* $x$.\n\n$$\ny\n$$\n\n```python\n<b>\n```\n\n2. c\n\n---\n"
    assert page_tree([passage(0, "top", (), text)]) == [
        ["section", {"position": "0"}, [
            "\n", ["h1", {"id": "top"}, ["How telescopes work"]], "\n",
            ["p", {}, ["A ", ["em", {}, ["b"]], " ", ["span", {"class": "math inline"}, [["math", {}, ["x"]]]], "."]],
            "\n",
            ["div", {"class": "math block"}, ["\n", ["math", {"display": ""}, ["y"]], "\n"]], "\n",
            ["pre", {"language": "python"}, ["<b>\n"]], "\n",
            ["ol", {"start": "2"}, ["\n", ["li", {}, ["c"]], "\n"]], "\n", ["hr", {}, []], "\n",
        ]],
    ]  # fmt: skip


def test_an_admonition_is_set_apart() -> None:
    text = "Before.\n\nMind the `Sun`: never look at it.\n\n- Not once\n\nAfter."
    box = Box("warning", text.index("Mind"), text.index("\n\nAfter"), len("Mind the `Sun`:"))
    section: Any = page_tree([replace(passage(0, "", (), text), boxes=(box,))])[0]
    inside = ["admonition warning", "Mind the Sun", "never look at it.", "Not once"]
    assert [each for each in section[2] if each != "\n"] == [
        ["h1", {}, ["How telescopes work"]],
        ["p", {}, ["Before."]],
        ["div", {"class": inside[0]}, [
            "\n", ["p", {"class": "admonition-title"}, [inside[1]]], "\n", ["p", {}, [inside[2]]], "\n",
            ["ul", {}, ["\n", ["li", {}, [inside[3]]], "\n"]], "\n",
        ]],
        ["p", {}, ["After."]],
    ]  # fmt: skip


def test_a_box_that_goes_on_has_its_title_once_and_holds_its_figures() -> None:
    first, second = "Note: warm the pot.", "Then pour.\n\nDrink."
    page = [
        replace(passage(0, "", (), first), boxes=(Box("note", 0, len(first), 5),)),
        replace(passage(1, "", (), second), boxes=(Box("note", 0, 10),)),
    ]
    found = Elements(
        reader_fragment(
            page, [PlacedPicture(Place(1, 10, "A cup"), "x", 1, 1), PlacedPicture(Place(1, 18, ""), "y", 1, 1)]
        )
    )
    assert [attributes["class"] for _, attributes in found.named("p") if attributes] == ["admonition-title"]
    names = [(name, attributes.get("class")) for name, attributes in found.found if name in ("div", "p", "img")]
    assert names == [
        ("div", "admonition note"), ("p", "admonition-title"), ("p", None),
        ("div", "admonition note"), ("p", None), ("img", None), ("p", None), ("img", None),
    ]  # fmt: skip
