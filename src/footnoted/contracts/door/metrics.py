"""Prometheus metrics at /metrics: requests by route, method and status, and how long they took.

Routes are those of the access table, so that no caller can create a label; no question, session or key is one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from footnoted.contracts.door.access import CONTRACT_ROUTES, PAGES, find
from footnoted.domain.errors import Misconfigured

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Metric

_OTHERS = frozenset({"/mcp"})
"""Served although it is not in the table."""
_UNKNOWN = "unknown"
_METHODS = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS"})
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """Counters of this process in a registry of their own; of all workers, where these count into one folder."""

    def __init__(self, mounts: Mapping[str, str]) -> None:
        """``mounts`` says which contract is served below which path."""
        try:
            from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
        except ImportError as error:
            raise Misconfigured("FOOTNOTED_METRICS needs a package. Run: pip install 'footnoted[metrics]'") from error
        self._mounts = mounts
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "footnoted_requests", "Requests answered.", ["route", "method", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "footnoted_request_seconds",
            "Seconds until the last byte of the reply.",
            ["route"],
            buckets=_SECONDS,
            registry=self._registry,
        )

    def record(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count one request; 499 is a reader who left."""
        known = method if method in _METHODS else _UNKNOWN
        route = self._route(known, path)
        self._requests.labels(route, known, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def _route(self, method: str, path: str) -> str:
        """The path as the access table writes it."""
        if rule := find(PAGES, method, path):
            return rule.path
        for mount, contract in self._mounts.items():
            if path.startswith(f"{mount}/") and (rule := find(CONTRACT_ROUTES[contract], method, path[len(mount) :])):
                return f"{mount}{rule.path}"
        return path if path in _OTHERS else _UNKNOWN

    async def page(self, request: Request) -> Response:
        """The counters as text."""
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        return Response(generate_latest(self._of_all_workers()), media_type=CONTENT_TYPE_LATEST)

    def _of_all_workers(self) -> CollectorRegistry:
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:  # the client's own word for that folder
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        together.register(_Workers())
        return together


class _Workers:
    """Memory and processor time of this process and its siblings together, which the shared folder does not have."""

    def collect(self) -> Iterator[Metric]:
        from prometheus_client import CollectorRegistry, ProcessCollector
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        sums: Counter[str] = Counter()
        for worker in _siblings():
            registry = CollectorRegistry()
            ProcessCollector(pid=lambda pid=worker: pid, registry=registry)  # type: ignore[misc]
            for metric in registry.collect():
                sums.update({sample.name: sample.value for sample in metric.samples})
        yield GaugeMetricFamily(
            "process_resident_memory_bytes", "Of all workers.", sums["process_resident_memory_bytes"]
        )
        yield CounterMetricFamily("process_cpu_seconds", "Of all workers.", sums["process_cpu_seconds_total"])


def _siblings() -> list[int]:
    """The processes that our parent started; only this one if they cannot be listed."""
    try:
        listed = Path(f"/proc/{os.getppid()}/task/{os.getppid()}/children").read_text("ascii")
    except OSError:
        return [os.getpid()]
    return list(map(int, listed.split()))
