"""Which book a reader is in, told by the page: each version and each language of a site is a book of its own."""

from __future__ import annotations

import pytest

from footnoted.contracts.http.books import book_of_page
from footnoted.domain.book import Book, Page, Passage
from tests.fakes.catalogue import FakeCatalogue


async def shelf(*books: tuple[str, str, str]) -> FakeCatalogue:
    held = FakeCatalogue()
    for name, site, route in books:
        passage = Passage(name, name, site, route, "", "T", (), 0, 0, "Text.")
        await held.record(Book(name, name, name, site, "e", "r"), [Page("a.md", route, "T", 0, "h", (passage,))], ())
    return held


@pytest.mark.parametrize(
    ("url", "book"),
    [
        ("https://tea.dev/docs/tea#pot", "tea"),
        ("https://tea.dev/docs/2.0/tea/", "tea-2.0"),
        ("https://tea.dev/he/docs/tea", "tea-he"),
        ("/docs/2.0/tea", "tea-2.0"),
        ("https://other.dev/docs/tea", None),
        ("https://tea.dev/docs/none", None),
    ],
)
async def test_the_book_that_has_the_page(url: str, book: str | None) -> None:
    site = "https://tea.dev"
    books = (("tea", site, "/docs/tea"), ("tea-2.0", site, "/docs/2.0/tea"), ("tea-he", site, "/he/docs/tea"))
    assert await book_of_page(await shelf(*books), url) == book
    assert await book_of_page(await shelf(books[0]), url) is None, "there is but one to ask"
