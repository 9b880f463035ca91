"""AG-UI 1.0: a run of an agent as events, after https://docs.ag-ui.com. Translation only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated, Any, Literal, assert_never
from uuid import UUID

from fastapi import Request, Response
from pydantic import BaseModel, Field

import footnoted
from footnoted.contracts import _sse
from footnoted.contracts._app import Failed, contract_app, engine, request_id
from footnoted.contracts._books import book_named, catalogue
from footnoted.contracts._conversation import A_USERS, Message, conversation
from footnoted.contracts._failures import told
from footnoted.contracts._footnotes import footnotes
from footnoted.contracts._health import Health, health
from footnoted.contracts._wire import Text, WireRequest, error_responses
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.question import Policy, Question

POLICY = Policy(hedge="The book covers this only in part. ")
PROTOCOL = "1.0"
Id = Annotated[str, Text(200, least=1)]


class AskedPart(WireRequest):
    """A piece of a question; others than text are refused."""

    type: Literal["text"]
    text: Annotated[str, Text(64_000, least=1)]


class UserMessage(WireRequest):
    """What a reader asked."""

    role: Literal["user"]
    content: Annotated[str, Text(64_000, least=1)] | Annotated[list[AskedPart], Field(min_length=1)]


class OtherMessage(WireRequest):
    """What was answered, and what the application says of itself; tools, thoughts and activities have no say here."""

    role: Literal["developer", "system", "assistant", "tool", "activity", "reasoning"]
    content: Any = None


class ForwardedProps(WireRequest):
    """What the application passes on."""

    book: Annotated[str, Text(200, least=1)] | None = Field(None, description="Which book, where several are served.")


class RunAgentInput(WireRequest):
    """A conversation whose last message of a user is the question."""

    threadId: Id  # noqa: N815 - the protocol's own names
    runId: Id  # noqa: N815
    messages: list[UserMessage | OtherMessage] = Field(
        min_length=1,
        examples=[[{"id": "1", "role": "user", "content": "What is the exit pupil?"}]],
        json_schema_extra={"contains": A_USERS},
    )
    forwardedProps: ForwardedProps = ForwardedProps()  # noqa: N815


class ErrorResponse(BaseModel):
    """Every error before the first event looks like this; a later one is the event `RUN_ERROR`."""

    message: str
    code: str | None


def question(body: RunAgentInput, request_id: UUID, book: str | None) -> Question:
    """The request in the engine's words; the client keeps the conversation itself."""
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
    return _sse.data({"type": kind} | fields)


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error as this contract says it."""
    what = told(error)
    return Failed(what.status, {"message": what.message, "code": what.code}, what.retry_after)


def _last_words(error: Exception) -> str:
    what = told(error)
    return _event("RUN_ERROR", message=what.message, code=what.code)


_MANNER = _sse.Manner(_last_words)

app = contract_app(
    "ag-ui",
    failure,
    title="ag-ui",
    version=footnoted.__version__,
    description="For clients of the Agent–User Interaction protocol: the agent's URL is `/ag-ui/run`.",
)
_errors = error_responses(ErrorResponse, {404: "There is no such book."})
_streamed = _sse.described("message", example='data: {"type": "TEXT_MESSAGE_CONTENT", "delta": "…"}\n\n')


@app.post("/run", response_class=Response, responses=_errors(400, 401, 404, 413, 429, 500, 503) | {200: _streamed})
async def run(request: Request, body: RunAgentInput) -> Response:
    """Ask with the whole conversation and watch the answer being written."""
    book = await book_named(catalogue(request), body.forwardedProps.book)
    asked = question(body, request_id(request), book)
    return await _sse.stream(request, frames(engine(request).ask(asked), asked, body), _MANNER)


app.get("/health", response_model=Health, responses=_errors(500))(health)
