"""A key that may ask some books sees these and no trace of the others."""

from __future__ import annotations

import pytest

from footnoted.domain.book import Book, Page, Passage, passage_id
from footnoted.domain.ports import Search
from footnoted.engine.find.chosen_books import ChosenCatalogue, ChosenIndex
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex

BOOKS = ("bees", "sky", "tea")


def passage(book: str) -> Passage:
    return Passage(passage_id(book, "/p", 0), book, "", "/p", "", book.title(), (), 0, 0, "Warm water is good.")


@pytest.fixture
async def index() -> InMemoryIndex:
    index = InMemoryIndex()
    for book in BOOKS:
        async with index.revise(book, "1") as revision:
            await revision.replace_page("/p", [passage(book)], [[1.0, 0.0]])
    return index


@pytest.fixture
async def catalogue() -> FakeCatalogue:
    catalogue = FakeCatalogue()
    for book in BOOKS:
        page = Page("p.md", "/p", book.title(), 0, "hash", (passage(book),))
        await catalogue.record(Book(book, book.title(), book, "", "fake", "1", 1, 1), [page], [])
    return catalogue


@pytest.mark.parametrize(
    ("asked", "found"), [(None, {"bees", "tea"}), ("tea", {"tea"}), ("sky", set()), ("none", set())]
)
async def test_a_search_reaches_the_chosen_books_alone(
    index: InMemoryIndex, asked: str | None, found: set[str]
) -> None:
    hits = await ChosenIndex(index, ["bees", "tea"]).search(Search("warm water", [1.0, 0.0], book=asked, limit=5))
    assert {hit.passage.book for hit in hits} == found


async def test_the_catalogue_shows_the_chosen_books_alone(catalogue: FakeCatalogue) -> None:
    chosen = ChosenCatalogue(catalogue, ["bees", "tea"])
    assert [book.name for book in await chosen.books()] == ["bees", "tea"]
    assert await chosen.page_hashes("tea") == {"/p": "hash"}
    assert [page.route for page in await chosen.pages("tea")] == ["/p"]
    assert len(await chosen.page("tea", "/p")) == len(await chosen.sections("tea")) == 1


async def test_of_another_book_it_shows_nothing(catalogue: FakeCatalogue) -> None:
    chosen = ChosenCatalogue(catalogue, ["bees", "tea"])
    assert await chosen.page_hashes("sky") == {}
    assert [await chosen.pages("sky"), await chosen.page("sky", "/p"), await chosen.sections("sky")] == [[], [], []]
