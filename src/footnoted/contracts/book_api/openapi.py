"""What the book API's OpenAPI page has besides its models: errors and examples."""

from __future__ import annotations

from typing import Any

from footnoted.contracts.book_api.models import ErrorResponse
from footnoted.contracts.http.sse import described
from footnoted.contracts.http.wire import Responses, error_responses

_errors = error_responses(
    ErrorResponse,
    {
        400: "The request is not valid: EMPTY_QUERY, QUERY_TOO_LONG, SELECTION_TOO_LONG, INVALID_SESSION_ID or "
        "INVALID_REQUEST.",
        401: "UNAUTHORIZED: the server has keys; send one as `Authorization: Bearer` or `X-API-Key`.",
        404: "SESSION_NOT_FOUND: no such session.",
        413: "BODY_TOO_LARGE: the request has more bytes than the server takes.",
        429: "RATE_LIMITED: try again after the seconds in `Retry-After`.",
        500: "INTERNAL_ERROR: something went wrong on our side.",
        503: "QDRANT_UNAVAILABLE, GEMINI_UNAVAILABLE or SERVICE_UNAVAILABLE: a part does not answer; see "
        "`Retry-After`.",
    },
)
_STREAM_EXAMPLE = (
    'data: {"delta": "The exit pupil is the telescope\'s aperture divided by its magnification [1]."}\n\n'
    'data: {"sources": ["…"], "metadata": {"mode": "full", "…": "…"}}\n\ndata: {"done": true}\n\n'
)


def responses(*statuses: int, stream: bool = False) -> Responses:
    """An endpoint's replies besides success, for its OpenAPI page."""
    listed = _errors(*statuses)
    if stream:
        listed[200] = described("message", example=_STREAM_EXAMPLE)
    return listed


EXAMPLES: dict[str, Any] = {
    "requestBody": {
        "content": {
            "application/json": {
                "examples": {
                    "question": {
                        "summary": "A question",
                        "value": {"query": "How do I work out the exit pupil of an eyepiece?"},
                    },
                    "follow-up": {
                        "summary": "A follow-up in the same session",
                        "value": {
                            "query": "And what is a good value for galaxies?",
                            "session_id": "7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10",
                        },
                    },
                    "selected text": {
                        "summary": "About text selected on the page",
                        "value": {
                            "query": "Why does this matter?",
                            "selected_text": "Let the telescope cool for half an hour: warm air in the tube blurs "
                            "the image.",
                        },
                    },
                    "one part of the book": {
                        "summary": "Only under a path",
                        "value": {"query": "Which filter for nebulae?", "filters": {"source_url_prefix": "/docs"}},
                    },
                }
            }
        }
    }
}
