"""Contract 007-rag-retrieval-agent over HTTP; its command line is cli/. Translation only."""

from __future__ import annotations

from datetime import UTC, datetime
from time import perf_counter
from uuid import UUID, uuid4

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
    engine,
    json_response,
    owner,
    request_id,
    whole_answer,
)
from footnoted.contracts.http.wire import error_responses
from footnoted.contracts.rag_retrieval_agent.models import (
    ChatRequest,
    ChatResponse,
    Citation,
    ErrorResponse,
    HealthResponse,
    Label,
    Source,
)
from footnoted.contracts.rendering.arranged import arranged
from footnoted.contracts.rendering.plain import plain
from footnoted.domain.answer import Answer
from footnoted.domain.errors import DatabaseDown, EmbedderDown, IndexDown, OutOfTime
from footnoted.domain.question import Confidence, Policy, Question, Verdict

NOISE_FLOOR = 0.1
"""Results with a lower score do not count."""


def label(confidence: Confidence) -> Label:
    """The seed's label for how well the results cover the question."""
    if confidence.maximum < NOISE_FLOOR or not confidence.count:
        return "none"
    if confidence.maximum <= 0.3:
        return "low"
    return "high" if sum(score > 0.5 for score in confidence.scores) >= 2 else "medium"


def judge(confidence: Confidence) -> Verdict:
    """Declines only without results; hedges when all of them are weak."""
    match label(confidence):
        case "none":
            return Verdict.DECLINE
        case "low":
            return Verdict.HEDGE
        case _:
            return Verdict.ANSWER


POLICY = Policy(
    judge=judge,
    refusal="The book does not contain information about this.",
    hedge="I am not sure that the book covers this. The closest it says: ",
    window=5,
    threshold=NOISE_FLOOR,
)


def question(body: ChatRequest, request_id: UUID, owner: str = "") -> Question:
    """The request as a question."""
    return Question(
        body.question,
        request_id,
        session=body.session_id or uuid4(),
        owner=owner,
        about=body.context or None,
        limit=body.k,
        threshold=NOISE_FLOOR,
        policy=POLICY,
    )


def reply(answer: Answer, asked: Question, seconds: float) -> ChatResponse:
    """The answer in this contract's form; its client prints the text unchanged and lists the sources by title."""
    declined, shown = answer.declined, arranged(answer)
    sources = () if declined else shown.sources
    return ChatResponse.model_construct(
        answer=plain(shown.text).text,
        sources=[
            Source.model_construct(
                title=listed.title, url=listed.source.passage.url, score=round(listed.source.score, 4)
            )
            for listed in sources
        ],
        session_id=asked.session_id,
        processing_time=round(seconds, 4),
        confidence="none" if declined else label(answer.confidence) if sources else "high",
        declined=declined,
        citations=[
            Citation.model_construct(
                url=listed.source.passage.url, title=listed.title, relevance_score=round(listed.source.score, 4)
            )
            for listed in sources
            if listed.is_cited
        ],
        timestamp=datetime.now(UTC),
    )


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    status, code, message, retry_after = _failure(error)
    details = {"field": error.field} if isinstance(error, BadInput) else None
    return Failed(status, {"detail": {"error": code, "message": message, "details": details}}, retry_after)


def _failure(error: Exception) -> tuple[int, str, str, int | None]:
    match error:
        case BadInput():
            return (400, *_bad_input(error), None)
        case BodyTooSlow():
            return 400, "INVALID_REQUEST", error.message, None
        case BodyTooLarge():
            return 413, "INVALID_REQUEST", error.message, None
        case UnknownPath():
            return error.status, "INVALID_REQUEST", error.fault, None
        case RateLimited():
            return 429, "RATE_LIMITED", "Too many questions at once. Please wait a little.", error.retry_after
        case KeyWanted():
            return 401, "UNAUTHORIZED", error.message, None
        case IndexDown() | EmbedderDown() | DatabaseDown() | ShuttingDown():
            return 503, "RETRIEVAL_ERROR", "The book's index does not answer. Please try again soon.", 5
        case OutOfTime():
            return 504, "TIMEOUT", "The answer took too long. Please try again.", None
        case _:
            return 500, "AGENT_ERROR", "Something went wrong while answering.", None


def _bad_input(error: BadInput) -> tuple[str, str]:
    match error.field:
        case "question" if error.is_empty:
            return "EMPTY_QUESTION", "Please ask a question: it is empty."
        case "question" if error.is_too_long:
            return "QUESTION_TOO_LONG", f"The question is too long: at most {error.limit} characters."
        case "context" if error.is_too_long:
            return "CONTEXT_TOO_LONG", f"The context is too long: at most {error.limit} characters."
        case "body":
            return "INVALID_REQUEST", "The request must be a JSON object in UTF-8."
        case field:
            return "INVALID_REQUEST", f"{field[:40]} {error.fault}."


app = contract_app("007-rag-retrieval-agent", failure, title="007-rag-retrieval-agent", version=footnoted.__version__)
_errors = error_responses(ErrorResponse)


@app.post("/chat", response_model=ChatResponse, responses=_errors(400, 401, 413, 429, 500, 503, 504))
async def chat(request: Request, body: ChatRequest) -> Response:
    """Ask a question and get the whole answer."""
    started, asked = perf_counter(), question(body, request_id(request), owner(request))
    answer = await whole_answer(request, asked)
    return json_response(reply(answer, asked, perf_counter() - started))


@app.get("/health", response_model=HealthResponse, responses=_errors(500))
async def health(request: Request) -> Response:
    """How the service and the parts it needs are doing."""
    parts = await engine(request).health()
    return json_response(
        HealthResponse.model_construct(
            status="healthy" if all(part.is_up for part in parts.values()) else "unhealthy",
            qdrant="connected" if parts["index"].is_up else "disconnected",
            cohere="available" if parts["embedder"].is_up else "unavailable",
            openai="available" if parts["model"].is_up else "unavailable",
        )
    )
