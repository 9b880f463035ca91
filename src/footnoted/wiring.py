"""Settings → engine. The only file that names concrete providers; each is imported only where it is chosen."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted.domain.access_key import AccessKey
from footnoted.domain.book import Marks
from footnoted.domain.calibration import Calibration, Calibrations, calibration
from footnoted.domain.errors import BookUnknown, IndexDown, Misconfigured
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex, Reader, Reranker, Tracer, Writer
from footnoted.domain.risk import ANSWERS, RISKS, Risk, cut_for
from footnoted.domain.stores import CallBudget, KeyStore, QuestionLog, ReplyStore, RequestCounter
from footnoted.engine.ask import Engine
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.extract.gate import CUT
from footnoted.engine.find.complete_index import CompleteIndex, damage, is_damaged
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.restate import Restater

if TYPE_CHECKING:
    from footnoted.ingest.vectors import VectorCache
    from footnoted.providers.models.endpoint import Endpoint
    from footnoted.providers.sql.access_keys import SqlAccessKeys
    from footnoted.providers.sql.database import Database
    from footnoted.providers.sql.dump import SqlDump
    from footnoted.providers.tracing import Tracing
    from footnoted.settings import Settings

_log = logging.getLogger("footnoted")

_HEALTH_SECONDS = 1.0
"""For so long a health report is believed: each embeds a text, and anyone may ask for one."""
_LEAST_FREE = 64_000_000
"""Bytes of disk: the index maps files into memory, and a page that has no room on the disk kills the process."""
_RESTATING = 0.2
"""Share of the deadline that restating a follow-up may take; the answer needs the rest."""


FoundBy = tuple[Embedder, PassageIndex, Reranker | None, Reader | None]
Writing = Callable[[AccessKey | None], tuple[Writer, Restater | None]]
"""What writes answers for a key, its calls of a model counted; for None, uncounted."""


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
    """Counts requests for all workers; None where there is but one process."""
    tracer: Tracer | None = None


@asynccontextmanager
async def open_parts(
    settings: Settings, *, ingesting: bool = False, may_be_empty: bool = False
) -> AsyncIterator[Parts]:
    """Open what the settings name; close it at the end. Refuses books that another embedder indexed.

    ``ingesting`` opens only what indexing needs; with ``may_be_empty``, ``take_up_books`` refuses later.
    """
    from footnoted.providers.sql.access_keys import SqlAccessKeys, SqlCallBudget
    from footnoted.providers.sql.catalogue import SqlCatalogue
    from footnoted.providers.sql.database import Database
    from footnoted.providers.sql.guest_calls import GuestCalls
    from footnoted.providers.sql.history import SqlHistory
    from footnoted.providers.sql.question_log import SqlQuestionLog
    from footnoted.providers.sql.replies import SqlReplies
    from footnoted.providers.sql.vectors import SqlVectors

    refuse_full_disk(settings.data_dir)
    async with AsyncExitStack() as stack:
        embedder = _embedder(settings)
        stack.push_async_callback(embedder.close)
        database = await Database.open(settings.database)
        stack.push_async_callback(database.close)
        plain_index, foreign_catalogue = _index(settings, embedder)
        stack.push_async_callback(plain_index.close)
        reranker = None if ingesting else _reranker(settings)
        if reranker:
            stack.push_async_callback(reranker.close)
        reader = _reader(settings)
        if reader:
            stack.push_async_callback(reader.close)
        catalogue = foreign_catalogue or SqlCatalogue(database)
        # Whoever mends an index must be able to look at a broken one.
        index = plain_index if ingesting else CompleteIndex(plain_index, catalogue)
        if not (ingesting or may_be_empty):
            await _refuse_unreadable_books(catalogue, embedder)
            if foreign_catalogue:
                await plain_index.ping()  # refuses vectors that another embedder made
            await _tell_damage(catalogue, plain_index)
        extractive = ExtractiveWriter()
        budget = GuestCalls(database, SqlCallBudget(database))
        tracing = None if ingesting else _tracing(settings, stack)
        writing = _writing(settings, extractive, budget, tracing, stack)
        writer, restater = writing(None)
        calibrations = await _calibrations(catalogue, embedder, settings.max_wrong)
        found_by: FoundBy = (embedder, index, reranker, reader)
        asked, searched, rerank, read = tracing.around(*found_by) if tracing else found_by
        engine = Engine(
            Finder(asked, searched, calibrations, rerank, read),
            writer,
            SqlHistory(database),
            extractive,
            catalogue=catalogue,
            restater=restater,
            seconds=settings.deadline_seconds,
            health_seconds=_HEALTH_SECONDS,
            cut=_cut(settings.max_wrong),
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
            _counter(settings, database, stack),
            tracing,
        )


async def prepare(settings: Settings) -> None:
    """Unpack and open the local models, so that nobody waits for it later and an installation can be read-only."""
    async with AsyncExitStack() as stack:
        embedder = _embedder(settings)
        stack.push_async_callback(embedder.close)
        await embedder.embed_question("ready")
        if reader := _reader(settings):
            stack.push_async_callback(reader.close)
            await reader.ping()


@asynccontextmanager
async def open_dump(settings: Settings) -> AsyncIterator[SqlDump]:
    """The database alone, to be saved or filled."""
    from footnoted.providers.sql.database import Database
    from footnoted.providers.sql.dump import SqlDump

    database = await Database.open(settings.database)
    try:
        yield SqlDump(database)
    finally:
        await database.close()


@dataclass(frozen=True, slots=True)
class KeyCabinet:
    """The keys, and what deciding about them needs."""

    keys: SqlAccessKeys
    budget: CallBudget
    catalogue: Catalogue

    async def check_books(self, names: Collection[str]) -> None:
        """Raise BookUnknown for a name that no book has."""
        known = [book.name for book in await self.catalogue.books()]
        if unknown := [name for name in names if name not in known]:
            raise BookUnknown(f"There is no book '{unknown[0]}'. There are: {', '.join(known) or 'none yet'}.")


@asynccontextmanager
async def open_keys(settings: Settings) -> AsyncIterator[KeyCabinet]:
    """The database alone, for whoever gives out keys; a running server need not stop."""
    from footnoted.providers.sql.access_keys import SqlAccessKeys, SqlCallBudget
    from footnoted.providers.sql.catalogue import SqlCatalogue
    from footnoted.providers.sql.database import Database

    database = await Database.open(settings.database)
    try:
        yield KeyCabinet(SqlAccessKeys(database), SqlCallBudget(database), SqlCatalogue(database))
    finally:
        await database.close()


async def take_up_books(parts: Parts, settings: Settings) -> None:
    """Answer from the books as they are now: refuse those that cannot be read, score the others by their marks."""
    await _refuse_unreadable_books(parts.catalogue, parts.embedder)
    parts.engine.calibrate(await _calibrations(parts.catalogue, parts.embedder, settings.max_wrong))


async def _tell_damage(catalogue: Catalogue, index: PassageIndex) -> None:
    """A damaged index does not keep the server from starting: history and pages are there, and health says the rest."""
    with suppress(IndexDown):  # one that cannot be reached says so by itself
        for book in await catalogue.books():
            if await is_damaged(book, index):
                _log.error(damage(book, await index.count(book.name)))


def refuse_full_disk(folder: Path, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free) -> None:
    """Say so in one line, before something that cannot say it runs into the end of the disk."""
    home = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    left = free(home)
    if left < _LEAST_FREE:
        raise Misconfigured(
            f"The disk of {folder} has {left // 1_000_000} MB left; {_LEAST_FREE // 1_000_000} MB are needed. "
            "Make room there, or set FOOTNOTED_DATA_DIR to a folder on another disk."
        )


def _cut(max_wrong: float | None) -> float:
    """From where on the book's own words are given as the answer."""
    if max_wrong is None:
        return CUT
    risk = cut_for(max_wrong, ANSWERS)
    if risk.bound > max_wrong:
        _log.warning(
            "FOOTNOTED_MAX_WRONG=%g cannot be promised of answers in the book's own words: of %d given to held-out "
            "questions %d were wrong where we are surest, so it may be %.0f of 100. Others are shown as places.",
            max_wrong,
            risk.answered,
            risk.wrong,
            100 * risk.bound,
        )
    return risk.cut


