"""Builds the engine from the settings: opens what choices.py names, and the stores, and connects them."""

from __future__ import annotations

import logging
import shutil
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted import choices
from footnoted.choices import Writing
from footnoted.domain.door.stores import CallBudget, KeyStore, QuestionLog, ReplyStore, RequestCounter
from footnoted.domain.errors import NO_BOOK, BookUnknown, IndexDown, Misconfigured
from footnoted.domain.picture import PictureStore
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex, Reader, Reranker, Tracer
from footnoted.engine import max_wrong
from footnoted.engine.ask import Engine
from footnoted.engine.extract.chooser import Chooser
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.complete_index import CompleteIndex, damage, is_damaged
from footnoted.engine.find.finder import Finder
from footnoted.engine.find.own_embedders import Own, OwnEmbedders, embedder_for

if TYPE_CHECKING:
    from footnoted.ingest.pipeline.vectors import VectorCache
    from footnoted.providers.sql.backup.dump import SqlDump
    from footnoted.providers.sql.door.access_keys import SqlAccessKeys
    from footnoted.settings import Settings

_log = logging.getLogger("footnoted")

_HEALTH_SECONDS = 1.0
"""Seconds for which a health report is cached: each embeds a text, and anyone may ask for one."""
_LEAST_FREE = 64_000_000
"""Bytes of disk: the index maps files into memory, and a page without room on the disk kills the process."""


