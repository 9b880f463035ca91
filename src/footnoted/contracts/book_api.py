"""The book API: contract 005-rag-agent-api and our additions to it. Translation only."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime
from time import perf_counter
from typing import Annotated, assert_never
from uuid import UUID, uuid4

from fastapi import Path, Query, Request, Response

import footnoted
from footnoted.contracts import _sse
from footnoted.contracts._app import contract_app, engine, json_response, request_id, while_listening
from footnoted.contracts._levels import metrics
from footnoted.contracts._limits import admit
from footnoted.contracts._wire import SessionId, given, without_markers
from footnoted.contracts.book_api_failures import failure, told
from footnoted.contracts.book_api_models import (
    EXAMPLES,
    ChatRequest,
    ChatResponse,
    CitedSpan,
    EntryMetadata,
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
    SourceCitation,
    Status,
    responses,
)
from footnoted.domain.answer import Answer, Answered, Assessed, Citation, Event, Outcome, Retrieved, TextDelta
from footnoted.domain.book import Filters, Source
from footnoted.domain.errors import SessionUnknown
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
        earlier=None if body.session_id else (),
        selection=given(body.selected_text),
        filters=_filters(body.filters),
        limit=body.top_k,
        threshold=body.similarity_threshold,
        policy=POLICY,
    )


def _filters(filters: MetadataFilter | None) -> Filters:
    if filters is None:
        return Filters()
    return Filters(filters.source_url_prefix or None, filters.section or None, filters.chapter or None)


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
        mode=_mode(answer.outcome, from_selection=answer.from_selection),
        low_confidence=answer.verdict is Verdict.HEDGE,
        request_id=asked.request_id,
        session_id=asked.session_id,
        raw_similarities=[] if answer.from_selection else [round(one.similarity, 4) for one in answer.sources],
    )


def _mode(outcome: Outcome, *, from_selection: bool) -> Mode:
    if from_selection:
        return "selected_text"
    modes: dict[Outcome, Mode] = {
        Outcome.ANSWERED: "full",
        Outcome.DECLINED: "no_results",
        Outcome.UNWRITTEN: "retrieval_only",
    }
    return modes[outcome]


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
    async with aclosing(events):
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


_MANNER = _sse.Manner(last_words=lambda error: _sse.data({"error": told(error)[2]}))


app = contract_app(
    failure,
    title="Footnoted: the book API",
    version=footnoted.__version__,
    description="Ask a book; get answers taken only from it, every sentence footnoted. Contract 005-rag-agent-api "
    "with additions.",
)


@app.post(
    "/chat", response_model=ChatResponse, responses=responses(400, 401, 413, 429, 500, 503), openapi_extra=EXAMPLES
)
async def chat(request: Request, body: ChatRequest) -> Response:
    """Ask a question and get the whole answer."""
    admit(request)
    started, asked = perf_counter(), question(body, request_id(request))
    answer = await while_listening(request, final(engine(request).ask(asked)))
    return json_response(reply(answer, asked, perf_counter() - started))


@app.post(
    "/chat/stream",
    response_class=Response,
    responses=responses(400, 401, 413, 429, 500, 503, stream=True),
    openapi_extra=EXAMPLES,
)
async def chat_stream(request: Request, body: ChatRequest) -> Response:
    """Ask a question and watch the answer being written, as server-sent events."""
    admit(request)
    asked = question(body, request_id(request))
    return await _sse.stream(request, frames(engine(request).ask(asked), asked, perf_counter()), _MANNER)


@app.post("/search", response_model=SearchResponse, responses=responses(400, 401, 413, 429, 500, 503))
async def search(request: Request, body: SearchRequest) -> Response:
    """Find passages without asking for an answer."""
    admit(request)
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


@app.get("/history/{session_id}", response_model=History, responses=responses(400, 401, 404, 429, 500, 503))
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
    known = turn.metadata
    from_selection = known.get("from_selection", False)
    return HistoryEntry.model_construct(
        timestamp=turn.asked_at,
        query=turn.question,
        # A selection is not kept, so its turn has no source to show for a marker.
        response=without_markers(turn.answer) if from_selection else turn.answer,
        sources=[_citation(source) for source in turn.sources if source.passage.route],
        metadata=EntryMetadata.model_construct(
            mode=_mode(Outcome(known["outcome"]), from_selection=from_selection),
            low_confidence=known.get("verdict") == Verdict.HEDGE,
            request_id=UUID(known["request_id"]),
        )
        if "outcome" in known
        else None,
        citations=[] if from_selection else [CitedSpan.model_construct(**one) for one in known.get("citations", ())],
    )


@app.delete("/sessions/{session_id}", status_code=204, responses=responses(400, 401, 404, 429, 500, 503))
async def forget(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """Forget a session and everything said in it."""
    if not await engine(request).history.forget(session_id):
        raise SessionUnknown("There is no such session.")
    return Response(status_code=204)


@app.post("/feedback", status_code=204, responses=responses(400, 401, 413, 429, 500, 503))
async def feedback(request: Request, body: Feedback) -> Response:
    """Say whether an answer helped."""
    admit(request)
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
