"""Errors for contracts whose clients accept any wording: status, code, message."""

from __future__ import annotations

from dataclasses import dataclass

from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    ShuttingDown,
    UnknownPath,
)
from footnoted.domain.errors import AskError, BookUnknown, SessionUnknown


@dataclass(frozen=True, slots=True)
class FailureText:
    """An error as a client sees it."""

    status: int
    code: str | None
    message: str
    retry_after: int | None = None


def describe(error: Exception) -> FailureText:
    """The text for any error; never its cause."""
    match error:
        case BadInput():
            return FailureText(400, _code(error), _bad_input(error))
        case BodyTooSlow():
            return FailureText(400, None, error.message)
        case BodyTooLarge():
            return FailureText(413, "request_too_large", error.message)
        case SessionUnknown():
            return FailureText(404, "previous_response_not_found", "There is no such previous response.")
        case BookUnknown():
            return FailureText(404, "model_not_found", error.message)
        case UnknownPath():
            return FailureText(error.status, "unknown_url", error.fault)
        case KeyWanted():
            return FailureText(401, "invalid_api_key", "This server wants one of its own API keys.")
        case RateLimited():
            message = "Too many questions at once. Please wait a little."
            return FailureText(429, "rate_limit_exceeded", message, error.retry_after)
        case AskError() | ShuttingDown():
            message = "The service is not available just now. Please try again soon."
            return FailureText(503, "service_unavailable", message, 5)
        case _:
            return FailureText(500, "internal_error", "Something went wrong on our side.")


def _code(error: BadInput) -> str:
    if error.is_too_long:
        return "string_above_max_length"
    return "missing_required_parameter" if error.problem == "missing" else "invalid_value"


def _bad_input(error: BadInput) -> str:
    match error.field:
        case "messages" | "input" if error.is_empty:
            return f"Please ask a question: `{error.field}` holds no text of a user."
        case "messages" | "input" if error.is_too_long:
            return f"The question is too long: at most {error.limit} characters."
        case "messages" | "input":
            return f"`{error.field}` must be messages of text. This server takes no images, sounds or files."
        case "n":
            return "`n` must be 1: there is one answer to a question."
        case "response_format" | "text":
            return f"`{error.field}` must be plain text: the book answers in its own words."
        case "body":
            return "The request must be a JSON object in UTF-8."
        case field:
            return f"`{field[:40]}` {error.fault}."
