"""Contract 003-rag-agent-api: threads, confidence levels, named stream events. Translation only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Annotated, assert_never
from uuid import UUID, uuid4

from fastapi import Path, Request, Response

import footnoted
from footnoted.contracts.door.limits import admit_minute
from footnoted.contracts.http import sse
from footnoted.contracts.http.app import (
    contract_app,
    engine,
    json_response,
    own_history,
    owner,
    request_id,
    whole_answer,
)
from footnoted.contracts.http.conversation import Message, turns
from footnoted.contracts.http.wire import SessionId, error_responses, given
from footnoted.contracts.rag_agent_api.failures import failure, last_words
from footnoted.contracts.rag_agent_api.models import (
    THRESHOLD,
    ChatRequest,
    ChatResponse,
    Dependency,
    ErrorResponse,
    HealthResponse,
    Source,
    Thread,
)
from footnoted.contracts.rag_agent_api.threads import MOST_MESSAGES, messages, metadata
from footnoted.contracts.rendering.arranged import linked
from footnoted.contracts.rendering.levels import level
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.book import Source as Found
from footnoted.domain.door.health import Health
from footnoted.domain.errors import SessionUnknown
from footnoted.domain.question import Confidence, Policy, Question, Verdict
from footnoted.engine.write.summary import topic_summary


def judge(confidence: Confidence) -> Verdict:
    """Low confidence answers with a disclaimer; insufficient confidence declines."""
    match level(confidence):
        case "insufficient":
            return Verdict.DECLINE
        case "low":
            return Verdict.HEDGE
        case _:
            return Verdict.ANSWER


POLICY = Policy(
    judge=judge,
    refusal="I don't have enough information in the textbook to answer this question.",
    hedge="Based on limited information in the textbook: ",
    window=MOST_MESSAGES // 2,
    threshold=THRESHOLD,
)


def question(body: ChatRequest, request_id: UUID, owner: str = "") -> Question:
    """The request as a question."""
    return Question(
        body.message,
        request_id,
        session=body.session_id or uuid4(),
        owner=owner,
        about=given(body.context),
        earlier=turns([Message(message.role, message.content) for message in body.history]) if body.history else None,
        limit=body.top_k,
        threshold=body.similarity_threshold,
        policy=POLICY,
    )


def reply(answer: Answer, asked: Question) -> ChatResponse:
    """The answer in this contract's form."""
    declined = answer.declined
    return ChatResponse.model_construct(
        # The client shows only the text, as Markdown: a marker must be a link to lead to its source.
        response=linked(answer),
        confidence=round(answer.confidence.average, 4),
        sources=[] if declined else [_source(source) for source in answer.sources],
        session_id=asked.session_id,
        timestamp=datetime.now(UTC),
        confidence_level="insufficient" if declined else level(answer.confidence) if answer.sources else "high",
        should_answer=not declined,
    )


def _source(found: Found) -> Source:
    passage = found.passage
    return Source.model_construct(
        chunk_text=passage.text[:500],
        similarity_score=round(found.score, 4),
        chapter=passage.title,
        section=passage.section,
        url=passage.url,
        chunk_index=passage.position,
    )


async def frames(events: AsyncGenerator[Event, None], asked: Question) -> AsyncGenerator[str, None]:
    """``tool_call``, ``retrieval``, ``content``…, ``done``. Nothing is sent before the first word."""
    prologue = ""
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved(query, sources):
                    prologue += _searched(query, sources, asked)
                case Assessed():
                    pass
                case TextDelta(text):
                    yield prologue + sse.event("content", {"delta": text})
                    prologue = ""
                case Answered(answer):
                    yield prologue + sse.event("done", reply(answer, asked).model_dump(mode="json"))
                case _:
                    assert_never(event)


def _searched(query: str, sources: tuple[Found, ...], asked: Question) -> str:
    arguments = {"query": query, "top_k": asked.limit}
    results = [_source(source).model_dump() for source in sources]
    return sse.event("tool_call", {"tool_name": "search_book_content", "arguments": arguments}) + sse.event(
        "retrieval", {"query": query, "results": results}
    )


_MANNER = sse.Manner(last_words, keep_alive=": keep-alive\n")
"""No blank line after the comment: this contract's client takes it for an empty message and deletes the answer."""


app = contract_app("003-rag-agent-api", failure, title="003-rag-agent-api", version=footnoted.__version__)
_errors = error_responses(ErrorResponse)


_streamed = sse.described("tool_call", "retrieval", "content", "done", "error")
_asking = _errors(400, 401, 413, 429, 500, 503)
_reading = _errors(400, 401, 404, 429, 500, 503)


@app.post("/chat/run", response_model=ChatResponse, responses=_asking | {200: _streamed})
async def run(request: Request, body: ChatRequest) -> Response:
    """Ask a question and get the whole answer, or its stream if ``stream`` is true."""
    if body.stream:
        return await stream(request, body)
    await admit_minute(request, "003-rag-agent-api")
    asked = question(body, request_id(request), owner(request))
    answer = await whole_answer(request, asked)
    return json_response(reply(answer, asked))


@app.post("/chat/stream", response_class=Response, responses=_asking | {200: _streamed})
async def stream(request: Request, body: ChatRequest) -> Response:
    """Ask a question and watch the answer being written, as server-sent events."""
    await admit_minute(request, "003-rag-agent-api")
    asked = question(body, request_id(request), owner(request))
    return await sse.stream(request, frames(engine(request).ask(asked), asked), _MANNER)


@app.get("/session/{session_id}/history", response_model=Thread, responses=_reading)
async def history(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """A thread's newest messages, oldest first."""
    remembered = own_history(request)
    session = await remembered.session(session_id)
    if session is None:
        raise SessionUnknown("There is no such session.")
    turns = await remembered.turns(session_id, MOST_MESSAGES // 2)
    thread = Thread.model_construct(
        thread_id=session_id,
        messages=messages(turns),
        created_at=session.created_at,
        updated_at=session.last_active,
        topic_summary=topic_summary(turns) if session.turns >= 5 else None,
        metadata=metadata(session),
    )
    return json_response(thread)


@app.delete("/session/{session_id}", status_code=204, responses=_reading)
async def forget(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """Forget a thread and everything said in it."""
    if not await own_history(request).forget(session_id):
        raise SessionUnknown("There is no such session.")
    return Response(status_code=204)


@app.get("/health", response_model=HealthResponse, responses=_errors(500) | {503: {"model": HealthResponse}})
async def health(request: Request) -> Response:
    """How the service and the parts it needs are doing; 503 when a part is down."""
    parts = await engine(request).health()
    names = {"qdrant": "index", "openai": "model", "postgresql": "database"}
    is_healthy = all(parts[part].is_up for part in names.values())
    body = HealthResponse.model_construct(
        status="healthy" if is_healthy else "degraded",
        dependencies={name: _dependency(parts[part]) for name, part in names.items()},
        timestamp=datetime.now(UTC),
    )
    text = body.model_dump_json(exclude_none=True)
    return Response(text, 200 if is_healthy else 503, media_type="application/json")


def _dependency(part: Health) -> Dependency:
    if part.is_up:
        return Dependency.model_construct(status="up", latency_ms=round(part.latency_ms or 0, 3), error=None)
    return Dependency.model_construct(status="down", latency_ms=None, error=part.error)
