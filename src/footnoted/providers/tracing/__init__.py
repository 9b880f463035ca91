"""OpenTelemetry: a span for each request and for each call that answering it makes to the outside world."""

from footnoted.providers.tracing.ports import Tracing
from footnoted.providers.tracing.spans import otlp_exporter

__all__ = ["Tracing", "otlp_exporter"]
