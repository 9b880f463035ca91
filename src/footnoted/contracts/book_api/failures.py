"""The book API's errors: any error as status, code and message."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    Refusal,
    UnknownPath,
)
from footnoted.contracts.http.app import Failed
from footnoted.contracts.rendering.languages import SPOKEN, messages_in
from footnoted.domain.errors import (
    BookUnknown,
    DatabaseDown,
    EmbedderDown,
    IndexDown,
    ModelDown,
    OutOfTime,
    SessionUnknown,
)
from footnoted.domain.text.language import ENGLISH, accepted
from footnoted.domain.text.messages import Messages

_ENGLISH = messages_in(ENGLISH)


def failure(error: Exception, request_id: UUID, accept_language: str = "") -> Failed:
    """Any error in this contract's form: status and ``{error_code, message, request_id, details}``."""
    status, code, message, retry_after = describe(error, messages_in(accepted(accept_language, SPOKEN)))
    details = {"field": error.field} if isinstance(error, BadInput) else None
    body: dict[str, Any] = {"error_code": code, "message": message, "request_id": str(request_id), "details": details}
    return Failed(status, body, retry_after)


def describe(error: Exception, messages: Messages = _ENGLISH) -> tuple[int, str, str, int | None]:
    match error:
        case Refusal():
            return _refusal(error, messages)
        case SessionUnknown():
            return 404, "SESSION_NOT_FOUND", messages.session_unknown, None
        case BookUnknown():
            return 400, "INVALID_REQUEST", error.message, None
        case IndexDown():
            return 503, "QDRANT_UNAVAILABLE", messages.index_down, 5
        case ModelDown():
            return 503, "GEMINI_UNAVAILABLE", messages.model_down, 5
        case DatabaseDown() | EmbedderDown() | OutOfTime():
            return 503, "SERVICE_UNAVAILABLE", messages.unavailable, 5
        case _:
            return 500, "INTERNAL_ERROR", messages.internal, None


def _refusal(error: Refusal, messages: Messages) -> tuple[int, str, str, int | None]:
    match error:
        case KeyWanted():
            return 401, "UNAUTHORIZED", messages.key_wanted, None
        case UnknownPath():
            return error.status, "NOT_FOUND", f"{error.fault} See /docs for what there is.", None
        case BodyTooLarge():
            return 413, "BODY_TOO_LARGE", messages.body_too_large, None
        case RateLimited():
            return 429, "RATE_LIMITED", messages.rate_limited, error.retry_after
        case BadInput() | BodyTooSlow():
            return (400, *_bad_input(error, messages), None)
        case _:
            return 503, "SERVICE_UNAVAILABLE", messages.unavailable, 5


def _bad_input(error: BadInput | BodyTooSlow, messages: Messages) -> tuple[str, str]:
    if isinstance(error, BodyTooSlow):
        return "INVALID_REQUEST", messages.body_too_slow
    match error.field:
        case "query" if error.is_empty:
            return "EMPTY_QUERY", messages.empty
        case "query" if error.is_too_long:
            return "QUERY_TOO_LONG", messages.too_long.format(limit=error.limit)
        case "selected_text" if error.is_too_long:
            return "SELECTION_TOO_LONG", messages.selection_too_long.format(limit=error.limit)
        case "session_id":
            return "INVALID_SESSION_ID", "`session_id` must be a UUID of version 4."
        case "body":
            return "INVALID_REQUEST", "The request must be a JSON object in UTF-8."
        case field:
            return "INVALID_REQUEST", f"`{field[:40]}` {error.fault}. See /docs for what it takes."
