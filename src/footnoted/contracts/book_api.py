"""The book API: contract 005-rag-agent-api and our additions to it. Translation only."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from time import perf_counter
from typing import Annotated, Any, assert_never
from uuid import UUID, uuid4

from fastapi import Path, Query, Request, Response

import footnoted
from footnoted.contracts import _sse
from footnoted.contracts._app import Failed, contract_app, engine, json_response, request_id, while_listening
from footnoted.contracts._door import BadInput, BodyTooLarge, BodyTooSlow, RateLimited, UnknownPath
from footnoted.contracts._levels import metrics
from footnoted.contracts.book_api_models import (
    EXAMPLES,
    ChatRequest,
    ChatResponse,
    CitedSpan,
    Feedback,
    HealthResponse,
    History,
    HistoryEntry,
    MetadataFilter,
    Mode,
    ResponseMetadata,
    SearchRequest,
    SearchResponse,
    SearchResult,
    SelectedTextCitation,
    ServiceStatus,
    SessionId,
    SourceCitation,
    Status,
    responses,
)
from footnoted.domain.answer import Answer, Answered, Assessed, Citation, Event, Outcome, Retrieved, TextDelta
from footnoted.domain.book import Filters, Source
from footnoted.domain.errors import BookUnknown as _BookUnknown
from footnoted.domain.errors import DatabaseDown, EmbedderDown, IndexDown, ModelDown, OutOfTime, SessionUnknown
from footnoted.domain.health import Health
from footnoted.domain.question import Policy, Question, Turn, Verdict
from footnoted.engine.ask import final

POLICY = Policy(
    refusal="The book does not say. I looked for passages about this and found none that answer it.",
    selection_refusal="The selected text does not say.",
    hedge="The book covers this only in part. ",
)
FALLBACK = "The language model is not available just now. These passages of the book answer your question best."


def question(body: ChatRequest, request_id: UUID) -> Question:
    """The request in the engine's words."""
    return Question(
        body.query,
        request_id,
        book=body.book,
        session=body.session_id or uuid4(),
        selection=body.selected_text or None,
        filters=_filters(body.filters),
        limit=body.top_k,
        threshold=body.similarity_threshold,
        policy=POLICY,
    )


def _filters(filters: MetadataFilter | None) -> Filters:
    return Filters(filters.source_url_prefix or None, filters.section or None) if filters else Filters()


def reply(answer: Answer, asked: Question, seconds: float) -> ChatResponse:
    """The answer in the contract's words."""
    unwritten = answer.outcome is Outcome.UNWRITTEN
    return ChatResponse.model_construct(
        answer=None if unwritten else answer.text,
        fallback_message=FALLBACK if unwritten else None,
        sources=sources(answer, asked),
        metadata=metadata(answer, asked, seconds),
        session_id=asked.session_id,
        confidence=metrics(answer.confidence, answer.verdict),
        declined=answer.outcome is Outcome.DECLINED,
        citations=[] if unwritten else [_span(one) for one in answer.citations],
    )


def metadata(answer: Answer, asked: Question, seconds: float) -> ResponseMetadata:
    """Timing, mode and the raw similarities behind the calibrated scores."""
    return ResponseMetadata.model_construct(
        query_time_ms=round(seconds * 1000, 3),
        retrieval_count=0 if answer.from_selection else len(answer.sources),
        mode=_mode(answer),
        low_confidence=answer.verdict is Verdict.HEDGE,
        request_id=asked.request_id,
        session_id=asked.session_id,
        raw_similarities=[] if answer.from_selection else [round(one.similarity, 4) for one in answer.sources],
    )


def _mode(answer: Answer) -> Mode:
    if answer.from_selection:
        return "selected_text"
    modes: dict[Outcome, Mode] = {
        Outcome.ANSWERED: "full",
        Outcome.DECLINED: "no_results",
        Outcome.UNWRITTEN: "retrieval_only",
    }
    return modes[answer.outcome]


