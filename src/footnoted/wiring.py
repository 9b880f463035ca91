"""Settings → engine. The only file that names concrete providers; each is imported only where it is chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from footnoted.domain.calibration import calibration
from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex, Writer
from footnoted.engine.ask import Engine
from footnoted.engine.extractive import ExtractiveWriter
from footnoted.engine.find import Finder

if TYPE_CHECKING:
    from footnoted.ingest.vectors import VectorCache
    from footnoted.settings import Settings


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is open while the program runs."""

    engine: Engine
    embedder: Embedder
    index: PassageIndex
    catalogue: Catalogue
    vectors: VectorCache


@asynccontextmanager
async def open_parts(settings: Settings, *, ingesting: bool = False) -> AsyncIterator[Parts]:
    """Open what the settings name; close it at the end. Refuses books that another embedder indexed."""
    from footnoted.providers.sql_catalogue import SqlCatalogue
    from footnoted.providers.sql_database import Database
    from footnoted.providers.sql_history import SqlHistory
    from footnoted.providers.sql_vectors import SqlVectors

    async with AsyncExitStack() as stack:
        embedder = _embedder(settings)
        stack.push_async_callback(embedder.close)
        database = await Database.open(settings.database)
        stack.push_async_callback(database.close)
        index = _index(settings, embedder)
        stack.push_async_callback(index.close)
        catalogue = SqlCatalogue(database)
        if not ingesting:
            await _refuse_unreadable_books(catalogue, embedder)
        extractive = ExtractiveWriter()
        engine = Engine(
            Finder(embedder, index, calibration(embedder.name)),
            _writer(settings, extractive),
            SqlHistory(database),
            extractive,
        )
        yield Parts(engine, embedder, index, catalogue, SqlVectors(database))


def _embedder(settings: Settings) -> Embedder:
    match settings.embedder.partition(":"):
        case ("local", _, "granite-embedding-30m-english"):
            from footnoted.providers.local_embedder import LocalEmbedder

            return LocalEmbedder(settings.data_dir / "models")
        case _:
            raise Misconfigured(
                f"FOOTNOTED_EMBEDDER={settings.embedder} is not known. Use local:granite-embedding-30m-english."
            )


def _index(settings: Settings, embedder: Embedder) -> PassageIndex:
    if settings.qdrant_url:
        from footnoted.providers.qdrant_server_index import ServerIndex

        return ServerIndex(settings.qdrant_url, settings.qdrant_api_key, embedder.dimensions)
    from footnoted.providers.qdrant_edge_index import EdgeIndex

    return EdgeIndex(settings.data_dir / "index", embedder.dimensions)


def _writer(settings: Settings, extractive: Writer) -> Writer:
    if settings.llm:
        raise Misconfigured(f"FOOTNOTED_LLM={settings.llm} is not known. Unset it to answer without a model.")
    return extractive


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
