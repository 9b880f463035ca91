"""Cheap spans: recorded while a question is answered, and turned into OpenTelemetry's only when they are sent.

Sampling, ids, batches and sending are the SDK's and follow its OTEL_… variables. Its span objects are not used here:
each checks, locks and copies, which took longer than all other work of tracing. Knows no port.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar, Token
from time import time_ns
from typing import cast

from footnoted.domain.errors import Misconfigured

try:
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
    from opentelemetry.sdk.trace.sampling import Decision
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags
except ImportError as error:
    raise Misconfigured("FOOTNOTED_TRACES needs packages. Run: pip install 'footnoted[traces]'") from error

__all__ = ["Attributes", "Span", "SpanExporter", "SpanKind", "Spans", "otlp_exporter"]

Attributes = Mapping[str, str | int]

_SCOPE = InstrumentationScope("footnoted")
_SAMPLED = TraceFlags(TraceFlags.SAMPLED)
_KEPT = SpanContext(1, 1, False, _SAMPLED)


def otlp_exporter() -> SpanExporter:
    """Sends spans where the OTEL_… variables say; by default to a collector on this machine."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter()


class Span:
    """A call with its start, its end and its parent; entered as a context, it is the current span.

    Unlike the SDK's spans it does not record error messages.
    """

    __slots__ = (
        "_spans",
        "_token",
        "attributes",
        "end_time",
        "has_failed",
        "id",
        "is_sampled",
        "kind",
        "name",
        "parent",
        "start_time",
        "trace_id",
    )
    context = _KEPT
    """The SDK only checks whether an ended span is sampled; spans that are not never get there."""

    def __init__(self, spans: Spans, name: str, kind: SpanKind, attributes: Attributes, parent: Span | None) -> None:
        self._spans, self.name, self.kind, self.attributes, self.parent = spans, name, kind, attributes, parent
        self.id = spans.new_id()
        self.trace_id: int
        self.is_sampled: bool
        self.trace_id, self.is_sampled = (parent.trace_id, parent.is_sampled) if parent else spans.root(self)
        self.has_failed = False
        self.start_time = time_ns()

    def tell(self, more: Attributes) -> None:
        self.attributes = {**self.attributes, **more}

    def failed(self, error: Exception) -> None:
        self.tell({"error.type": type(error).__name__})
        self.has_failed = True

    def end(self) -> None:
        self.end_time = time_ns()
        if self.is_sampled:
            self._spans.ended(self)

    def __enter__(self) -> Span:
        self._token: Token[Span | None] = _CURRENT.set(self)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        _CURRENT.reset(self._token)
        if isinstance(error, Exception):
            self.failed(error)
        self.end()


_CURRENT: ContextVar[Span | None] = ContextVar("span", default=None)


class Spans:
    """Begins spans, and sends those that have ended, in batches."""

    def __init__(self, exporter: SpanExporter) -> None:
        provider = TracerProvider(shutdown_on_exit=False)
        self._sampler, self._ids = provider.sampler, provider.id_generator
        self.new_id = self._ids.generate_span_id
        self._batches = BatchSpanProcessor(_Translating(exporter, _LastingResource.of(provider.resource)))

    def begin(self, name: str, kind: SpanKind, attributes: Attributes) -> Span:
        """A new span under the current one, or in a new trace if there is none."""
        return Span(self, name, kind, attributes, _CURRENT.get())

    def root(self, span: Span) -> tuple[int, bool]:
        """A new trace, and whether the sampler wants it; asked once for a request and all of its spans."""
        trace = self._ids.generate_trace_id()
        asked = self._sampler.should_sample(None, trace, span.name, span.kind, span.attributes)
        return trace, asked.decision is Decision.RECORD_AND_SAMPLE

    def ended(self, span: Span) -> None:
        self._batches.on_end(cast(ReadableSpan, span))

    def close(self) -> None:
        """Send what is left."""
        self._batches.shutdown()  # type: ignore[no-untyped-call]


class _LastingResource(Resource):
    """A resource that computes its hash once; the SDK asks for it with every span."""

    @classmethod
    def of(cls, resource: Resource) -> _LastingResource:
        made = cls(dict(resource.attributes), resource.schema_url)
        made._hash = hash(resource)
        return made

    def __hash__(self) -> int:
        return self._hash

    _hash: int


class _Translating(SpanExporter):
    """Converts our spans into the SDK's for another exporter, in the thread that sends."""

    def __init__(self, exporter: SpanExporter, resource: Resource) -> None:
        self._exporter, self._resource = exporter, resource

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([self._readable(span) for span in cast(Sequence[Span], spans)])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def _readable(self, span: Span) -> ReadableSpan:
        return ReadableSpan(
            span.name,
            context=_context(span),
            parent=_context(span.parent) if span.parent else None,
            resource=self._resource,
            attributes=span.attributes,
            kind=span.kind,
            status=Status(StatusCode.ERROR) if span.has_failed else Status(),
            start_time=span.start_time,
            end_time=span.end_time,
            instrumentation_scope=_SCOPE,
        )


def _context(span: Span) -> SpanContext:
    return SpanContext(span.trace_id, span.id, False, _SAMPLED)
