"""The tools: ask, search, read_section, list_sections. Their names and descriptions are read by models."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Annotated
from uuid import UUID, uuid4

from fastapi import Request
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import Field

from footnoted.contracts.http.app import owner
from footnoted.contracts.http.books import book_named
from footnoted.contracts.mcp_server.results import Answered, Found, Places, SectionText, found, place
from footnoted.contracts.rendering.footnotes import footnotes
from footnoted.contracts.rendering.markdown import page_markdown, section_of
from footnoted.domain.answer import Answer, TextDelta
from footnoted.domain.answer import Answered as Finished
from footnoted.domain.book import Passage
from footnoted.domain.errors import AskError, BookUnknown
from footnoted.domain.ports import Catalogue
from footnoted.domain.question import Policy, Question
from footnoted.domain.text.clean import clean
from footnoted.engine.ask import Engine

_LONGEST_TOKEN = 200
POLICY = Policy(hedge="The book covers this only in part. ")

Asked = Annotated[str, Field(min_length=1, max_length=32_000)]
BookName = Annotated[str | None, Field(max_length=200, description="Which book; leave out to use all of them.")]
Url = Annotated[
    str, Field(min_length=1, max_length=4000, description="A page's URL or path, with or without #section.")
]


class Tools:
    """What a client can do with the books."""

    def __init__(self, engine: Engine, catalogue: Catalogue, seconds: float) -> None:
        self._engine, self._catalogue, self._seconds = engine, catalogue, seconds

    async def ask(
        self, question: Asked, ctx: Context, book: BookName = None, session: UUID | None = None
    ) -> Annotated[CallToolResult, Answered]:
        """Ask the book a question. The answer comes only from the book, every sentence footnoted with its source.

        Where `outcome` is `declined` the book does not say: tell the reader so, and do not answer in its place.
        Where it is `unclear`, ask again and name what is meant. Give `session` to ask a follow-up.
        """
        async with _in_words(self._seconds):
            asked = Question(
                _text(question),
                uuid4(),
                book=await book_named(self._catalogue, book),
                session=session or uuid4(),
                owner=_owner(ctx),
                earlier=None if session else (),
                policy=POLICY,
            )
            answer = await self._answer(asked, ctx)
        result = Answered(**footnotes(answer).model_dump(), answer=answer.text, session=asked.session_id)
        content = [TextContent(type="text", text=_readable(answer))]
        return CallToolResult(content=list(content), structured_content=result.model_dump(mode="json"))

    async def _answer(self, asked: Question, ctx: Context) -> Answer:
        """The answer; pieces are sent meanwhile to clients that want progress."""
        written, answer, wants_pieces = 0, None, _wants_progress(ctx)
        async with aclosing(self._engine.ask(asked)) as events:
            async for event in events:
                if isinstance(event, TextDelta) and wants_pieces:
                    written += len(event.text)
                    await ctx.report_progress(written, message=event.text)
                elif isinstance(event, Finished):
                    answer = event.answer
        assert answer is not None, "the stream ended without Answered"
        return answer

    async def search(self, query: Asked, book: BookName = None, limit: Annotated[int, Field(ge=1, le=20)] = 5) -> Found:
        """Find passages of the book about something, best first, without an answer written from them."""
        async with _in_words(self._seconds):
            name = await book_named(self._catalogue, book)
            sources = await self._engine.search(Question(_text(query), uuid4(), book=name, limit=limit))
        return Found(results=[found(source) for source in sources])

    async def read_section(self, url: Url, book: BookName = None) -> SectionText:
        """Read a page of the book, or one section of it, as Markdown; `url` as a source or `list_sections` gives it."""
        async with _in_words(self._seconds):
            path, anchor = _place_in(url)
            passages = await self._page(path, book)
        section = section_of(passages, anchor) if anchor else passages
        if not section:
            known = dict.fromkeys(f"#{passage.anchor}" for passage in passages if passage.anchor)
            raise ToolError(f"{path} has no section #{anchor[:100]}. It has: {', '.join(known)}.")
        return SectionText(**place(section[0]).model_dump(), text=page_markdown(section))

    async def list_sections(
        self, book: BookName = None, page: Annotated[str | None, Field(max_length=4000)] = None
    ) -> Places:
        """List the book's pages in reading order; with `page`, a page's URL or path, the sections of that page."""
        async with _in_words(self._seconds):
            if page is not None:
                first: dict[tuple[str, ...], Passage] = {}
                for passage in await self._page(_place_in(page)[0], book):
                    first.setdefault((passage.anchor, *passage.path), passage)
                return Places(sections=[place(passage) for passage in first.values()])
            name = await book_named(self._catalogue, book)
            listed = []
            for known in await self._catalogue.books():
                if name in (None, known.name):
                    pages = await self._catalogue.pages(known.name)
                    listed += [
                        {"book": known.name, "title": page.title, "section": page.title, "url": known.site + page.route}
                        for page in pages
                    ]
        return Places.model_validate({"sections": listed})

    async def _page(self, path: str, book: str | None) -> list[Passage]:
        name = await book_named(self._catalogue, book)
        for known in await self._catalogue.books():
            if name not in (None, known.name):
                continue
            route = path.removeprefix(known.site) if known.site else path
            for variant in dict.fromkeys((route or "/", route.rstrip("/") or "/", route.rstrip("/") + "/")):
                if passages := await self._catalogue.page(known.name, variant):
                    return passages
        raise ToolError(f"There is no page {path[:200]}. See `list_sections` for those there are.")


def _owner(ctx: Context) -> str:
    """Whose sessions the call may see; over standard input there are no keys."""
    request = ctx.request_context.request
    return owner(request) if isinstance(request, Request) else ""


def _wants_progress(ctx: Context) -> bool:
    """Whether pieces are sent: each repeats the client's token, and one without end would be sent without end."""
    meta: Mapping[str, object] = ctx.request_context.meta or {}
    return len(str(meta.get("progress_token", ""))) <= _LONGEST_TOKEN


def _text(asked: str) -> str:
    text = clean(asked).strip()
    if not text:
        raise ToolError("Please ask a question: it is empty.")
    return text


def _place_in(url: str) -> tuple[str, str]:
    """Path or URL of the page, and the anchor.

    >>> _place_in("https://bees.example/docs/winter#warm:~:text=A%20cluster")
    ('https://bees.example/docs/winter', 'warm')
    """
    path, _, fragment = clean(url).strip().partition("#")
    return path, fragment.partition(":~:")[0]


def _readable(answer: Answer) -> str:
    """The answer, then its sources, for clients that show only text."""
    lines = [
        f"[{number}] {source.passage.breadcrumb}: {source.passage.url}"
        for number, source in enumerate(answer.sources, 1)
    ]
    return answer.text + ("\n\nSources:\n" + "\n".join(lines) if lines else "")


@asynccontextmanager
async def _in_words(seconds: float) -> AsyncIterator[None]:
    """Limit the time; errors become messages that a model can pass on, and the cause is logged."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except BookUnknown as error:
        raise ToolError(error.message) from error
    except (AskError, TimeoutError) as error:
        raise ToolError("The service is not available just now. Please try again soon.") from error
