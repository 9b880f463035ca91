"""The ports, each call of them a span.

The one file with OpenTelemetry's names, which for models are still in development:
https://opentelemetry.io/docs/specs/semconv/gen-ai/. Wraps ports; no span holds a word of a question or of an answer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from uuid import UUID

from footnoted.domain.book import Hit, Vector
from footnoted.domain.door.stores import CallPermit
from footnoted.domain.ports import Embedder, History, Lexicon, PassageIndex, Polyglot, Reader, Reranker, Search
from footnoted.domain.question import Turn
from footnoted.domain.reading import Readable, Reading
from footnoted.domain.writing import ConversingModel
from footnoted.providers.tracing.spans import Attributes, Span, SpanExporter, SpanKind, Spans


class Tracing:
    """Creates and sends spans; implements Tracer."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._spans = Spans(exporter)

    @contextmanager
    def request(self, method: str, path: str) -> Iterator[Callable[[int], None]]:
        """A span for a request, from its first byte to the reply's last; call what it yields with the status."""
        attributes = {"http.request.method": method, "url.path": path}
        with self._spans.begin(method, SpanKind.SERVER, attributes) as span:
            yield lambda status: _answered(span, status)

    def call(self, name: str, attributes: Attributes) -> Span:
        """A call that answering makes; its span is the current one only where it is entered as a context."""
        return self._spans.begin(name, SpanKind.CLIENT, attributes)

    def around(
        self, embedder: Embedder, index: PassageIndex, reranker: Reranker | None, reader: Reader | None
    ) -> tuple[Embedder, PassageIndex, Reranker | None, Reader | None]:
        """The same parts, with a span for each call."""
        return (
            TracedPolyglot(embedder, embedder, self)
            if isinstance(embedder, Polyglot)
            else TracedEmbedder(embedder, self),
            TracedIndex(index, self),
            TracedReranker(reranker, self) if reranker else None,
            TracedReader(reader, self) if reader else None,
        )

    def history(self, history: History) -> TracedHistory:
        """The same history, with a span for each read and each stored turn."""
        return TracedHistory(history, self)

    def model(self, model: ConversingModel) -> TracedModel:
        """The same model, with a span for each conversation."""
        return TracedModel(model, self)

    def close(self) -> None:
        """Send what is left."""
        self._spans.close()


def _answered(span: Span, status: int) -> None:
    span.tell({"http.response.status_code": status})
    span.has_failed = status >= 500


def _name_and_attributes(operation: str, name: str) -> tuple[str, dict[str, str | int]]:
    provider, _, model = name.partition(":")
    known: dict[str, str | int] = {"gen_ai.operation.name": operation, "gen_ai.provider.name": provider}
    return f"{operation} {model or provider}", known | {"gen_ai.request.model": model or provider}


class TracedEmbedder:
    """An Embedder."""

    def __init__(self, embedder: Embedder, tracing: Tracing) -> None:
        self._embedder, self._tracing = embedder, tracing
        self._span, asked = _name_and_attributes("embeddings", embedder.name)
        self._attributes = asked | {"gen_ai.embeddings.dimension.count": embedder.dimensions}
        self.embed_passages, self.close = embedder.embed_passages, embedder.close
        if isinstance(embedder, Lexicon):
            self.is_word = embedder.is_word

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def embed_question(self, text: str) -> Vector:
        with self._tracing.call(self._span, self._attributes):
            return await self._embedder.embed_question(text)


class TracedPolyglot(TracedEmbedder):
    """An Embedder that is a Polyglot."""

    def __init__(self, embedder: Embedder, polyglot: Polyglot, tracing: Tracing) -> None:
        super().__init__(embedder, tracing)
        self.embed_across, self.likeness = polyglot.embed_across, polyglot.likeness


class TracedHistory:
    """A History."""

    def __init__(self, history: History, tracing: Tracing) -> None:
        self._history, self._tracing = history, tracing
        self.session, self.forget, self.rate, self.ping = history.session, history.forget, history.rate, history.ping

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        with self._tracing.call("turns", {"db.operation.name": "turns"}):
            return await self._history.turns(session, limit)

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        with self._tracing.call("remember", {"db.operation.name": "remember"}):
            await self._history.remember(session, turn, continues=continues)


class TracedIndex:
    """A PassageIndex."""

    def __init__(self, index: PassageIndex, tracing: Tracing) -> None:
        self._index, self._tracing = index, tracing
        self.neighbours, self.revision, self.count = index.neighbours, index.revision, index.count
        self.revise, self.drop, self.ping, self.close = index.revise, index.drop, index.ping, index.close

    async def search(self, search: Search) -> list[Hit]:
        with self._tracing.call("search", {"db.system.name": "qdrant", "db.operation.name": "search"}) as span:
            hits = await self._index.search(search)
            span.tell({"db.response.returned_rows": len(hits)})
            return hits


class TracedReranker:
    """A Reranker."""

    def __init__(self, reranker: Reranker, tracing: Tracing) -> None:
        self._reranker, self._tracing = reranker, tracing
        self.ping, self.close = reranker.ping, reranker.close

    @property
    def name(self) -> str:
        return self._reranker.name

    async def rate(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        with self._tracing.call("rerank", {"gen_ai.request.model": self.name, "footnoted.passages": len(texts)}):
            return await self._reranker.rate(question, texts)


class TracedReader:
    """A Reader."""

    def __init__(self, reader: Reader, tracing: Tracing) -> None:
        self._reader, self._tracing = reader, tracing
        self.ping, self.close = reader.ping, reader.close

    @property
    def name(self) -> str:
        return self._reader.name

    async def read(self, question: str, pages: Sequence[Readable]) -> Sequence[Reading]:
        with self._tracing.call("read", {"gen_ai.request.model": self.name, "footnoted.passages": len(pages)}):
            return await self._reader.read(question, pages)


class TracedModel:
    """A ConversingModel."""

    def __init__(self, model: ConversingModel, tracing: Tracing) -> None:
        self._model, self._tracing = model, tracing
        self.ping = model.ping

    @property
    def name(self) -> str:
        return self._model.name

    async def converse(
        self,
        system: str,
        user: str,
        search: Callable[[str], Awaitable[str]] | None,
        seconds: float,
        on_usage: Callable[[int, int, int], None],
        permit: CallPermit | None = None,
    ) -> AsyncGenerator[str, None]:
        name, attributes = _name_and_attributes("chat", self.name)
        span = self._tracing.call(name, attributes | {"gen_ai.output.type": "text"})

        def used(calls: int, read: int, wrote: int) -> None:
            span.tell({"gen_ai.usage.input_tokens": read, "gen_ai.usage.output_tokens": wrote})
            on_usage(calls, read, wrote)

        try:
            async with aclosing(self._model.converse(system, user, search, seconds, used, permit)) as pieces:
                async for piece in pieces:
                    yield piece
        except Exception as error:
            span.failed(error)
            raise
        finally:
            span.end()
