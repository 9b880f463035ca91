"""Contract 003-rag-agent: stateless. Translation only."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from fastapi import Request, Response

import footnoted
from footnoted.contracts.door.refusals import (
    BadInput,
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    ShuttingDown,
    UnknownPath,
)
from footnoted.contracts.http.app import (
    Failed,
    contract_app,
    json_response,
    request_id,
    whole_answer,
)
from footnoted.contracts.http.wire import error_responses
from footnoted.contracts.rag_agent.models import AskRequest, AskResponse, ErrorResponse, HealthResponse, MatchedChunk
from footnoted.contracts.rendering.arranged import arranged
from footnoted.contracts.rendering.plain import plain
from footnoted.domain.answer import Answer
from footnoted.domain.errors import AskError
from footnoted.domain.question import Policy, Question

POLICY = Policy(
    refusal="No relevant information was found in the book.", hedge="The book covers this only in part. ", window=0
)
PATIENCE_SECONDS = 9.0
"""Its client gives up after ten seconds: it gets our reply before that."""


def question(body: AskRequest, request_id: UUID) -> Question:
    """The request as a question."""
    return Question(body.query, request_id, policy=POLICY)


def reply(answer: Answer) -> AskResponse:
    """The answer in this contract's form; its client prints the text unchanged."""
    shown = arranged(answer)
    return AskResponse.model_construct(
        answer=plain(shown.text).text,
        sources=[listed.source.passage.url for listed in shown.sources],
        matched_chunks=[
            MatchedChunk.model_construct(
                chunk_id=source.passage.id, text=source.passage.text, relevance_score=round(source.score, 4)
            )
            for source in answer.sources
        ],
    )


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    match error:
        case BadInput():
            return Failed(400, {"error": _bad_input(error), "code": "INVALID_INPUT"})
        case BodyTooLarge():
            return Failed(413, {"error": error.message, "code": "INVALID_INPUT"})
        case BodyTooSlow():
            return Failed(400, {"error": error.message, "code": "INVALID_INPUT"})
        case UnknownPath():
            return Failed(error.status, {"error": error.fault, "code": "INVALID_INPUT"})
        case RateLimited():
            body = {"error": "Too many questions at once. Please wait a little.", "code": "RATE_LIMITED"}
            return Failed(429, body, error.retry_after)
        case KeyWanted():
            return Failed(401, {"error": error.message, "code": "UNAUTHORIZED"})
        case AskError() | ShuttingDown():
            return Failed(500, {"error": "The service is not available just now.", "code": "SERVICE_UNAVAILABLE"})
        case _:
            return Failed(500, {"error": "Something went wrong on our side.", "code": "INTERNAL_ERROR"})


def _bad_input(error: BadInput) -> str:
    match error.field:
        case "query" if error.is_empty:
            return "Query cannot be empty"
        case "query" if error.is_too_long:
            return f"Query is too long: at most {error.limit} characters"
        case "body":
            return "The request must be a JSON object in UTF-8"
        case field:
            return f"{field[:40]} {error.fault}"


app = contract_app("003-rag-agent", failure, title="003-rag-agent", version=footnoted.__version__)
_errors = error_responses(ErrorResponse)


@app.post("/ask", response_model=AskResponse, responses=_errors(400, 401, 413, 429, 500))
async def ask(request: Request, body: AskRequest) -> Response:
    """Ask a question and get the whole answer."""
    asked = question(body, request_id(request))
    answer = await whole_answer(request, asked, PATIENCE_SECONDS)
    return json_response(reply(answer))


@app.get("/health", response_model=HealthResponse, responses=_errors(500))
async def health(request: Request) -> Response:
    """Whether the service is there."""
    return json_response(HealthResponse(timestamp=datetime.now(UTC)))
