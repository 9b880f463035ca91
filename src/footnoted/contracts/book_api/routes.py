"""The book API: contract 005-rag-agent-api and our additions to it. Translation only."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from time import perf_counter
from typing import Annotated, Any, assert_never
from uuid import UUID, uuid4

from fastapi import Path, Query, Request, Response

import footnoted
from footnoted.contracts.book_api.failures import describe, failure
from footnoted.contracts.book_api.models import (
    ChatRequest,
    ChatResponse,
    Feedback,
    Format,
    HealthResponse,
    History,
    MetadataFilter,
    SearchRequest,
    SearchResponse,
)
from footnoted.contracts.book_api.openapi import EXAMPLES, responses
from footnoted.contracts.book_api.replies import entry, reply, result
from footnoted.contracts.book_api.replies import health as states
from footnoted.contracts.book_api.web_annotation import annotated
from footnoted.contracts.door.gate import shown_to
from footnoted.contracts.http import sse
from footnoted.contracts.http.app import (
    accept_language,
    contract_app,
    engine,
    json_response,
    own_history,
    owner,
    request_id,
    while_listening,
    whole_answer,
)
from footnoted.contracts.http.books import book_of_page, catalogue, has_catalogue
from footnoted.contracts.http.wire import SessionId, given
from footnoted.contracts.rendering.languages import SPOKEN, messages_in, policy_in, reader_language
from footnoted.contracts.rendering.plain import in_plain_text, plainly
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.book import Book, Filters
from footnoted.domain.errors import SessionUnknown
from footnoted.domain.question import Policy, Question
from footnoted.domain.text.language import accepted, language_of_locale

POLICY = Policy(
    refusal="The book does not say. I looked for passages about this and found none that answer it.",
    selection_refusal="The selected text does not say.",
    hedge="The book covers this only in part. ",
)


def question(
    body: ChatRequest, request_id: UUID, owner: str = "", accept_language: str = "", book_language: str = ""
) -> Question:
    """The request in the engine's words."""
    page_language = language_of_locale(body.language or "")
    spoken = reader_language(body.query, accept_language, page_language or book_language)
    return Question(
        body.query,
        request_id,
        book=body.book,
        session=body.session_id or uuid4(),
        owner=owner,
        earlier=None if body.session_id else (),
        selection=given(body.selected_text),
        filters=_filters(body.filters),
        language=page_language,
        limit=body.top_k,
        threshold=body.similarity_threshold,
        policy=policy_in(POLICY, spoken),
    )


async def _asked(request: Request, body: ChatRequest) -> Question:
    """The request in the engine's words, to the book that the reader is in where it names none."""
    language = engine(request).language(body.book)
    asked = question(body, request_id(request), owner(request), accept_language(request), language)
    if body.book or not body.page_url or not has_catalogue(request):
        return asked
    return replace(asked, book=await book_of_page(catalogue(request), body.page_url))


def _filters(filters: MetadataFilter | None) -> Filters:
    if filters is None:
        return Filters()
    return Filters(filters.source_url_prefix or None, filters.section or None, filters.chapter or None)


async def frames(
    events: AsyncGenerator[Event, None], asked: Question, started: float, annotate: Annotate | None = None
) -> AsyncGenerator[str, None]:
    """``{"delta"}``* → ``{"sources", "metadata"}`` → our additions → ``{"done"}``."""
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved() | Assessed():
                    pass
                case TextDelta(text):
                    yield sse.text("delta", text)
                case Answered(answer):
                    whole = reply(answer, asked, perf_counter() - started).model_dump(mode="json")
                    yield sse.data({"sources": whole["sources"], "metadata": whole["metadata"]})
                    yield sse.data({name: whole[name] for name in ("citations", "confidence", "declined", "outcome")})
                    if annotate:
                        yield sse.data({"annotations": await annotate(answer)})
                    yield sse.data({"done": True})
                case _:
                    assert_never(event)


def _events(request: Request, asked: Question, wanted: Format) -> AsyncGenerator[Event, None]:
    events = engine(request).ask(asked)
    return events if wanted == "markdown" else plainly(events)


Annotate = Callable[[Answer], Awaitable[list[dict[str, Any]]]]


