"""OpenTelemetry tracing: a span for each request, and for each call to a provider that answering makes.

The only file with its names, which for models are still in development:
https://opentelemetry.io/docs/specs/semconv/gen-ai/. Wraps ports; no span has words of a question or an answer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from uuid import UUID

from footnoted.domain.book import Hit, Vector
from footnoted.domain.door.stores import CallPermit
from footnoted.domain.errors import Misconfigured
from footnoted.domain.ports import Embedder, History, PassageIndex, Polyglot, Reader, Reranker, Search
from footnoted.domain.question import Turn
from footnoted.domain.reading import Readable, Reading
from footnoted.domain.writing import ConversingModel

try:
    from opentelemetry.context import attach, detach
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
    from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context
except ImportError as error:
    raise Misconfigured("FOOTNOTED_TRACES needs packages. Run: pip install 'footnoted[traces]'") from error

Attributes = Mapping[str, str | int]


def otlp_exporter() -> SpanExporter:
    """Sends spans where the OTEL_… variables say; by default to a collector on this machine."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()


class Tracing:
    """Creates and sends spans; implements Tracer."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._provider = TracerProvider()
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("footnoted")

    @contextmanager
    def request(self, method: str, path: str) -> Iterator[Callable[[int], None]]:
        """A span for a request, from its first byte to the reply's last; call what it yields with the status."""
        attributes = {"http.request.method": method, "url.path": path}
        with _Call(self._tracer.start_span(method, kind=SpanKind.SERVER, attributes=attributes)) as span:
            yield lambda status: _answered(span, status)

    def call(self, name: str, attributes: Attributes) -> _Call:
        """A span for a call, as a context in which it is the current span."""
        return _Call(self.begin(name, attributes))

    def begin(self, name: str, attributes: Attributes) -> Span:
        """A span that is not the current one, for a call that is suspended and resumed."""
        return self._tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes)

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
        self._provider.shutdown()


class _Call:
    """The current span until it ends; unlike the SDK's own, it does not record an error's message."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def __enter__(self) -> Span:
        self._token = attach(set_span_in_context(self._span))
        return self._span

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        detach(self._token)
        if isinstance(error, Exception):
            _failed(self._span, error)
        self._span.end()


def _failed(span: Span, error: Exception) -> None:
    span.set_attribute("error.type", type(error).__name__)
    span.set_status(Status(StatusCode.ERROR))


def _answered(span: Span, status: int) -> None:
    span.set_attribute("http.response.status_code", status)
    if status >= 500:
        span.set_status(Status(StatusCode.ERROR))


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

    async def remember(self, session: UUID, turn: Turn) -> None:
        with self._tracing.call("remember", {"db.operation.name": "remember"}):
            await self._history.remember(session, turn)


class TracedIndex:
    """A PassageIndex."""

    def __init__(self, index: PassageIndex, tracing: Tracing) -> None:
        self._index, self._tracing = index, tracing
        self.neighbours, self.revision, self.count = index.neighbours, index.revision, index.count
        self.revise, self.drop, self.ping, self.close = index.revise, index.drop, index.ping, index.close

    async def search(self, search: Search) -> list[Hit]:
        with self._tracing.call("search", {"db.system.name": "qdrant", "db.operation.name": "search"}) as span:
            hits = await self._index.search(search)
            span.set_attribute("db.response.returned_rows", len(hits))
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
        span = self._tracing.begin(name, attributes | {"gen_ai.output.type": "text"})

        def used(calls: int, read: int, wrote: int) -> None:
            span.set_attributes({"gen_ai.usage.input_tokens": read, "gen_ai.usage.output_tokens": wrote})
            on_usage(calls, read, wrote)

        try:
            async with aclosing(self._model.converse(system, user, search, seconds, used, permit)) as pieces:
                async for piece in pieces:
                    yield piece
        except Exception as error:
            _failed(span, error)
            raise
        finally:
            span.end()
