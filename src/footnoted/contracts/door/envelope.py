"""Around every request: its id, a line in the log, and metrics. Knows no route."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from time import perf_counter
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts.door.metrics import Metrics
from footnoted.contracts.door.state import begin, state_of

_log = logging.getLogger("footnoted.access")


class Envelope:
    """Gives every request its id, puts it on the response, and logs one line without a word of the question."""

    def __init__(self, app: ASGIApp, metrics: Metrics | None = None) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request_id, started = uuid4(), perf_counter()
        status = 499  # nobody waited for the answer
        begin(scope, request_id)
        state_of(scope).send_part = send

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", str(request_id).encode())]
                if not any(name == b"cache-control" for name, _ in message["headers"]):
                    message["headers"].append((b"cache-control", b"no-store"))  # answers are the asker's
            await send(message)

        tracer = state_of(scope).shared.tracer
        span = tracer.request(scope["method"], scope["path"]) if tracer else nullcontext(lambda _: None)
        try:
            with span as told_status:
                await self._app(scope, receive, send_with_id)
                told_status(status)
        finally:
            seconds = perf_counter() - started
            if self._metrics:
                self._metrics.record(scope["method"], scope["path"], status, seconds)
            if _log.isEnabledFor(logging.INFO):
                told = {"method": scope["method"], "path": scope["path"], "status": status}
                told["milliseconds"] = round(seconds * 1000, 1)
                line = request_id, scope["method"], scope["path"], status, seconds * 1000
                _log.info("%s %s %r %d %.1f ms", *line, extra={"request": told})