def sources(answer: Answer, asked: Question) -> list[SourceCitation | SelectedTextCitation]:
    """The passages given to the answer, or the one selection."""
    if not answer.from_selection:
        return [_citation(source) for source in answer.sources]
    selection = asked.selection or ""
    note = "does not hold the answer" if answer.outcome is Outcome.DECLINED else "is the only ground of the answer"
    return [
        SelectedTextCitation.model_construct(
            source_type="selected_text",
            selection_length=len(selection),
            snippet=selection[:200],
            relevance_note=f"The selected text {note}.",
        )
    ]


def _citation(source: Source) -> SourceCitation:
    passage = source.passage
    return SourceCitation.model_construct(
        source_url=passage.url,
        title=passage.title,
        section=passage.section,
        chunk_position=passage.position,
        similarity_score=round(source.score, 4),
        snippet=passage.text[:200],
        book=passage.book,
    )


def _span(citation: Citation) -> CitedSpan:
    return CitedSpan.model_construct(**dataclasses.asdict(citation))


async def frames(events: AsyncGenerator[Event, None], asked: Question, started: float) -> AsyncGenerator[str, None]:
    """``{"delta"}``* → ``{"sources", "metadata"}`` → our additions → ``{"done"}``."""
    async for event in events:
        match event:
            case Retrieved() | Assessed():
                pass
            case TextDelta(text):
                yield _sse.data({"delta": text})
            case Answered(answer):
                whole = reply(answer, asked, perf_counter() - started).model_dump(mode="json")
                yield _sse.data({"sources": whole["sources"], "metadata": whole["metadata"]})
                yield _sse.data({name: whole[name] for name in ("citations", "confidence", "declined")})
                yield _sse.data({"done": True})
            case _:
                assert_never(event)


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error as this contract says it: status and ``{error_code, message, request_id, details}``."""
    status, code, message, retry_after = _failure(error)
    details = {"field": error.field} if isinstance(error, BadInput) else None
    body: dict[str, Any] = {"error_code": code, "message": message, "request_id": str(request_id), "details": details}
    return Failed(status, body, retry_after)


def _failure(error: Exception) -> tuple[int, str, str, int | None]:
    match error:
        case BadInput() | BodyTooSlow():
            return (400, *_bad_input(error), None)
        case SessionUnknown():
            return 404, "SESSION_NOT_FOUND", "There is no such session.", None
        case _BookUnknown():
            return 400, "INVALID_REQUEST", error.message, None
        case UnknownPath():
            return error.status, "NOT_FOUND", "There is no such endpoint. See /docs for those there are.", None
        case BodyTooLarge():
            return 413, "BODY_TOO_LARGE", "The request is larger than this server takes.", None
        case RateLimited():
            return 429, "RATE_LIMITED", "Too many questions at once. Please wait a little.", error.retry_after
        case IndexDown():
            return 503, "QDRANT_UNAVAILABLE", "The book's index does not answer. Please try again soon.", 5
        case ModelDown():
            return 503, "GEMINI_UNAVAILABLE", "The language model does not answer. Please try again soon.", 5
        case DatabaseDown() | EmbedderDown() | OutOfTime():
            return 503, "SERVICE_UNAVAILABLE", "The service is not available just now. Please try again soon.", 5
        case _:
            return 500, "INTERNAL_ERROR", "Something went wrong on our side.", None


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


app = contract_app(
    failure,
    title="Footnoted: the book API",
    version=footnoted.__version__,
    description="Ask a book; get answers taken only from it, every sentence footnoted. Contract 005-rag-agent-api "
    "with additions.",
)


@app.post("/chat", response_model=ChatResponse, responses=responses(400, 413, 429, 503, 500), openapi_extra=EXAMPLES)
async def chat(request: Request, body: ChatRequest) -> Response:
    """Ask a question and get the whole answer."""
    started, asked = perf_counter(), question(body, request_id(request))
    answer = await while_listening(request, final(engine(request).ask(asked)))
    return json_response(reply(answer, asked, perf_counter() - started))


@app.post("/chat/stream", responses=responses(400, 413, 429, 503, 500, stream=True), openapi_extra=EXAMPLES)
async def chat_stream(request: Request, body: ChatRequest) -> Response:
    """Ask a question and watch the answer being written, as server-sent events."""
    asked = question(body, request_id(request))
    events = engine(request).ask(asked)
    return await _sse.stream(frames(events, asked, perf_counter()), _last_words)


def _last_words(error: Exception) -> str:
    return _sse.data({"error": _failure(error)[2]})


@app.post("/search", response_model=SearchResponse, responses=responses(400, 413, 429, 503, 500))
async def search(request: Request, body: SearchRequest) -> Response:
    """Find passages without asking for an answer."""
    asked = Question(
        body.query,
        request_id(request),
        book=body.book,
        filters=_filters(body.filters),
        limit=body.top_k,
        threshold=body.similarity_threshold,
    )
    found = await while_listening(request, engine(request).search(asked))
    return json_response(
        SearchResponse.model_construct(
            query=body.query,
            results=[
                SearchResult.model_construct(
                    **dict(_citation(one)),
                    chunk_id=one.passage.id,
                    text=one.passage.text,
                    raw_similarity=round(one.similarity, 4),
                )
                for one in found
            ],
            request_id=asked.request_id,
        )
    )


@app.get("/history/{session_id}", response_model=History, responses=responses(400, 404, 503, 500))
async def history(
    request: Request, session_id: Annotated[SessionId, Path()], limit: Annotated[int, Query(ge=1, le=100)] = 50
) -> Response:
    """The newest turns of a session, oldest first."""
    remembered = engine(request).history
    session = await remembered.session(session_id)
    if session is None:
        raise SessionUnknown("There is no such session.")
    turns = await remembered.turns(session_id, limit)
    return json_response(
        History.model_construct(
            session_id=session_id, entries=[_entry(turn) for turn in turns], total_entries=session.turns
        )
    )


def _entry(turn: Turn) -> HistoryEntry:
    return HistoryEntry.model_construct(
        timestamp=turn.asked_at,
        query=turn.question,
        response=turn.answer,
        sources=[_citation(source) for source in turn.sources if source.passage.route],
    )


@app.delete("/sessions/{session_id}", status_code=204, responses=responses(400, 404, 503, 500))
async def forget(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """Forget a session and everything said in it."""
    if not await engine(request).history.forget(session_id):
        raise SessionUnknown("There is no such session.")
    return Response(status_code=204)


@app.post("/feedback", status_code=204, responses=responses(400, 413, 503, 500))
async def feedback(request: Request, body: Feedback) -> Response:
    """Say whether an answer helped."""
    await engine(request).history.rate(body.request_id, body.helpful, body.comment or "")
    return Response(status_code=204)


@app.get("/health", response_model=HealthResponse, responses=responses(500))
async def health(request: Request) -> Response:
    """How the service and the parts it needs are doing."""
    parts = await engine(request).health()
    return json_response(
        HealthResponse.model_construct(
            status=_overall(parts),
            timestamp=datetime.now(UTC),
            services={name: _status(part) for name, part in parts.items()},
            version=footnoted.__version__,
        )
    )


def _overall(parts: dict[str, Health]) -> Status:
    if not parts["index"].is_up:
        return "unavailable"
    return "healthy" if all(part.is_up for part in parts.values()) else "degraded"


def _status(part: Health) -> ServiceStatus:
    return ServiceStatus.model_construct(
        name=part.name,
        status="healthy" if part.is_up else "unavailable",
        latency_ms=None if part.latency_ms is None else round(part.latency_ms, 3),
        error=part.error,
    )
