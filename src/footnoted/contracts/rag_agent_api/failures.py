"""The errors of contract 003-rag-agent-api: any error as status, code and message."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    ShuttingDown,
    UnknownPath,
)
from footnoted.contracts.http import sse
from footnoted.contracts.http.app import (
    Failed,
)
from footnoted.domain.errors import AskError, SessionUnknown


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    status, code, message, retry_after = _failure(error)
    details = {"field": error.field} if isinstance(error, BadInput) else None
    body: dict[str, Any] = {
        "error": code,
        "message": message,
        "details": details,
        "timestamp": datetime.now(UTC).isoformat(),
        "request_id": str(request_id),
        "detail": message,
    }
    return Failed(status, body, retry_after)


def _failure(error: Exception) -> tuple[int, str, str, int | None]:
    match error:
        case BadInput():
            return 400, "validation_error", _bad_input(error), None
        case BodyTooSlow():
            return 400, "validation_error", error.message, None
        case BodyTooLarge():
            return 413, "payload_too_large", error.message, None
        case SessionUnknown():
            return 404, "not_found", "There is no such session.", None
        case UnknownPath():
            return error.status, "not_found", error.fault, None
        case RateLimited():
            return 429, "rate_limited", "Too many requests. Please wait a little.", error.retry_after
        case KeyWanted():
            return 401, "unauthorized", error.message, None
        case AskError() | ShuttingDown():
            return 503, "service_unavailable", "The service is not available just now. Please try again soon.", 5
        case _:
            return 500, "internal_error", "Something went wrong on our side.", None


def last_words(error: Exception) -> str:
    _, code, message, _ = _failure(error)
    return sse.event("error", {"error": message, "code": code})


def _bad_input(error: BadInput) -> str:
    match error.field:
        case "message" if error.is_empty:
            return "Please ask a question: the message is empty."
        case "message" | "context" if error.is_too_long:
            return f"{error.field} is too long: at most {error.limit} characters."
        case "session_id":
            return "session_id must be a UUID of version 4."
        case "body":
            return "The request must be a JSON object in UTF-8."
        case field:
            return f"{field[:40]} {error.fault}."
