"""Chooses the provider that each setting names.

A provider is imported only if it is chosen. Opens no store and no index: wiring.py does.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from footnoted.domain.door.access_key import AccessKey
from footnoted.domain.door.stores import CallBudget, RequestCounter
from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Catalogue, Checker, Embedder, PassageIndex, Reader, Reranker
from footnoted.domain.writing import Writer
from footnoted.engine.understand.restate import Restater

if TYPE_CHECKING:
    from footnoted.engine.find.own_embedders import Own
    from footnoted.providers.models.endpoint import Endpoint
    from footnoted.providers.sql.database import Database
    from footnoted.providers.tracing import Tracing
    from footnoted.settings import Settings

_RESTATING = 0.2
"""Share of the deadline for restating a follow-up; the answer needs the rest."""

Writing = Callable[[AccessKey | None], tuple[Writer, Restater | None]]
"""The writer for a key, with its model calls counted; for None, uncounted."""


@contextmanager
def _packages(setting: str, extra: str) -> Iterator[None]:
    """Turn a missing package into an error with the command that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("footnoted"):
            raise
        raise Misconfigured(f"{setting} needs packages. Run: pip install 'footnoted[{extra}]'") from error


def tracing(settings: Settings, stack: AsyncExitStack) -> Tracing | None:
    """The tracer, if traces are wanted."""
    if not settings.traces:
        return None
    from footnoted.providers.tracing import Tracing, otlp_exporter

    tracing = Tracing(otlp_exporter())
    stack.push_async_callback(asyncio.to_thread, tracing.close)  # waits for the collector
    return tracing


def counter(settings: Settings, database: Database, stack: AsyncExitStack) -> RequestCounter | None:
    """The request counter for all workers; None for a single process."""
    if settings.redis_url:
        from footnoted.providers.redis.counter import RedisCounter

        shared = RedisCounter(settings.redis_url)
        stack.push_async_callback(shared.close)
        return shared
    if settings.workers == 1 and not settings.database_url:
        return None
    from footnoted.providers.sql.door.counter import SqlCounter

    return SqlCounter(database)


def embedder(settings: Settings, threads: int | None = None) -> Embedder:
    """The embedder; a local model uses this many threads, by default one a core."""
    match settings.embedder.partition(":"):
        case ("local", _, "granite-embedding-30m-english"):
            from footnoted.providers.embedders.local import LocalEmbedder

            return LocalEmbedder(settings.models, threads=threads)
        case ("local", _, "multilingual"):
            from footnoted.providers.embedders.multilingual import MultilingualEmbedder

            return MultilingualEmbedder(settings.models)
        case ("openai" | "compatible" | "cohere" | "gemini" as provider, _, model) if model:
            with _packages("FOOTNOTED_EMBEDDER", "embedders"):
                return _embedder_by_api(settings, provider, model)
        case ("fastembed", _, model) if model:
            with _packages("FOOTNOTED_EMBEDDER", "fastembed"):
                from footnoted.providers.embedders.fastembed import FastembedEmbedder
            return FastembedEmbedder(model, settings.models)
        case _:
            raise Misconfigured(
                f"FOOTNOTED_EMBEDDER={settings.embedder} is not known. Use local:granite-embedding-30m-english, "
                "local:multilingual, or openai:…, cohere:…, gemini:…, compatible:… or fastembed:… with a model's name."
            )


def _embedder_by_api(settings: Settings, provider: str, model: str) -> Embedder:
    url, length = settings.embedder_base_url, settings.embedder_dimensions
    if provider == "cohere":
        from footnoted.providers.embedders.cohere import CohereEmbedder

        return CohereEmbedder(model, api_key=settings.cohere_api_key, base_url=url, dimensions=length)
    if provider == "gemini":
        from footnoted.providers.embedders.gemini import GeminiEmbedder

        return GeminiEmbedder(model, api_key=settings.gemini_api_key, base_url=url, dimensions=length)
    from footnoted.providers.embedders.openai import OpenAIEmbedder

    return OpenAIEmbedder(model, api_key=settings.openai_api_key, base_url=url, dimensions=length, provider=provider)


def index(settings: Settings, embedder: Embedder) -> tuple[PassageIndex, Catalogue | None]:
    """The index; for a collection that another program made, also a catalogue read from it."""
    return _foreign(settings, embedder) if settings.collection else (_index(settings, embedder, ""), None)


def own_embedders(settings: Settings, stack: AsyncExitStack) -> Own:
    """Books with their own embedder → embedder and index; several books may share one."""
    opened: dict[str, tuple[Embedder, PassageIndex]] = {}
    for book, name in settings.books_with_own_embedder.items():
        if name not in opened:
            own = embedder(settings.of_book(book))
            stack.push_async_callback(own.close)
            opened[name] = own, _index(settings, own, "." + re.sub(r"[^a-z0-9]+", "-", own.name.lower()))
    return {book: opened[name] for book, name in settings.books_with_own_embedder.items()}


def _index(settings: Settings, embedder: Embedder, place: str) -> PassageIndex:
    if settings.qdrant_url:
        return _server_index(settings, settings.qdrant_url, embedder, f"footnoted{place}")
    from footnoted.providers.qdrant.embedded.index import EdgeIndex

    return EdgeIndex(settings.data_dir / f"index{place}", embedder.dimensions)


