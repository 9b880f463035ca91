"""The Python API: open a library of books, ingest, ask, stream, search; async, or sync with ``SyncLibrary``.

The command line uses it too. Knows settings and parts; no terminals and no wire formats.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID, uuid4

from footnoted import books
from footnoted.domain.answer import Answer, Event
from footnoted.domain.book import Book, Filters, Source
from footnoted.domain.door.health import Health
from footnoted.domain.errors import BadQuestion
from footnoted.domain.question import Policy, Question
from footnoted.engine.ask import final
from footnoted.evaluate.calibration.marks import book_named
from footnoted.settings import Settings, read_settings
from footnoted.wiring import Parts, open_parts, take_up_books

if TYPE_CHECKING:
    from footnoted.ingest.index import Progress, Summary
    from footnoted.ingest.live.visit import VisitProgress

_LONGEST_QUESTION = 8000
"""Characters; the largest limit of any contract."""
_POLICY = Policy(hedge="The book covers this only in part. ")
_WHOLE_BOOK = Filters()

Result = TypeVar("Result")


class Library:
    """The books in one data folder, or on the servers that the settings name. ``footnoted.open()`` makes one."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self._settings, self._parts = settings, parts
        self._is_checked = False

    async def ingest(
        self,
        source: str | Path,
        *,
        book: str | None = None,
        locale: str = "",
        version: str = "",
        on_fetched: Callable[[VisitProgress], None] = lambda _: None,
        on_indexed: Callable[[Progress], None] = lambda _: None,
    ) -> Summary:
        """Index a book: a folder, a file, or the address of a site. A second run costs only what changed.

        ``book`` is its name; by default that of its folder, file or site, with the folder above if another book has
        that name. Raises BadSource.
        """
        name = book or await books.name_for(self._parts.catalogue, str(source), locale, version)
        manuscript = await books.manuscript_of(
            self._settings, str(source), name, on_fetched, locale=locale, version=version
        )
        summary = await books.index(self._parts, manuscript, name, self._settings.site_url, on_indexed)
        self._is_checked = False
        return summary

    async def ask(self, question: str, **options: Any) -> Answer:
        """The whole answer; takes what ``stream`` takes. "The book does not say" is an answer, not an error."""
        return await final(self.stream(question, **options))

    async def stream(
        self,
        question: str,
        *,
        book: str | None = None,
        session: UUID | None = None,
        selection: str | None = None,
        filters: Filters = _WHOLE_BOOK,
        limit: int = 5,
        threshold: float = 0.1,
    ) -> AsyncGenerator[Event, None]:
        """The answer as it is written: ``Retrieved+ Assessed TextDelta* Answered``. Raises AskError.

        ``book`` limits it to one book and ``filters`` to a part of it. Questions with the same ``session`` are one
        conversation. With ``selection`` only that text is used. At most ``limit`` passages are used, none with a score
        below ``threshold``.
        """
        asked = Question(
            _checked(question),
            uuid4(),
            book=book,
            session=session,
            selection=selection,
            filters=filters,
            limit=limit,
            threshold=threshold,
            policy=_POLICY,
        )
        await self._check(book)
        async with aclosing(self._parts.engine.ask(asked)) as events:
            async for event in events:
                yield event

    async def search(
        self,
        query: str,
        *,
        book: str | None = None,
        filters: Filters = _WHOLE_BOOK,
        limit: int = 5,
        threshold: float = 0.1,
    ) -> tuple[Source, ...]:
        """The passages that an answer would use, best first."""
        asked = Question(_checked(query), uuid4(), book=book, filters=filters, limit=limit, threshold=threshold)
        await self._check(book)
        return await self._parts.engine.search(asked)

    async def books(self) -> list[Book]:
        """Every indexed book."""
        return await self._parts.catalogue.books()

    async def remove(self, book: str) -> None:
        """Remove a book. Raises BookUnknown."""
        await books.remove(self._parts, self._settings, book)
        self._is_checked = False

    async def forget(self, session: UUID) -> bool:
        """Delete a conversation; False if there is none."""
        return await self._parts.engine.history.forget(session)

    async def health(self) -> dict[str, Health]:
        """The current state of each part that answers need."""
        return await self._parts.engine.health()

    async def _check(self, book: str | None) -> None:
        """Before the first question, and when the books have changed. Raises BookUnknown."""
        if not self._is_checked:
            await take_up_books(self._parts, self._settings)
            self._is_checked = True
        if book is not None:
            await book_named(self._parts.catalogue, book)


@asynccontextmanager
async def open(**settings: Any) -> AsyncIterator[Library]:
    """Open the library that the environment and ``.env`` describe; keywords (docs/settings.md) override them.

    Raises Misconfigured, with the sentence that fixes it.
    """
    ours = read_settings(**settings)
    async with open_parts(ours, may_be_empty=True) as parts:
        yield Library(ours, parts)


class SyncLibrary:
    """A Library for programs without an event loop, and for notebooks, which run their own."""

    def __init__(self, library: Library, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        self._library, self._run = library, run

    def ingest(self, source: str | Path, **options: Any) -> Summary:
        return self._wait(self._library.ingest(source, **options))

    def ask(self, question: str, **options: Any) -> Answer:
        return self._wait(self._library.ask(question, **options))

    def stream(self, question: str, **options: Any) -> Iterator[Event]:
        events = self._library.stream(question, **options)
        try:
            while (event := self._wait(_next(events))) is not None:
                yield event
        finally:
            self._wait(events.aclose())

    def search(self, query: str, **options: Any) -> tuple[Source, ...]:
        return self._wait(self._library.search(query, **options))

    def books(self) -> list[Book]:
        return self._wait(self._library.books())

    def remove(self, book: str) -> None:
        self._wait(self._library.remove(book))

    def forget(self, session: UUID) -> bool:
        return self._wait(self._library.forget(session))

    def health(self) -> dict[str, Health]:
        return self._wait(self._library.health())

    def _wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        result: Result = self._run(work)
        return result


@contextmanager
def open_sync(**settings: Any) -> Iterator[SyncLibrary]:
    """``open`` for programs without async: the library runs in its own thread until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="footnoted", daemon=True)
    thread.start()

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        waiting = asyncio.run_coroutine_threadsafe(work, loop)
        try:
            return waiting.result()
        except BaseException:  # Ctrl-C too: nothing keeps running in the background
            waiting.cancel()
            raise

    opened: AbstractAsyncContextManager[Library] = open(**settings)
    try:
        library = run(opened.__aenter__())
        try:
            yield SyncLibrary(library, run)
        finally:
            run(opened.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _next(events: AsyncGenerator[Event, None]) -> Event | None:
    return await anext(events, None)


def _checked(text: str) -> str:
    text = text.strip()
    if not text:
        raise BadQuestion('The question is empty. Ask like this: footnoted ask "What is the exit pupil?"')
    if len(text) > _LONGEST_QUESTION:
        raise BadQuestion(f"The question is too long: at most {_LONGEST_QUESTION} characters.")
    return text