FoundBy = tuple[Embedder, PassageIndex, Reranker | None, Reader | None]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is open while the program runs."""

    engine: Engine
    embedder: Embedder
    index: PassageIndex
    catalogue: Catalogue
    vectors: VectorCache
    reader: Reader | None = None
    replies: ReplyStore | None = None
    log: QuestionLog | None = None
    keys: KeyStore | None = None
    budget: CallBudget | None = None
    writing: Writing | None = None
    counter: RequestCounter | None = None
    """Counts requests for all workers; None for a single process."""
    tracer: Tracer | None = None
    pictures: PictureStore | None = None
    own: Own = field(default_factory=dict)
    """The books with their own embedder."""

    def embedder_of(self, book: str) -> Embedder:
        return embedder_for(book, self.embedder, self.own)


@asynccontextmanager
async def open_parts(
    settings: Settings, *, ingesting: bool = False, may_be_empty: bool = False
) -> AsyncIterator[Parts]:
    """Open what the settings name; close it at the end. Refuses books that another embedder indexed.

    ``ingesting`` opens only what indexing needs; with ``may_be_empty``, ``take_up_books`` refuses later.
    """
    from footnoted.providers.sql.books.catalogue import SqlCatalogue
    from footnoted.providers.sql.books.pictures import SqlPictures
    from footnoted.providers.sql.books.vectors import SqlVectors
    from footnoted.providers.sql.database import Database
    from footnoted.providers.sql.door.access_keys import SqlAccessKeys, SqlCallBudget
    from footnoted.providers.sql.door.guest_calls import GuestCalls
    from footnoted.providers.sql.door.replies import SqlReplies
    from footnoted.providers.sql.sessions.history import SqlHistory
    from footnoted.providers.sql.sessions.question_log import SqlQuestionLog

    refuse_full_disk(settings.data_dir)
    async with AsyncExitStack() as stack:
        embedder = choices.embedder(settings)
        stack.push_async_callback(embedder.close)
        database = await Database.open(settings.database)
        stack.push_async_callback(database.close)
        plain_index, foreign_catalogue = choices.index(settings, embedder)
        own = {} if settings.collection else choices.own_embedders(settings, stack)
        plain_index = OwnEmbedders(plain_index, own) if own else plain_index
        stack.push_async_callback(plain_index.close)
        reranker = None if ingesting else choices.reranker(settings)
        if reranker:
            stack.push_async_callback(reranker.close)
        reader, checker = choices.readers(settings)
        if reader:
            stack.push_async_callback(reader.close)
        if checker:
            stack.push_async_callback(checker.close)
        catalogue = foreign_catalogue or SqlCatalogue(database)
        # Repairing an index must be able to open a broken one.
        index = plain_index if ingesting else CompleteIndex(plain_index, catalogue)
        if not (ingesting or may_be_empty):
            await _refuse_unreadable_books(catalogue, embedder, own)
            if foreign_catalogue:
                await plain_index.ping()  # refuses vectors of another embedder
            await _tell_damage(catalogue, plain_index)
        extractive = ExtractiveWriter()
        budget = GuestCalls(database, SqlCallBudget(database))
        tracing = None if ingesting else choices.tracing(settings, stack)
        counter = choices.counter(settings, database, stack)
        writing = choices.writing(settings, extractive, budget, counter, tracing, stack)
        writer, restater = writing(None)
        calibrations = await max_wrong.calibrations(catalogue, embedder, settings.max_wrong)
        history = SqlHistory(database)
        found_by: FoundBy = (embedder, index, reranker, reader)
        asked, searched, rerank, read = tracing.around(*found_by) if tracing else found_by
        engine = Engine(
            Finder(asked, searched, calibrations, rerank, read, own={book: by for book, (by, _) in own.items()}),
            writer,
            tracing.history(history) if tracing else history,
            extractive,
            catalogue=catalogue,
            restater=restater,
            seconds=settings.deadline_seconds,
            health_seconds=_HEALTH_SECONDS,
            chooser=Chooser(checker, max_wrong.cut(settings.max_wrong)),
        )
        yield Parts(
            engine,
            embedder,
            index,
            catalogue,
            SqlVectors(database),
            reader,
            SqlReplies(database),
            SqlQuestionLog(database, has_texts=settings.keep_questions),
            SqlAccessKeys(database),
            budget,
            writing,
            counter,
            tracing,
            SqlPictures(database),
            own,
        )


async def prepare(settings: Settings) -> None:
    """Unpack and open the local models, so that later starts are quick and an installation can be read-only."""
    async with AsyncExitStack() as stack:
        for theirs in {settings, *map(settings.of_book, settings.books_with_own_embedder)}:
            embedder = choices.embedder(theirs)
            stack.push_async_callback(embedder.close)
            await embedder.embed_question("ready")
        reader, checker = choices.readers(settings)
        if reader:
            stack.push_async_callback(reader.close)
            await reader.ping()
        if checker:
            stack.push_async_callback(checker.close)
            await checker.ping()


@asynccontextmanager
async def open_dump(settings: Settings) -> AsyncIterator[SqlDump]:
    """The database alone, for backup and restore."""
    from footnoted.providers.sql.backup.dump import SqlDump
    from footnoted.providers.sql.database import Database

    database = await Database.open(settings.database)
    try:
        yield SqlDump(database)
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class KeyAdmin:
    """What managing keys needs: the keys, their budgets, the books they may name."""

    keys: SqlAccessKeys
    budget: CallBudget
    catalogue: Catalogue

    async def check_books(self, names: Collection[str]) -> None:
        """Raise BookUnknown for a name that no book has."""
        known = [book.name for book in await self.catalogue.books()]
        if unknown := [name for name in names if name not in known]:
            raise BookUnknown(f"There is no book '{unknown[0]}'. There are: {', '.join(known) or 'none yet'}.")


@asynccontextmanager
async def open_keys(settings: Settings) -> AsyncIterator[KeyAdmin]:
    """The database alone, for managing keys; a server may run meanwhile."""
    from footnoted.providers.sql.books.catalogue import SqlCatalogue
    from footnoted.providers.sql.database import Database
    from footnoted.providers.sql.door.access_keys import SqlAccessKeys, SqlCallBudget

    database = await Database.open(settings.database)
    try:
        yield KeyAdmin(SqlAccessKeys(database), SqlCallBudget(database), SqlCatalogue(database))
    finally:
        await database.close()


async def take_up_books(parts: Parts, settings: Settings) -> None:
    """Use the current books: refuse those whose index cannot be read, and score the others by their marks."""
    await _refuse_unreadable_books(parts.catalogue, parts.embedder, parts.own)
    parts.engine.calibrate(await max_wrong.calibrations(parts.catalogue, parts.embedder, settings.max_wrong))


async def _tell_damage(catalogue: Catalogue, index: PassageIndex) -> None:
    """Log an index that is damaged or down. The server still starts: pages work, and the index may come back."""
    try:
        for book in await catalogue.books():
            if await is_damaged(book, index):
                _log.error(damage(book, await index.count(book.name)))
    except IndexDown as error:
        _log.error("no question can be answered until the index is back: %s", error.message)


def refuse_full_disk(folder: Path, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free) -> None:
    """Fail with one line before the disk is full, because the index cannot."""
    home = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    left = free(home)
    if left < _LEAST_FREE:
        raise Misconfigured(
            f"The disk of {folder} has {left // 1_000_000} MB left; {_LEAST_FREE // 1_000_000} MB are needed. "
            "Make room there, or set FOOTNOTED_DATA_DIR to a folder on another disk."
        )


async def _refuse_unreadable_books(catalogue: Catalogue, common: Embedder, own: Own) -> None:
    books = await catalogue.books()
    if not books:
        raise Misconfigured(NO_BOOK)
    for book in books:
        embedder = embedder_for(book.name, common, own)
        if book.embedder != embedder.name:
            variable = "FOOTNOTED_BOOK_EMBEDDERS" if book.name in own else "FOOTNOTED_EMBEDDER"
            raise Misconfigured(
                f"The book '{book.name}' was indexed with {book.embedder}, but {variable} is {embedder.name}. "
                f"Run `footnoted ingest {book.source}` to index it again, or set FOOTNOTED_EMBEDDER={book.embedder}."
            )
