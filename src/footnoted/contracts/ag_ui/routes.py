"""AG-UI 1.0: a run of an agent as events, after https://docs.ag-ui.com. Translation only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, assert_never
from uuid import UUID

from fastapi import Request, Response

import footnoted
from footnoted.contracts.ag_ui.models import (
    AskedPart,
    ErrorResponse,
    RunAgentInput,
)
from footnoted.contracts.http import sse
from footnoted.contracts.http.app import Failed, contract_app, engine, request_id
from footnoted.contracts.http.books import book_named, catalogue
from footnoted.contracts.http.conversation import Message, conversation
from footnoted.contracts.http.failures import describe
from footnoted.contracts.http.health import Health, health
from footnoted.contracts.http.wire import error_responses
from footnoted.contracts.rendering.footnotes import footnotes
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.question import Policy, Question

POLICY = Policy(hedge="The book covers this only in part. ")
PROTOCOL = "1.0"


def question(body: RunAgentInput, request_id: UUID, book: str | None) -> Question:
    """The request as a question; the client keeps the conversation itself."""
    asked = conversation([Message(message.role, _text(message.content)) for message in body.messages])
    return Question(asked.question, request_id, book=book, earlier=asked.earlier, wishes=asked.wishes, policy=POLICY)


def _text(content: Any) -> str:
    if isinstance(content, list):
        return "\n".join(part.text for part in content if isinstance(part, AskedPart))
    return content if isinstance(content, str) else ""


async def frames(
    events: AsyncGenerator[Event, None], asked: Question, body: RunAgentInput
) -> AsyncGenerator[str, None]:
    """A run with its searches as steps and one message, then the footnotes."""
    run = {"threadId": body.threadId, "runId": body.runId}
    message = {"messageId": f"msg-{asked.request_id.hex}"}
    begun = _event("TEXT_MESSAGE_START", **message, role="assistant")
    prologue = _event("RUN_STARTED", **run, protocolVersion=PROTOCOL)
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved():
                    prologue += _event("STEP_STARTED", stepName="search") + _event("STEP_FINISHED", stepName="search")
                case Assessed():
                    pass
                case TextDelta(text):
                    yield prologue + begun + _event("TEXT_MESSAGE_CONTENT", **message, delta=text)
                    prologue = begun = ""
                case Answered(answer):
                    yield prologue + begun + _event("TEXT_MESSAGE_END", **message) + _last(answer, run)
                case _:
                    assert_never(event)


def _last(answer: Answer, run: dict[str, str]) -> str:
    notes = footnotes(answer).model_dump(mode="json")
    usage = [_usage(answer)] if answer.usage else []
    finished = run | {"outcome": {"type": "success"}, "result": {"outcome": notes["outcome"]}}
    return _event("CUSTOM", name="footnotes", value=notes) + _event(
        "RUN_FINISHED", **finished, **({"usage": usage} if usage else {})
    )


def _usage(answer: Answer) -> dict[str, Any]:
    assert answer.usage is not None
    used = answer.usage
    return {"model": used.model, "inputTokens": used.tokens_read, "outputTokens": used.tokens_written}


def _event(kind: str, **fields: Any) -> str:
    return sse.data({"type": kind} | fields)


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    what = describe(error)
    return Failed(what.status, {"message": what.message, "code": what.code}, what.retry_after)


def _last_words(error: Exception) -> str:
    what = describe(error)
    return _event("RUN_ERROR", message=what.message, code=what.code)


_MANNER = sse.Manner(_last_words)

app = contract_app(
    "ag-ui",
    failure,
    title="ag-ui",
    version=footnoted.__version__,
    description="For clients of the Agent–User Interaction protocol: the agent's URL is `/ag-ui/run`.",
)
_errors = error_responses(ErrorResponse, {404: "There is no such book."})
_streamed = sse.described("message", example='data: {"type": "TEXT_MESSAGE_CONTENT", "delta": "…"}\n\n')


@app.post("/run", response_class=Response, responses=_errors(400, 401, 404, 413, 429, 500, 503) | {200: _streamed})
async def run(request: Request, body: RunAgentInput) -> Response:
    """Ask with the whole conversation and watch the answer being written."""
    book = await book_named(catalogue(request), body.forwardedProps.book)
    asked = question(body, request_id(request), book)
    return await sse.stream(request, frames(engine(request).ask(asked), asked, body), _MANNER)


app.get("/health", response_model=Health, responses=_errors(500))(health)
