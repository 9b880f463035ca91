"""Spans as a collector gets them: by the real exporter over HTTP, and none where the sampler wants none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from footnoted.providers.tracing import Tracing, otlp_exporter


class _Collector(BaseHTTPRequestHandler):
    received: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.received.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[ExportTraceServiceRequest]]:
    """What a collector on loopback was sent."""
    kept: list[ExportTraceServiceRequest] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), type("Collector", (_Collector,), {"received": kept})) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "service.name=our-book")
        yield kept
        server.shutdown()


def traced() -> None:
    """A request that makes a call, which fails inside another."""
    tracing = Tracing(otlp_exporter())
    with tracing.request("POST", "/chat") as answered:
        with suppress(ValueError), tracing.call("search", {"db.system.name": "qdrant"}):
            with tracing.call("inner", {"footnoted.passages": 3}):
                pass
            raise ValueError("queen")
        answered(503)
    tracing.close()


def attributes(span: Any) -> dict[str, object]:
    return {it.key: getattr(it.value, it.value.WhichOneof("value")) for it in span.attributes}


def test_a_collector_gets_the_tree_of_a_request(received: list[ExportTraceServiceRequest]) -> None:
    traced()
    (request,) = received
    (resource,) = request.resource_spans
    assert ("service.name", "our-book") in [(it.key, it.value.string_value) for it in resource.resource.attributes]
    spans = {span.name: span for scope in resource.scope_spans for span in scope.spans}
    post, search, inner = spans["POST"], spans["search"], spans["inner"]
    assert not post.parent_span_id
    assert (search.parent_span_id, inner.parent_span_id) == (post.span_id, search.span_id)
    assert len({span.trace_id for span in spans.values()}) == 1
    assert post.start_time_unix_nano <= search.start_time_unix_nano <= inner.start_time_unix_nano
    assert inner.end_time_unix_nano <= search.end_time_unix_nano <= post.end_time_unix_nano
    assert attributes(post) == {"http.request.method": "POST", "url.path": "/chat", "http.response.status_code": 503}
    assert attributes(search) == {"db.system.name": "qdrant", "error.type": "ValueError"}
    assert attributes(inner) == {"footnoted.passages": 3}
    assert [span.status.code for span in (post, search, inner)] == [2, 2, 0]
    assert (post.kind, search.kind) == (2, 3)  # a server's, a client's
    assert b"queen" not in request.SerializeToString()


@pytest.mark.parametrize(("sampler", "count"), [("always_off", 0), ("always_on", 3), ("parentbased_traceidratio", 0)])
def test_the_sampler_is_heard(
    received: list[ExportTraceServiceRequest], monkeypatch: pytest.MonkeyPatch, sampler: str, count: int
) -> None:
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", sampler)
    monkeypatch.setenv("OTEL_TRACES_SAMPLER_ARG", "0")
    traced()
    scopes = [scope for request in received for it in request.resource_spans for scope in it.scope_spans]
    assert sum(len(scope.spans) for scope in scopes) == count