async def _calibrations(catalogue: Catalogue, embedder: Embedder, max_wrong: float | None) -> Calibrations:
    """What a book's golden questions say about the risk counts more than what public sets say."""

    def of(marks: Marks | None, language: str) -> Calibration | None:
        own = calibration(embedder.name, marks, language=language)
        if own is None or max_wrong is None or (own.by_words and not (marks and marks.risks)):
            return own
        risks = [Risk(*row) for row in marks.risks] if marks else []
        return replace(own, cut=cut_for(max_wrong, risks or RISKS).cut)

    known = {book.name: of(book.marks, book.language) for book in await catalogue.books()}
    return Calibrations(of(None, ""), {name: own for name, own in known.items() if own})


def _tracing(settings: Settings, stack: AsyncExitStack) -> Tracing | None:
    if not settings.traces:
        return None
    from footnoted.providers.tracing import Tracing, otlp_exporter

    tracing = Tracing(otlp_exporter())
    stack.push_async_callback(asyncio.to_thread, tracing.close)  # waits for the collector
    return tracing


def _counter(settings: Settings, database: Database, stack: AsyncExitStack) -> RequestCounter | None:
    if settings.redis_url:
        from footnoted.providers.redis.counter import RedisCounter

        shared = RedisCounter(settings.redis_url)
        stack.push_async_callback(shared.close)
        return shared
    if settings.workers == 1 and not settings.database_url:
        return None
    from footnoted.providers.sql.counter import SqlCounter

    return SqlCounter(database)


