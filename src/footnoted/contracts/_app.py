"""What every contract's app shares: its errors at the door, one way to fail, and listening for a reader who leaves.

Knows FastAPI; knows no contract's words. A contract hands in `failure`, which puts any error into its own body.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from uuid import UUID

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from footnoted.contracts._door import BadInput, BodyTooLarge, Door, UnknownPath
from footnoted.domain.errors import FootnotedError
from footnoted.engine.ask import Engine

_log = logging.getLogger("footnoted")

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure in a contract's own words."""

    status: int
    body: dict[str, Any]
    retry_after: int | None = None

    def response(self) -> Response:
        """The HTTP response that carries it."""
        headers = {"Retry-After": str(self.retry_after)} if self.retry_after is not None else None
        return Response(json.dumps(self.body), self.status, headers, media_type="application/json")


Failure = Callable[[Exception, UUID], Failed]


def contract_app(failure: Failure, **about: Any) -> FastAPI:
    """A FastAPI app whose every error, whatever raised it, leaves in the contract's own body."""
    app = FastAPI(**about)
    app.state.failure = failure
    app.add_middleware(Door, failure=lambda error, request_id: failure(error, request_id).response())

    async def fail(request: Request, error: Exception) -> Response:
        fact = _fact(error)
        if not isinstance(fact, (FootnotedError, BadInput, UnknownPath, BodyTooLarge)):
            _log.error("request %s failed", request_id(request), exc_info=error)
        elif fact.__cause__ is not None:
            _log.warning("request %s: %s", request_id(request), fact, exc_info=fact.__cause__)
        return failure(fact, request_id(request)).response()

    for kind in (RequestValidationError, HTTPException, FootnotedError, BadInput, Exception):
        app.add_exception_handler(kind, fail)
    return app


def _fact(error: Exception) -> Exception:
    """FastAPI's own errors as ours; everything else as it is. Never echoes what the client sent."""
    if isinstance(error, RequestValidationError):
        first = cast("dict[str, Any]", error.errors()[0])
        where = [str(part) for part in first["loc"][1:] if isinstance(part, str)]
        limit = (first.get("ctx") or {}).get("max_length")
        return BadInput(where[0] if where else "body", str(first["type"]), limit)
    if isinstance(error, HTTPException):
        return UnknownPath(error.status_code) if error.status_code in (404, 405) else BadInput("body", "unreadable")
    return error


def engine(request: Request) -> Engine:
    """The engine that the server put into the request's state."""
    return cast(Engine, request.state.engine)


def request_id(request: Request) -> UUID:
    """The id under which this request appears in logs and replies."""
    return cast(UUID, request.state.request_id)


def json_response(model: BaseModel) -> Response:
    """The model as JSON; built by us, so not validated once more."""
    return Response(model.model_dump_json(), media_type="application/json")


async def while_listening(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Do the work, but stop it at once when the reader goes away: nobody waits for the answer."""
    task = asyncio.ensure_future(work)
    listener = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, listener}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
        return await task
    finally:
        listener.cancel()
        if not task.done():
            task.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
