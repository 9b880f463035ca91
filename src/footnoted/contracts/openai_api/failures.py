"""Errors in the form that OpenAI's clients know: each status becomes one of their exceptions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pydantic import BaseModel

from footnoted.contracts.door.refusals import BadInput
from footnoted.contracts.http.app import Failed
from footnoted.contracts.http.failures import FailureText, describe
from footnoted.domain.errors import BookUnknown, SessionUnknown


class ErrorDetail(BaseModel):
    """What went wrong."""

    message: str
    type: str
    param: str | None
    code: str | None


class ErrorResponse(BaseModel):
    """Every error looks like this."""

    error: ErrorDetail


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    what = describe(error)
    return Failed(what.status, {"error": _detail(error, what)}, what.retry_after)


def midway(error: Exception) -> dict[str, Any]:
    """The error inside a stream that it interrupted."""
    return _detail(error, describe(error))


def _detail(error: Exception, what: FailureText) -> dict[str, Any]:
    match error:
        case BadInput() if error.field != "body":
            param: str | None = error.field
        case BookUnknown():
            param = "model"
        case SessionUnknown():
            param = "previous_response_id"
        case _:
            param = None
    return {"message": what.message, "type": _kind(what.status), "param": param, "code": what.code}


def _kind(status: int) -> str:
    if status >= 500:
        return "server_error"
    return "rate_limit_error" if status == 429 else "invalid_request_error"