def _embedder(settings: Settings) -> Embedder:
    url, dimensions = settings.embedder_base_url, settings.embedder_dimensions
    match settings.embedder.partition(":"):
        case ("local", _, "granite-embedding-30m-english"):
            from footnoted.providers.embedders.local import LocalEmbedder

            return LocalEmbedder(settings.models)
        case ("local", _, "multilingual"):
            from footnoted.providers.embedders.multilingual import MultilingualEmbedder

            return MultilingualEmbedder(settings.data_dir / "models")
        case ("openai" | "compatible" as provider, _, model) if model:
            from footnoted.providers.embedders.openai import OpenAIEmbedder

            key = settings.openai_api_key
            return OpenAIEmbedder(model, api_key=key, base_url=url, dimensions=dimensions, provider=provider)
        case ("cohere", _, model) if model:
            from footnoted.providers.embedders.cohere import CohereEmbedder

            return CohereEmbedder(model, api_key=settings.cohere_api_key, base_url=url, dimensions=dimensions)
        case ("gemini", _, model) if model:
            from footnoted.providers.embedders.gemini import GeminiEmbedder

            return GeminiEmbedder(model, api_key=settings.gemini_api_key, base_url=url, dimensions=dimensions)
        case ("fastembed", _, model) if model:
            from footnoted.providers.embedders.fastembed import FastembedEmbedder

            return FastembedEmbedder(model, settings.models)
        case _:
            raise Misconfigured(
                f"FOOTNOTED_EMBEDDER={settings.embedder} is not known. Use local:granite-embedding-30m-english, "
                "local:multilingual, or openai:…, cohere:…, gemini:…, compatible:… or fastembed:… with a model's name."
            )


def _index(settings: Settings, embedder: Embedder) -> tuple[PassageIndex, Catalogue | None]:
    """The index; with a collection that something else made, also the catalogue that is read out of it."""
    if settings.collection:
        return _foreign(settings, embedder)
    if settings.qdrant_url:
        from footnoted.providers.qdrant.server_index import ServerIndex

        return ServerIndex(settings.qdrant_url, settings.qdrant_api_key, embedder.dimensions), None
    from footnoted.providers.qdrant.edge_index import EdgeIndex

    return EdgeIndex(settings.data_dir / "index", embedder.dimensions), None


def _foreign(settings: Settings, embedder: Embedder) -> tuple[PassageIndex, Catalogue]:
    if not settings.qdrant_url:
        raise Misconfigured("FOOTNOTED_COLLECTION names a collection on a Qdrant server. Set QDRANT_URL as well.")
    from footnoted.providers.qdrant.foreign_catalogue import ForeignCatalogue
    from footnoted.providers.qdrant.foreign_index import FIELDS, ForeignIndex

    fields = dict(pair.partition("=")[::2] for pair in settings.collection_fields)
    if wrong := [name for name, key in fields.items() if name not in FIELDS or not key]:
        raise Misconfigured(
            f"FOOTNOTED_COLLECTION_FIELDS is wrong at {wrong[0]!r}. Write pairs such as text=content,url=link; "
            f"the names are {', '.join(FIELDS)}."
        )
    name, url, key = settings.collection, settings.qdrant_url, settings.qdrant_api_key
    index = ForeignIndex(url, key, embedder.dimensions, collection=name, payload_fields=fields)
    return index, ForeignCatalogue(index, name, embedder.name)


