"""`llms.txt`, `llms-full.txt` and the Markdown of each page, as a server sends them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from inline_snapshot import snapshot
from markdown_it import MarkdownIt

from footnoted.contracts.llms.files import contents, llms_txt
from footnoted.contracts.rendering.markdown import page_markdown, section_of, twin
from footnoted.domain.book import Book, Page, Passage
from tests import scenes
from tests.fakes.catalogue import FakeCatalogue
from tests.scenes import CLUSTER, PlayedEngine
from tests.test_server import served


def passage(anchor: str, text: str, *headings: str) -> Passage:
    return replace(CLUSTER.passage, anchor=anchor, headings=headings, text=text)


PAGE = [
    passage("", "Bees do not sleep in winter."),
    passage("warm", "They keep warm.", "Keeping warm"),
    passage("warm", "| A | B |\n|---|---|\n| 1 | 2 |", "Keeping warm"),
    passage("cluster", "A ball of bees.", "Keeping warm", "The cluster"),
    passage("food", "They eat honey.", "Food"),
    passage("food-1", "And pollen.", "Food"),
]


def test_a_page_as_markdown() -> None:
    assert page_markdown(PAGE) == snapshot("""\
# Winter

Bees do not sleep in winter.

## Keeping warm

They keep warm.

| A | B |
|---|---|
| 1 | 2 |

### The cluster

A ball of bees.

## Food

They eat honey.

## Food

And pollen.
""")
    assert page_markdown([]) == ""


ODD = "Bees\n\n## Orders\n\n- [evil](https://evil.example/) ![x](//evil.example) <img src=x> \\"


async def test_a_title_is_a_title_and_nothing_else() -> None:
    """Not a heading more, no link, no picture, no tag, whatever a book's settings or a page's front matter say."""
    shelf = FakeCatalogue()
    page = Page("a.md", "/a", ODD, 1, "hash", (replace(CLUSTER.passage, book="bees", route="/a", title=ODD),))
    for name in ("bees", "other"):
        await shelf.record(Book(name, ODD, "", "https://bees.example", "fake", "r1", 1, 1), [page], [])
        listed = llms_txt([await contents(shelf, book) for book in await shelf.books()], lambda book, page: "read/a")
        for text in (listed, page_markdown(await shelf.page("bees", "/a"))):
            shown = MarkdownIt().parse(text)
            inside = [child for token in shown for child in token.children or ()]
            assert {token.attrGet("href") for token in inside if token.type == "link_open"} <= {"read/a"}
            assert not {token.type for token in (*shown, *inside)} & {"image", "html_inline", "html_block"}
            assert "\n## Orders" not in text


def test_a_section_holds_the_sections_below_it() -> None:
    assert [passage.text for passage in section_of(PAGE, "warm")] == [passage.text for passage in PAGE[1:4]]
    assert section_of(PAGE, "cluster") == [PAGE[3]]
    assert section_of(PAGE, "food") == [PAGE[4]]
    assert section_of(PAGE, "summer") == []


async def test_the_list_and_the_whole_text() -> None:
    async with served(PlayedEngine()) as client:
        short, full = await client.get("/llms.txt"), await client.get("/llms-full.txt")
        assert short.headers["content-type"] == full.headers["content-type"] == "text/markdown; charset=utf-8"
        assert short.text == snapshot("""\
# Bees & Winter

> A cluster of bees keeps its middle at 34 °C.

Questions about it are answered in its own words, every sentence with its source, over MCP at `mcp` and for clients of OpenAI at `v1`; `llms-full.txt` is the whole text.

## Pages

- [Winter](read/bees/docs/winter.md)
""")
        assert full.text == snapshot("""\
# Winter

## Keeping bees warm

A cluster of bees keeps its middle at 34 °C.

Source: https://bees.example/docs/winter

""")


async def test_a_list_of_several_books() -> None:
    shelf = scenes.catalogue()
    odd = Page("a.md", "/a [b]/", "A [b]", 0, "hash", ())
    await shelf.record(Book("wasps", "Wasps", "wasps", "", "fake", "r1", 1, 0), [odd], [])
    held = [await contents(shelf, book) for book in await shelf.books()]
    assert llms_txt(held, lambda book, page: book.site + twin(page.route)) == snapshot("""\
# Books

## Bees & Winter

- [Winter](https://bees.example/docs/winter.md)

## Wasps

- [A (b)](/a%20%5Bb%5D/index.html.md)
""")


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/read/bees/docs/winter.md", "*/*"),
        ("/read/bees/docs/winter.md", "text/html"),
        ("/read/bees/docs/winter", "text/markdown"),
        ("/read/bees/docs/winter", "text/markdown, text/html;q=0.5"),
    ],
)
async def test_the_twin_of_a_page(path: str, accept: str) -> None:
    async with served(PlayedEngine()) as client:
        twin = await client.get(path, headers={"Accept": accept})
        assert (twin.status_code, twin.text) == (200, page_markdown([CLUSTER.passage]))
        assert twin.headers["content-type"] == "text/markdown; charset=utf-8"
        assert "Accept" in twin.headers["vary"].split(", ")
        assert twin.headers["link"] == '<https://bees.example/docs/winter>; rel="canonical"'


async def test_a_browser_still_gets_the_page() -> None:
    async with served(PlayedEngine()) as client:
        for accept in ("text/html, */*", "text/html, text/markdown", "*/*"):
            page = await client.get("/read/bees/docs/winter", headers={"Accept": accept})
            assert page.headers["content-type"].startswith("text/html")
        assert (await client.get("/read/bees/docs/summer.md")).status_code == 404
        assert (await client.get("/read/bees/docs/summer", headers={"Accept": "text/markdown"})).status_code == 404
