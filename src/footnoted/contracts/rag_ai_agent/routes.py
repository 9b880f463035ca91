"""Contract 006-rag-ai-agent. Translation only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Annotated, Any
from uuid import UUID, uuid4

from fastapi import Path, Request, Response

import footnoted
from footnoted.contracts.door.limits import admit_session
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
    own_history,
    owner,
    request_id,
    while_listening,
    whole_answer,
)
from footnoted.contracts.http.wire import SessionId, error_responses, given
from footnoted.contracts.rag_ai_agent.models import (
    ChatRequest,
    ChatResponse,
    Ended,
    ErrorResponse,
    HealthResponse,
    ResponseMetadata,
    SearchRequest,
    SearchResponse,
    SearchResult,
    Source,
)
from footnoted.contracts.rendering.arranged import arranged
from footnoted.contracts.rendering.plain import plain
from footnoted.domain.answer import Answer
from footnoted.domain.book import Source as Found
from footnoted.domain.errors import DatabaseDown, EmbedderDown, IndexDown, ModelDown, OutOfTime, SessionUnknown
from footnoted.domain.ports import History
from footnoted.domain.question import Policy, Question

POLICY = Policy(
    refusal="I couldn't find anything about this in the book.",
    unclear="I couldn't find what this refers to. Please ask again and name it.",
    hedge="The book covers this only in part. ",
    window=10,
)
LIFETIME = timedelta(minutes=30)


def question(body: ChatRequest, request_id: UUID, session: UUID, owner: str = "") -> Question:
    """The request as a question."""
    return Question(body.message, request_id, session=session, owner=owner, about=given(body.context), policy=POLICY)


def reply(answer: Answer, asked: Question, seconds: float) -> ChatResponse:
    """The answer in this contract's form; its widget prints the text unchanged."""
    shown = arranged(answer)
    sources = [_source(listed.source, listed.title) for listed in shown.sources]
    usage = answer.usage
    return ChatResponse.model_construct(
        session_id=asked.session_id,
        message=plain(shown.text).text,
        sources=sources,
        metadata=ResponseMetadata.model_construct(
            response_time_ms=round(seconds * 1000),
            tokens_used=usage.tokens_read + usage.tokens_written if usage else None,
            context_chunks=len(answer.sources),
        ),
    )


def _source(found: Found, title: str) -> Source:
    passage = found.passage
    return Source.model_construct(
        chunk_id=passage.id, title=title, slug=passage.link.lstrip("/"), score=round(found.score, 4)
    )


async def living_session(session: UUID | None, history: History) -> UUID:
    """The client's session while it is active, a new one after it was idle too long; unknown ids are accepted."""
    if session is None:
        return uuid4()
    known = await history.session(session)
    return uuid4() if known and datetime.now(UTC) - known.last_active > LIFETIME else session


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    status, code, message, retry_after = _failure(error)
    return Failed(status, {"error": code, "message": message, "detail": message}, retry_after)


def _failure(error: Exception) -> tuple[int, str, str, int | None]:
    match error:
        case BadInput():
            return 400, "validation_error", _bad_input(error), None
        case BodyTooSlow():
            return 400, "validation_error", error.message, None
        case BodyTooLarge():
            return 413, "validation_error", error.message, None
        case SessionUnknown():
            return 404, "not_found", "There is no such session.", None
        case UnknownPath():
            return error.status, "not_found", error.fault, None
        case RateLimited():
            return 429, "rate_limited", "Too many questions at once. Please wait a little.", error.retry_after
        case KeyWanted():
            return 401, "unauthorized", error.message, None
        case ModelDown() | EmbedderDown():
            return 502, "upstream_error", "The language model does not answer. Please try again soon.", 5
        case IndexDown() | DatabaseDown() | OutOfTime() | ShuttingDown():
            return 503, "service_unavailable", "The service is not available just now. Please try again soon.", 5
        case _:
            return 500, "internal_error", "Something went wrong on our side.", None


def _bad_input(error: BadInput) -> str:
    match error.field:
        case "message" | "query" if error.is_empty:
            return "Please ask a question: the message is empty."
        case "message" | "query" if error.is_too_long:
            return f"The message is too long: at most {error.limit} characters."
        case "session_id":
            return "session_id must be a UUID of version 4."
        case "body":
            return "The request must be a JSON object in UTF-8."
        case field:
            return f"{field[:40]} {error.fault}."


app = contract_app("006-rag-ai-agent", failure, title="006-rag-ai-agent", version=footnoted.__version__)
_errors = error_responses(ErrorResponse)


@app.post("/chat", response_model=ChatResponse, responses=_errors(400, 401, 413, 429, 500, 502, 503))
async def chat(request: Request, body: ChatRequest) -> Response:
    """Ask a question and get the whole answer."""
    started = perf_counter()
    session = await living_session(body.session_id, own_history(request))
    await admit_session(request, session)
    asked = question(body, request_id(request), session, owner(request))
    answer = await whole_answer(request, asked)
    return json_response(reply(answer, asked, perf_counter() - started))


@app.post("/search", response_model=SearchResponse, responses=_errors(400, 401, 413, 429, 500, 502, 503))
async def search(request: Request, body: SearchRequest) -> Response:
    """Find passages without asking for an answer."""
    asked = Question(body.query, request_id(request), limit=body.top_k)
    found = await while_listening(request, engine(request).search(asked))
    results = [
        SearchResult.model_construct(
            **dict(_source(source, source.passage.title)),
            snippet=source.passage.text[:200],
            source_path=source.passage.route,
        )
        for source in found
    ]
    return json_response(SearchResponse.model_construct(query=body.query, results=results))


@app.delete("/chat/sessions/{session_id}", response_model=Ended, responses=_errors(400, 401, 404, 429, 500, 503))
async def end_session(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """Forget a session and everything said in it."""
    if not await own_history(request).forget(session_id):
        raise SessionUnknown("There is no such session.")
    return json_response(Ended())


@app.get("/health", response_model=HealthResponse, responses=_errors(500))
async def health(request: Request) -> Response:
    """How the service and the parts it needs are doing."""
    up = {name: part.is_up for name, part in (await engine(request).health()).items()}
    status: Any = "ok" if all(up.values()) else "degraded" if up["index"] else "error"
    return json_response(
        HealthResponse.model_construct(
            status=status, qdrant=up["index"], postgres=up["database"], openai=up["model"], services=up
        )
    )