def _reranker(settings: Settings) -> Reranker | None:
    if not settings.reranker:
        return None
    from footnoted.providers.rerankers.budgeted import BudgetedReranker

    if settings.reranker.partition(":")[0] in {"cohere", "jina", "tei", "http", "https"}:
        try:
            from footnoted.providers.rerankers.api import RerankerApi, rerank_endpoint
        except ImportError as error:
            raise Misconfigured("FOOTNOTED_RERANKER needs packages. Run: pip install 'footnoted[embedders]'") from error
        where = rerank_endpoint(settings.reranker, api_key=settings.reranker_api_key, keys=settings.keys)
        return BudgetedReranker(RerankerApi(where), settings.rerank_seconds)
    from footnoted.providers.rerankers.local import LocalReranker

    return BudgetedReranker(LocalReranker(Path(settings.reranker).expanduser()), settings.rerank_seconds)


def _reader(settings: Settings) -> Reader | None:
    match settings.reader:
        case "none":
            return None
        case "local":
            from footnoted.providers.readers.local import LocalReader

            return LocalReader(settings.models)
        case _:
            raise Misconfigured(f"FOOTNOTED_READER={settings.reader} is not known. Use local or none.")


def _writing(
    settings: Settings, extractive: Writer, budget: CallBudget, tracing: Tracing | None, stack: AsyncExitStack
) -> Writing:
    if not settings.llm:
        return lambda _: (extractive, None)
    try:
        from footnoted.providers.models.agents_model import AgentsModel
        from footnoted.providers.models.client import ModelClient, Patience
    except ImportError as error:
        raise Misconfigured("FOOTNOTED_LLM needs packages. Run: pip install 'footnoted[openai]'") from error
    from footnoted.engine.write import prompt
    from footnoted.engine.write.metered_model import MeteredModel
    from footnoted.engine.write.model_writer import ConversingModel, ModelWriter, Price
    from footnoted.providers.embedders.token_count import token_counter

    # A model on one's own machine may need long to read its prompt; a vendor's that is silent so long is down.
    own = settings.llm.partition(":")[0] in {"local", "ollama", "llamacpp"}
    patience = Patience(first_token=settings.deadline_seconds if own else 15.0)
    opened = AgentsModel(ModelClient(_endpoints(settings, stack), patience), name=settings.llm, **prompt.CONVERSATION)
    stack.push_async_callback(opened.close)
    bare = tracing.model(opened) if tracing else opened
    read, written = settings.llm_price_read, settings.llm_price_written
    price = Price(read, written) if read is not None and written is not None else None
    seconds, count = settings.deadline_seconds, token_counter()

    def writing(key: AccessKey | None) -> tuple[Writer, Restater | None]:
        model: ConversingModel = bare
        if key is not None and key.daily_calls is not None:
            model = MeteredModel(bare, budget, key.id, key.daily_calls)
        restater = Restater(model, seconds=seconds * _RESTATING) if settings.llm_follow_ups else None
        return ModelWriter(model, count, seconds=seconds, price=price), restater

    return writing


def _endpoints(settings: Settings, stack: AsyncExitStack) -> list[Endpoint]:
    """Where the model is reached, and after it where its fallback is."""
    from footnoted.providers.models.endpoint import Endpoint, endpoint

    provider, _, model = settings.llm.partition(":")
    if provider == "local":
        from footnoted.providers.models.local import LocalModel

        local = LocalModel(model)
        stack.callback(local.close)
        where = [Endpoint(local.url, model, local.key)]
    else:
        where = [
            endpoint(settings.llm, base_url=settings.llm_base_url, api_key=settings.llm_api_key, keys=settings.keys)
        ]
    if settings.llm_fallback:
        where.append(endpoint(settings.llm_fallback, keys=settings.keys))
    return where


async def _refuse_unreadable_books(catalogue: Catalogue, embedder: Embedder) -> None:
    books = await catalogue.books()
    if not books:
        raise Misconfigured("No book has been indexed yet. Run: footnoted ingest SOURCE")
    for book in books:
        if book.embedder != embedder.name:
            raise Misconfigured(
                f"The book '{book.name}' was indexed with {book.embedder}, but FOOTNOTED_EMBEDDER is {embedder.name}. "
                f"Run `footnoted ingest {book.source}` to index it again, or set FOOTNOTED_EMBEDDER={book.embedder}."
            )
