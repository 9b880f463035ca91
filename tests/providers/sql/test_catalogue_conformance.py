"""What every catalogue promises, asked of the fake, SQLite and PostgreSQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from footnoted.domain.book import Book, Page, Passage, passage_id
from footnoted.domain.ports import Catalogue
from footnoted.domain.text.parts import Kind, Part
from footnoted.domain.verdict import Finding, KeptVerdict
from footnoted.providers.sql.books.catalogue import SqlCatalogue
from footnoted.providers.sql.database import Database
from tests.fakes.catalogue import FakeCatalogue

FOUND = (Finding("files not read", ("a.adoc: AsciiDoc cannot be read",), 1, True),)
BOOK = Book(
    "astronomy",
    "The Sky",
    "./sky",
    "https://book.example",
    "local:small",
    "r1",
    pages=2,
    passages=5,
    verdict=KeptVerdict("mkdocs", "mkdocs.yml", True, "follows from the configuration", False, FOUND),
)


def page(route: str, count: int, *, book: str = BOOK.name, source_hash: str = "h1") -> Page:
    passages = tuple(
        Passage(
            id=passage_id(book, route, position),
            book=book,
            site="https://book.example",
            route=route,
            anchor=f"part-{position}",
            title="Optics",
            headings=("Eyepieces", f"Part {position}"),
            position=position,
            order=4,
            text=f"Ø {position} of {route} in {source_hash}",
            fragment="some%20words" if position else "",
            fragments=((0, "some%20words"), (7, "")) if position else (),
            role="references" if position else "text",
            kept=(Part(Kind.ITEM, 0, 5, 0), Part(Kind.SENTENCE, 6, 9, 1)),  # unlike what the text would give
        )
        for position in range(count)
    )
    return Page(f"docs{route}.md", route, "Optics", 4, source_hash, passages)


@pytest.fixture(params=["fake", "sqlite", pytest.param("postgres", marks=pytest.mark.real)])
async def catalogue(request: pytest.FixtureRequest) -> AsyncIterator[Catalogue]:
    if request.param == "fake":
        yield FakeCatalogue()
        return
    database = await Database.open(request.getfixturevalue(f"{request.param}_url"))
    yield SqlCatalogue(database)
    await database.close()


async def test_an_empty_catalogue_has_nothing(catalogue: Catalogue) -> None:
    assert await catalogue.books() == []
    assert await catalogue.page_hashes("astronomy") == {}
    assert await catalogue.page("astronomy", "/a") == []
    await catalogue.forget_book("astronomy")


async def test_a_recorded_book_comes_back_whole(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 2), page("/b", 3)], [])
    assert await catalogue.books() == [BOOK]
    assert await catalogue.page_hashes(BOOK.name) == {"/a": "h1", "/b": "h1"}
    assert await catalogue.page(BOOK.name, "/b") == list(page("/b", 3).passages)


async def test_many_pages_are_read_in_the_order_asked_for(catalogue: Catalogue) -> None:
    routes = [f"/{number}" for number in range(120)]
    await catalogue.record(BOOK, [page(route, 2) for route in routes], [])
    asked = [*reversed(routes), "/none"]
    found = [(route, passages) async for route, passages in catalogue.page_by_page(BOOK.name, asked)]
    assert found == [*((route, list(page(route, 2).passages)) for route in reversed(routes)), ("/none", [])]
    assert [page async for page in catalogue.page_by_page("another", ["/0"])] == [("/0", [])]


async def test_passages_come_in_reading_order(catalogue: Catalogue) -> None:
    shuffled = page("/a", 4)
    await catalogue.record(BOOK, [replace(shuffled, passages=shuffled.passages[::-1])], [])
    assert await catalogue.page(BOOK.name, "/a") == list(shuffled.passages)


async def test_pages_come_in_reading_order_without_their_passages(catalogue: Catalogue) -> None:
    first, second = replace(page("/z", 2), order=1), replace(page("/a", 3), order=2)
    await catalogue.record(BOOK, [second, first], [])
    await catalogue.record(replace(BOOK, name="other"), [page("/c", 1, book="other")], [])
    assert await catalogue.pages(BOOK.name) == [replace(first, passages=()), replace(second, passages=())]
    assert await catalogue.pages("nothing") == []


async def test_a_changed_page_replaces_what_it_had(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 5), page("/b", 1)], [])
    revised = replace(BOOK, revision="r2", title="The Night Sky", passages=3)
    await catalogue.record(revised, [page("/a", 2, source_hash="h2")], [])
    assert await catalogue.books() == [revised]
    assert await catalogue.page_hashes(BOOK.name) == {"/a": "h2", "/b": "h1"}
    assert await catalogue.page(BOOK.name, "/a") == list(page("/a", 2, source_hash="h2").passages)
    assert await catalogue.page(BOOK.name, "/b") == list(page("/b", 1).passages)


async def test_a_removed_route_is_forgotten_with_its_passages(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 2), page("/b", 3)], [])
    await catalogue.record(BOOK, [], ["/a", "/never-there"])
    assert await catalogue.page_hashes(BOOK.name) == {"/b": "h1"}
    assert await catalogue.page(BOOK.name, "/a") == []


async def test_a_page_without_passages_is_still_known(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 0)], [])
    assert await catalogue.page_hashes(BOOK.name) == {"/a": "h1"}
    assert await catalogue.page(BOOK.name, "/a") == []


async def test_books_come_by_name_and_do_not_mix(catalogue: Catalogue) -> None:
    other = replace(BOOK, name="a-second", title="Another")
    await catalogue.record(BOOK, [page("/a", 2)], [])
    await catalogue.record(other, [page("/a", 1, book="a-second")], [])
    assert await catalogue.books() == [other, BOOK]
    await catalogue.forget_book(BOOK.name)
    assert await catalogue.books() == [other]
    assert await catalogue.page_hashes(BOOK.name) == {}
    assert await catalogue.page(BOOK.name, "/a") == []
    assert await catalogue.page("a-second", "/a") == list(page("/a", 1, book="a-second").passages)


async def test_a_forgotten_book_can_be_recorded_again(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 2)], [])
    await catalogue.forget_book(BOOK.name)
    await catalogue.record(BOOK, [page("/a", 1)], [])
    assert await catalogue.page(BOOK.name, "/a") == list(page("/a", 1).passages)


async def test_sections_are_the_pages_and_headings_in_reading_order(catalogue: Catalogue) -> None:
    await catalogue.record(BOOK, [page("/a", 2)], [])
    found = await catalogue.sections(BOOK.name)
    assert [(section.name, section.headings, section.position) for section in found] == [
        ("Optics", (), 0),
        ("Eyepieces", ("Eyepieces",), 0),
        ("Part 0", ("Eyepieces", "Part 0"), 0),
        ("Part 1", ("Eyepieces", "Part 1"), 1),
    ]
    assert await catalogue.sections("unknown") == []
