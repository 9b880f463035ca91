"""What a browser fetches besides the contracts: the widget, its files, and pages of the book.

Knows the catalogue by its port; access is checked before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Literal, cast

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from footnoted.domain.book import Passage
from footnoted.domain.picture import PictureStore, PlacedPicture
from footnoted.domain.ports import Catalogue
from footnoted.domain.text.clean import clean
from footnoted.web.contents import contents
from footnoted.web.origin import page_origin
from footnoted.web.page_tree import page_tree
from footnoted.web.pages import api_page, chat_page, reader_page
from footnoted.web.proof_of_work import Work
from footnoted.web.visitors import Visitors

_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_OWN_FILES = {
    file.name: file
    for file in resources.files(__package__).joinpath("static").iterdir()
    if PurePosixPath(file.name).suffix in _KINDS
}
_OF_THE_API_PAGE = {"swagger-ui-bundle.js", "swagger-ui.css"}
"""Swagger UI, Apache-2.0, from the package fastapi-offline."""
_FILES = _OWN_FILES.keys() | _OF_THE_API_PAGE


_LONGEST_NAME = 200
"""Longest book name, in characters; the book API's limit."""


def page_headers(origins: Sequence[str] = ()) -> dict[str, str]:
    """Headers of our own pages: nothing is loaded from elsewhere, and only ``origins`` may frame them."""
    framed_by = " ".join(["'self'", *origins])
    return {
        "Content-Security-Policy": f"default-src 'self'; img-src 'self' data: blob:; frame-ancestors {framed_by}; "
        "base-uri 'none'; form-action 'none'; object-src 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
    }


Entry = Literal["open", "key", "visitor"]


@dataclass(frozen=True, slots=True)
class Site:
    """What the pages need; the server puts it into each request's state as ``site``."""

    catalogue: Catalogue
    origins: tuple[str, ...] = ()
    """Pages of these origins may frame ours."""
    entry: Entry = "open"
    """How readers get access."""
    visitors: Visitors | None = None
    work: Work | None = None
    """The proof of work before a visitor's browser gets a token."""
    pictures: PictureStore | None = None


def _site(request: Request) -> Site:
    return cast(Site, request.state.site)


def _catalogue(request: Request) -> Catalogue:
    return _site(request).catalogue


def _headers(request: Request) -> dict[str, str]:
    return page_headers(_site(request).origins)


async def chat(request: Request) -> Response:
    """The chat page; it has nothing of the book but the title."""
    books = await _catalogue(request).books()
    title = books[0].title if len(books) == 1 else "Your books"
    return HTMLResponse(chat_page(title), headers=_headers(request))


async def widget(request: Request) -> Response:
    """The widget's one file, for any page that may ask."""
    return _file(request, "widget.js")


def api(request: Request, title: str) -> Response:
    """The page of an API, next to its description; everything is loaded from this server."""
    root = "../" * (request.scope["path"].count("/") - 1)
    return HTMLResponse(api_page(title, root), headers=page_headers())


async def web_file(request: Request) -> Response:
    """A script, style or picture of our pages; no other file of the package."""
    return _file(request, request.path_params["name"])


def _file(request: Request, name: str) -> Response:
    if name not in _FILES:
        return PlainTextResponse("There is no such file.", 404)
    kind = _KINDS[PurePosixPath(name).suffix]
    body, tag = _read(name)
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Cross-Origin-Resource-Policy": "cross-origin"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)


@cache
def _read(name: str) -> tuple[bytes, str]:
    own = _OWN_FILES.get(name)
    body = (own or resources.files("fastapi_offline").joinpath("static", name)).read_bytes()
    return body, f'"{hashlib.sha256(body).hexdigest()[:20]}"'


async def welcome(request: Request) -> Response:
    """The books that are served, their first questions, and how readers get access."""
    books = [
        {"name": book.name, "title": book.title, "questions": book.questions}
        for book in await _catalogue(request).books()
    ]
    return JSONResponse({"books": books, "entry": _site(request).entry})


async def visitor(request: Request) -> Response:
    """A token for the calling page, for one book or all; or first a proof of work for it."""
    site = _site(request)
    if site.visitors is None:
        return PlainTextResponse("Visitors need no token here.", 404)
    try:
        body = json.loads(await request.body())
        book, earlier, solution = (str(body.get(name) or "") for name in ("book", "earlier", "solution"))
    except (ValueError, AttributeError, RecursionError):
        return PlainTextResponse("The request must be a JSON object in UTF-8.", 400)
    if site.work and not await site.work.is_done(solution):
        return JSONResponse(site.work.challenge())
    token = site.visitors.mint(page_origin(request.scope["headers"]), clean(book)[:_LONGEST_NAME], earlier)
    return JSONResponse({"token": token, "expires_in": site.visitors.lifetime})


async def book_contents(request: Request) -> Response:
    """The chapters of a book and their sections, in reading order."""
    catalogue = _catalogue(request)
    sections = await catalogue.sections(await _book(request))
    return JSONResponse({"chapters": contents(sections)})


async def book_page(request: Request) -> Response:
    """A page of the book as a tree of elements."""
    passages = await _catalogue(request).page(await _book(request), clean(request.query_params.get("route", "")))
    tree = page_tree(passages, await _pictures(request, passages))
    return JSONResponse({"page": tree}, 200 if passages else 404)


async def _pictures(request: Request, passages: Sequence[Passage]) -> Sequence[PlacedPicture]:
    store = _site(request).pictures
    return await store.of_page(passages[0].book, passages[0].route) if store and passages else ()


async def picture(request: Request) -> Response:
    """A picture of a book that the caller may see. Opened by itself, it cannot run or load anything."""
    book, name = await _book(request), request.query_params.get("name", "")
    store = _site(request).pictures
    is_seen = any(known.name == book for known in await _catalogue(request).books())
    image = await store.image(book, clean(name)) if store and is_seen else None
    if image is None:
        return PlainTextResponse("There is no such picture.", 404)
    tag = f'"{image.name}"'
    headers = {
        # Fetched again each time, so that a revoked key opens nothing.
        "Cache-Control": "private, no-cache",
        "ETag": tag,
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        "X-Content-Type-Options": "nosniff",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(image.data, media_type=image.kind, headers=headers)


async def reader(request: Request) -> Response:
    """A page of the book as a document."""
    book, route = request.path_params["book"], request.path_params["route"] or "/"
    passages = await _catalogue(request).page(clean(book), clean(route))
    # Relative, so that it works behind a proxy that serves us below a path.
    root = "../" * (request.scope["path"].removeprefix(request.scope.get("root_path", "")).count("/") - 1)
    pictures = await _pictures(request, passages)
    return HTMLResponse(reader_page(passages, root, pictures), 200 if passages else 404, headers=_headers(request))


async def _book(request: Request) -> str:
    asked = request.query_params.get("book")
    if asked:
        return clean(asked)
    books = await _catalogue(request).books()
    return books[0].name if books else ""
