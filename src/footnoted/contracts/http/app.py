"""Shared by all contracts' apps: errors at the door, one way to fail, and stopping when the reader leaves.

Knows FastAPI, but no contract's form. A contract passes `failure`, which puts any error into its own body.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar, cast
from uuid import UUID

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from footnoted.contracts.door.access import CONTRACT_ROUTES
from footnoted.contracts.door.gate import Door
from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooSlow,
    KeyReused,
    KeyWanted,
    ReaderLeft,
    Refusal,
    UnknownPath,
)
from footnoted.contracts.door.state import state_of
from footnoted.domain.answer import Answer
from footnoted.domain.errors import FootnotedError, OutOfTime
from footnoted.domain.ports import History
from footnoted.domain.question import Question
from footnoted.engine.ask import Engine, final
from footnoted.web.routes import api

_log = logging.getLogger("footnoted")

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failed:
    """A failure in a contract's own form."""

    status: int
    body: dict[str, Any]
    retry_after: int | None = None
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The HTTP response."""
        headers = self.headers | ({"Retry-After": str(self.retry_after)} if self.retry_after is not None else {})
        return Response(json.dumps(self.body), self.status, headers, media_type="application/json")


_EXPLAINED = {
    *("string_type", "bool_type", "int_type", "float_type", "list_type", "dict_type"),
    *("bool_parsing", "int_parsing", "float_parsing", "int_from_float"),
    *("less_than_equal", "greater_than_equal", "literal_error", "enum", "string_too_long"),
}
"""Pydantic's errors whose message explains the field without repeating its value."""

Failure = Callable[[Exception, UUID], Failed]
FailureIn = Callable[[Exception, UUID, str], Failed]
"""The same with an ``Accept-Language`` header."""


class _ContractApp(FastAPI):
    """Documents what it can really send: 422 in the contract's own form, not in FastAPI's.

    The overview shows what each endpoint does instead of its function's name.
    """

    def openapi(self) -> dict[str, Any]:
        listed = super().openapi()
        for operations in listed["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
                if "description" in operation:
                    operation["summary"] = operation["description"].partition("\n")[0].rstrip(".")
                if "requestBody" in operation and "400" in operation["responses"]:
                    description = {"description": "The `Idempotency-Key` came with another request before."}
                    operation["responses"]["422"] = operation["responses"]["400"] | description
        for unused in ("HTTPValidationError", "ValidationError"):
            listed.get("components", {}).get("schemas", {}).pop(unused, None)
        return listed


def contract_app(name: str, failure: Failure, *, in_languages: FailureIn | None = None, **about: Any) -> FastAPI:
    """A FastAPI app that sends every error in the contract's own body, whatever raised it.

    Who may call its routes is in the access table under its name. ``in_languages`` is for a contract whose messages no
    seed fixes: they are in the language that the reader's browser prefers.
    """

    def fail(error: Exception, request_id: UUID, languages: str) -> Response:
        if not isinstance(error, (FootnotedError, Refusal)):
            _log.error("request %s failed", request_id, exc_info=error)
        elif error.__cause__ is not None:
            _log.warning("request %s: %s", request_id, error, exc_info=error.__cause__)
        failed = in_languages(error, request_id, languages) if in_languages else failure(error, request_id)
        if isinstance(error, KeyReused):  # in every contract, as the draft standard for the header requires
            failed = replace(failed, status=422)
        failed.headers.update(_headers(error))
        return failed.response()

    app = _ContractApp(docs_url=None, redoc_url=None, **about)
    app.add_route("/docs", lambda request: api(request, app.title), include_in_schema=False)
    app.add_middleware(Door, rules=CONTRACT_ROUTES[name], failure=fail)
    for kind in (RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _refuse)
    return app


def _headers(error: Exception) -> dict[str, str]:
    """Headers that HTTP requires with some refusals, in every contract."""
    match error:
        case KeyWanted():
            return {"WWW-Authenticate": "Bearer"}
        case UnknownPath():
            return dict(error.headers)
        case BodyTooSlow():
            return {"Connection": "close"}
        case _:
            return {}


def _reason(error: Mapping[str, Any]) -> str:
    """Pydantic's words, if they repeat nothing that the client sent and name no class of ours."""
    if str(error["type"]) not in _EXPLAINED or len(error["loc"]) > 2:
        return ""
    return f"it should{str(error['msg']).partition('should')[2]}"


async def _refuse(request: Request, error: Exception) -> NoReturn:
    """Turn FastAPI's own errors into ours. Never echoes what the client sent."""
    if isinstance(error, RequestValidationError):
        first = cast("dict[str, Any]", error.errors()[0])
        where = [str(part) for part in first["loc"][1:] if isinstance(part, str)]
        limit = (first.get("ctx") or {}).get("max_length")
        raise BadInput(where[0] if where else "body", str(first["type"]), limit, _reason(first))
    if isinstance(error, HTTPException) and error.status_code in (404, 405):
        raise UnknownPath(error.status_code, error.headers)
    raise BadInput("body", "unreadable")


def engine(request: Request) -> Engine:
    """The engine from the request's state."""
    return state_of(request.scope).shared.engine


def owner(request: Request) -> str:
    """Whose sessions the request may see: a digest of its key; empty where no keys are required."""
    return state_of(request.scope).caller.owner


def own_history(request: Request) -> History:
    """The sessions that the request may see."""
    return engine(request).history_of(owner(request))


def accept_language(request: Request) -> str:
    """The languages that the reader's browser prefers."""
    return request.headers.get("accept-language", "")


def request_id(request: Request) -> UUID:
    """The request's id in logs and replies."""
    return state_of(request.scope).id


def json_response(model: BaseModel) -> Response:
    """The model as JSON; we built it, so it is not validated again."""
    return Response(model.model_dump_json(), media_type="application/json")


async def whole_answer(request: Request, asked: Question, seconds: float | None = None) -> Answer:
    """The whole answer; ``seconds`` is a contract's own deadline."""
    events = engine(request).ask(replace(asked, is_whole=True))
    return await while_listening(request, final(events), seconds)


async def while_listening(request: Request, work: Awaitable[Result], seconds: float | None = None) -> Result:
    """Do the work, but stop it at once when the reader leaves or the deadline passes.

    ``seconds`` is a contract's own deadline; the server's applies too.
    """
    worker = asyncio.current_task()
    assert worker is not None
    has_left = False

    async def listen() -> None:
        nonlocal has_left
        while (await request.receive())["type"] != "http.disconnect":
            pass
        has_left = True
        worker.cancel()

    listener = asyncio.ensure_future(listen())
    longest = state_of(request.scope).shared.door.deadline_seconds
    try:
        async with asyncio.timeout(min(longest, seconds or longest)):
            return await work
    except TimeoutError as error:
        raise OutOfTime("The answer took too long.") from error
    except asyncio.CancelledError:
        if not has_left:
            raise
        worker.uncancel()
        raise ReaderLeft from None
    finally:
        listener.cancel()
