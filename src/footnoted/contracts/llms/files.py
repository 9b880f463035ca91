"""The contents of these files, after https://llmstxt.org. Knows no server."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from footnoted.contracts.rendering.markdown import heading, page_markdown
from footnoted.domain.book import Book, Page
from footnoted.domain.ports import Catalogue

_LONGEST_SUMMARY = 300
_IN_URLS = ":/%"
"""Characters of addresses that are already encoded."""


@dataclass(frozen=True, slots=True)
class Contents:
    """A book, its pages in reading order, and the beginning of its first page."""

    book: Book
    pages: Sequence[Page]
    summary: str


async def contents(catalogue: Catalogue, book: Book) -> Contents:
    """A book's contents from the catalogue."""
    pages = await catalogue.pages(book.name)
    opening = await catalogue.page(book.name, pages[0].route) if pages else []
    paragraphs = (block for passage in opening for block in passage.text.split("\n\n"))
    first = next((" ".join(block.split()) for block in paragraphs if block[:1].isalnum()), "")
    return Contents(book, pages, first if len(first) <= _LONGEST_SUMMARY else first[:_LONGEST_SUMMARY] + "…")


def llms_txt(shelf: Sequence[Contents], link: Callable[[Book, Page], str], notes: str = "") -> str:
    """The list of all pages, for a program to choose from; ``notes`` say what else can be done with the books."""
    title = heading(shelf[0].book.title) if len(shelf) == 1 else "Books"
    parts = [f"# {title}"]
    if len(shelf) == 1 and shelf[0].summary:
        parts.append(f"> {shelf[0].summary}")
    if notes:
        parts.append(notes)
    for held in shelf:
        links = (quote(link(held.book, page), safe=_IN_URLS) for page in held.pages)
        lines = (f"- [{_label(page.title)}]({url})" for page, url in zip(held.pages, links, strict=True))
        listed = "\n".join(lines)
        parts.append(f"## {'Pages' if len(shelf) == 1 else heading(held.book.title)}\n\n{listed}")
    return "\n\n".join(parts) + "\n"


def _label(title: str) -> str:
    return heading(title.replace("[", "(").replace("]", ")"))


async def llms_full(catalogue: Catalogue, shelf: Sequence[Contents]) -> AsyncGenerator[str, None]:
    """Every page in reading order, one at a time, so that a book need not fit into memory."""
    for held in shelf:
        if len(shelf) > 1:
            yield f"# {heading(held.book.title)}\n\n"
        for page in held.pages:
            passages = await catalogue.page(held.book.name, page.route)
            yield f"{page_markdown(passages)}\nSource: {held.book.site}{page.route}\n\n"
