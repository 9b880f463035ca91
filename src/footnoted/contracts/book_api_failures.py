"""The book API's words for what went wrong: any error as status, code and message."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from footnoted.contracts._app import Failed
from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    Refusal,
    UnknownPath,
)
from footnoted.domain.errors import (
    BookUnknown,
    DatabaseDown,
    EmbedderDown,
    IndexDown,
    ModelDown,
    OutOfTime,
    SessionUnknown,
)


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error as this contract says it: status and ``{error_code, message, request_id, details}``."""
    status, code, message, retry_after = told(error)
    details = {"field": error.field} if isinstance(error, BadInput) else None
    body: dict[str, Any] = {"error_code": code, "message": message, "request_id": str(request_id), "details": details}
    return Failed(status, body, retry_after)


def told(error: Exception) -> tuple[int, str, str, int | None]:
    match error:
        case Refusal():
            return _refusal(error)
        case SessionUnknown():
            return 404, "SESSION_NOT_FOUND", "There is no such session.", None
        case BookUnknown():
            return 400, "INVALID_REQUEST", error.message, None
        case IndexDown():
            return 503, "QDRANT_UNAVAILABLE", "The book's index does not answer. Please try again soon.", 5
        case ModelDown():
            return 503, "GEMINI_UNAVAILABLE", "The language model does not answer. Please try again soon.", 5
        case DatabaseDown() | EmbedderDown() | OutOfTime():
            return _UNAVAILABLE
        case _:
            return 500, "INTERNAL_ERROR", "Something went wrong on our side.", None


_UNAVAILABLE = (503, "SERVICE_UNAVAILABLE", "The service is not available just now. Please try again soon.", 5)


def _refusal(error: Refusal) -> tuple[int, str, str, int | None]:
    match error:
        case KeyWanted():
            return 401, "UNAUTHORIZED", "This server wants a key: `Authorization: Bearer` or `X-API-Key`.", None
        case UnknownPath():
            return error.status, "NOT_FOUND", "There is no such endpoint. See /docs for those there are.", None
        case BodyTooLarge():
            return 413, "BODY_TOO_LARGE", "The request is larger than this server takes.", None
        case RateLimited():
            return 429, "RATE_LIMITED", "Too many questions at once. Please wait a little.", error.retry_after
        case BadInput() | BodyTooSlow():
            return (400, *_bad_input(error), None)
        case _:
            return _UNAVAILABLE


def _bad_input(error: BadInput | BodyTooSlow) -> tuple[str, str]:
    if isinstance(error, BodyTooSlow):
        return "INVALID_REQUEST", "The request did not arrive in time."
    match error.field:
        case "query" if error.is_empty:
            return "EMPTY_QUERY", "Please ask a question: `query` is empty."
        case "query" if error.is_too_long:
            return "QUERY_TOO_LONG", f"The question is too long: at most {error.limit} characters."
        case "selected_text" if error.is_too_long:
            return "SELECTION_TOO_LONG", f"The selected text is too long: at most {error.limit} characters."
        case "session_id":
            return "INVALID_SESSION_ID", "`session_id` must be a UUID of version 4."
        case "body":
            return "INVALID_REQUEST", "The request must be a JSON object in UTF-8."
        case field:
            return "INVALID_REQUEST", f"`{field[:40]}` is not valid. See /docs for what it takes."
