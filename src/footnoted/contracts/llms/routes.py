"""`/llms.txt`, `/llms-full.txt` and the Markdown of a page over HTTP."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from urllib.parse import quote

from fastapi import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from footnoted.contracts.door.limits import admit_to_all_books
from footnoted.contracts.http.books import catalogue
from footnoted.contracts.llms.files import Contents, contents, llms_full, llms_txt
from footnoted.contracts.rendering.markdown import page_markdown, page_of, twin
from footnoted.domain.book import Book, Page, Passage

_MARKDOWN = "text/markdown"
_NOTES = (
    "Questions about it are answered in its own words, every sentence with its source, over MCP at `mcp` and for "
    "clients of OpenAI at `v1`; `llms-full.txt` is the whole text."
)


async def short(request: Request) -> Response:
    """The list of pages, each linked to its Markdown on this server."""
    await admit_to_all_books(request)
    return PlainTextResponse(llms_txt(await _shelf(request), _link, _NOTES), media_type=_MARKDOWN)


async def full(request: Request) -> Response:
    """The whole text of all books."""
    await admit_to_all_books(request)
    shelf = await _shelf(request)
    return StreamingResponse(_encoded(llms_full(catalogue(request), shelf)), media_type=_MARKDOWN)


async def _encoded(parts: AsyncGenerator[str, None]) -> AsyncGenerator[bytes, None]:
    async for part in parts:
        yield part.encode()


async def _shelf(request: Request) -> list[Contents]:
    return [await contents(catalogue(request), book) for book in await catalogue(request).books()]


def _link(book: Book, page: Page) -> str:
    """Relative, so that it works behind any proxy."""
    return f"read/{book.name}{twin(page.route)}"


async def markdown_page(request: Request, book: str, path: str) -> Response | None:
    """The page as Markdown, if its path or the header ``Accept`` asks for that; else None."""
    shelf = catalogue(request)
    if wants_markdown(request):
        passages = await shelf.page(book, path)
    elif (route := page_of(path)) is not None and not await shelf.page(book, path):
        passages = await shelf.page(book, route)
    else:
        return None
    if not passages:
        return PlainTextResponse("There is no such page.", 404)
    return markdown_response(passages)


def wants_markdown(request: Request) -> bool:
    """Whether Markdown is preferred to HTML."""
    kinds = [kind.partition(";")[0].strip() for kind in request.headers.get("accept", "").split(",")]
    return _MARKDOWN in kinds and ("text/html" not in kinds or kinds.index(_MARKDOWN) < kinds.index("text/html"))


def markdown_response(passages: list[Passage]) -> Response:
    """A page's Markdown, with the address where the page is published."""
    headers = {"Vary": "Accept", "X-Content-Type-Options": "nosniff"}
    if passages[0].site:
        headers["Link"] = f'<{quote(passages[0].site + passages[0].route, safe=":/%")}>; rel="canonical"'
    return PlainTextResponse(page_markdown(passages), headers=headers, media_type=_MARKDOWN)