def _annotations(request: Request, asked: Question) -> Annotate:
    """A function that makes an answer's annotations; their addresses are relative to the request's."""
    root = "../" * (request.scope["path"].count("/") - 1)
    shelf = catalogue(request) if has_catalogue(request) else None
    return lambda answer: annotated(answer, asked.request_id, datetime.now(UTC), shelf, root)


def _manner(request: Request) -> sse.Manner:
    messages = messages_in(accepted(accept_language(request), SPOKEN))
    return sse.Manner(last_words=lambda error: sse.data({"error": describe(error, messages)[2]}))


app = contract_app(
    "005-rag-agent-api",
    failure,
    in_languages=failure,
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
    started, asked = perf_counter(), await _asked(request, body)
    answer = await whole_answer(request, asked)
    answer = answer if body.format == "markdown" else in_plain_text(answer)
    response = reply(answer, asked, perf_counter() - started)
    if body.annotations:
        response.annotations = await _annotations(request, asked)(answer)
    return json_response(response)


@app.post(
    "/chat/stream",
    response_class=Response,
    responses=responses(400, 401, 413, 429, 500, 503, stream=True),
    openapi_extra=EXAMPLES,
)
async def chat_stream(request: Request, body: ChatRequest) -> Response:
    """Ask a question and watch the answer being written, as server-sent events."""
    asked = await _asked(request, body)
    annotate = _annotations(request, asked) if body.annotations else None
    events = _events(request, asked, body.format)
    return await sse.stream(request, frames(events, asked, perf_counter(), annotate), _manner(request))


@app.post("/search", response_model=SearchResponse, responses=responses(400, 401, 413, 429, 500, 503))
async def search(request: Request, body: SearchRequest) -> Response:
    """Find passages without asking for an answer."""
    asked = Question(
        body.query,
        request_id(request),
        book=body.book,
        filters=_filters(body.filters),
        language=language_of_locale(body.language or ""),
        limit=body.top_k,
        threshold=body.similarity_threshold,
    )
    found = await while_listening(request, engine(request).search(asked))
    return json_response(
        SearchResponse.model_construct(
            query=body.query,
            results=[result(source) for source in found],
            request_id=asked.request_id,
        )
    )


@app.get("/history/{session_id}", response_model=History, responses=responses(400, 401, 404, 429, 500, 503))
async def history(
    request: Request,
    session_id: Annotated[SessionId, Path()],
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    format: Format = "text",
) -> Response:
    """The newest turns of a session, oldest first."""
    remembered = own_history(request)
    session = await remembered.session(session_id)
    if session is None:
        raise SessionUnknown("There is no such session.")
    turns = await remembered.turns(session_id, limit)
    return json_response(
        History.model_construct(
            session_id=session_id,
            entries=[entry(turn, format) for turn in turns if turn.question],
            total_entries=session.turns,
        )
    )


@app.delete("/sessions/{session_id}", status_code=204, responses=responses(400, 401, 404, 429, 500, 503))
async def forget(request: Request, session_id: Annotated[SessionId, Path()]) -> Response:
    """Forget a session and everything said in it."""
    if not await own_history(request).forget(session_id):
        raise SessionUnknown("There is no such session.")
    return Response(status_code=204)


@app.post("/feedback", status_code=204, responses=responses(400, 401, 404, 413, 429, 500, 503))
async def feedback(request: Request, body: Feedback) -> Response:
    """Say whether an answer of the last thirty days helped; only who got it can."""
    if not await own_history(request).rate(body.request_id, body.helpful, body.comment or ""):
        raise SessionUnknown("There is no such answer.")
    return Response(status_code=204)


@app.get("/health", response_model=HealthResponse, responses=responses(500))
async def health(request: Request) -> Response:
    """How the service and the parts it needs are doing."""
    parts = await engine(request).health()
    return json_response(states(parts, await _books(request) if parts["database"].is_up else ()))


async def _books(request: Request) -> Sequence[Book]:
    """The books that the caller may ask: anyone may see how the service does, but not what it has."""
    shared = await shown_to(request.scope)
    return await shared.catalogue.books() if shared and shared.catalogue else ()