def _server_index(settings: Settings, url: str, embedder: Embedder, prefix: str) -> PassageIndex:
    with _packages("QDRANT_URL", "qdrant"):
        from footnoted.providers.qdrant.server.index import ServerIndex
        from footnoted.providers.qdrant.server.layout import Layout
        from footnoted.providers.qdrant.server.library import LibraryIndex

    layout = Layout(settings.qdrant_shards, settings.qdrant_replicas, settings.qdrant_quantisation)
    key, port = settings.qdrant_api_key, settings.qdrant_grpc_port
    own = ServerIndex(url, key, embedder.dimensions, prefix=prefix, layout=layout, grpc_port=port)
    return LibraryIndex(own, settings.qdrant_shared) if settings.qdrant_shared else own


def _foreign(settings: Settings, embedder: Embedder) -> tuple[PassageIndex, Catalogue]:
    if not settings.qdrant_url:
        raise Misconfigured("FOOTNOTED_COLLECTION names a collection on a Qdrant server. Set QDRANT_URL as well.")
    with _packages("FOOTNOTED_COLLECTION", "qdrant"):
        from footnoted.providers.qdrant.foreign.catalogue import ForeignCatalogue
        from footnoted.providers.qdrant.foreign.index import FIELDS, ForeignIndex

    fields = dict(pair.partition("=")[::2] for pair in settings.collection_fields)
    if wrong := [name for name, key in fields.items() if name not in FIELDS or not key]:
        raise Misconfigured(
            f"FOOTNOTED_COLLECTION_FIELDS is wrong at {wrong[0]!r}. Write pairs such as text=content,url=link; "
            f"the names are {', '.join(FIELDS)}."
        )
    name, url, key = settings.collection, settings.qdrant_url, settings.qdrant_api_key
    index = ForeignIndex(url, key, embedder.dimensions, collection=name, payload_fields=fields)
    return index, ForeignCatalogue(index, name, embedder.name)


def reranker(settings: Settings) -> Reranker | None:
    """The reranker, if there is one."""
    if not settings.reranker:
        return None
    from footnoted.providers.rerankers.budgeted import BudgetedReranker

    if settings.reranker.partition(":")[0] in {"cohere", "jina", "tei", "http", "https"}:
        with _packages("FOOTNOTED_RERANKER", "embedders"):
            from footnoted.providers.rerankers.api import RerankerApi, rerank_endpoint
        where = rerank_endpoint(settings.reranker, api_key=settings.reranker_api_key, keys=settings.keys)
        return BudgetedReranker(RerankerApi(where), settings.rerank_seconds)
    from footnoted.providers.rerankers.local import LocalReranker

    return BudgetedReranker(LocalReranker(Path(settings.reranker).expanduser()), settings.rerank_seconds)


def readers(settings: Settings) -> tuple[Reader | None, Checker | None]:
    """What reads a question with the passages found, and what checks that a quote answers exactly that; or neither."""
    if settings.reader == "none":
        return None, None
    if settings.reader != "local":
        raise Misconfigured(f"FOOTNOTED_READER={settings.reader} is not known. Use local or none.")
    from footnoted.providers.checkers.local import LocalChecker
    from footnoted.providers.readers.local import LocalReader

    models, waiting = settings.models, settings.reader_waiting
    return LocalReader(models, waiting=waiting), LocalChecker(models, waiting=waiting)


def writing(
    settings: Settings,
    extractive: Writer,
    budget: CallBudget,
    failures: RequestCounter | None,
    tracing: Tracing | None,
    stack: AsyncExitStack,
) -> Writing:
    """The function that makes writers."""
    if not settings.llm:
        return lambda _: (extractive, None)
    with _packages("FOOTNOTED_LLM", "local-llm" if settings.llm.startswith("local:") else "openai"):
        from footnoted.providers.models.agents_model import AgentsModel
        from footnoted.providers.models.client import ModelClient, Patience
    from footnoted.domain.writing import ConversingModel
    from footnoted.engine.write import prompt
    from footnoted.engine.write.metered_model import MeteredModel
    from footnoted.engine.write.model_writer import ModelWriter, Price
    from footnoted.providers.embedders.token_count import token_counter

    # A local model may take long to read its prompt; a vendor's model that is silent for so long is down.
    own = settings.llm.partition(":")[0] in {"local", "ollama", "llamacpp"}
    patience = Patience(first_token=settings.deadline_seconds if own else 15.0)
    client = ModelClient(_endpoints(settings, stack), patience, failures=failures)
    opened = AgentsModel(client, name=settings.llm, **prompt.CONVERSATION)
    stack.push_async_callback(opened.close)
    bare = tracing.model(opened) if tracing else opened
    read, written = settings.llm_price_read, settings.llm_price_written
    price = Price(read, written) if read is not None and written is not None else None
    seconds, count = settings.deadline_seconds, token_counter()

    def write_for(key: AccessKey | None) -> tuple[Writer, Restater | None]:
        model: ConversingModel = bare
        if key is not None and key.daily_calls is not None:
            model = MeteredModel(bare, budget, key.id, key.daily_calls)
        restater = Restater(model, seconds=seconds * _RESTATING) if settings.llm_follow_ups else None
        return ModelWriter(model, count, seconds=seconds, price=price), restater

    return write_for


def _endpoints(settings: Settings, stack: AsyncExitStack) -> list[Endpoint]:
    """The model's endpoint, then its fallback's."""
    from footnoted.providers.models.endpoint import Endpoint, endpoint

    provider, _, model = settings.llm.partition(":")
    fallback = [endpoint(settings.llm_fallback, keys=settings.keys)] if settings.llm_fallback else []
    if provider == "local":
        from footnoted.providers.models.local import LocalModel

        local = LocalModel(model)
        stack.callback(local.close)
        return [Endpoint(local.url, model, local.key), *fallback]
    url, key = settings.llm_base_url, settings.llm_api_key
    return [endpoint(settings.llm, base_url=url, api_key=key, keys=settings.keys), *fallback]
