"""The UI message stream of Vercel's AI SDK: what `useChat` sends and reads. Translation only."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, assert_never
from uuid import UUID

from fastapi import Request, Response

import footnoted
from footnoted.contracts.ai_sdk.models import AnyPart, AskedPart, ChatRequest, ErrorResponse
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
_VERSION = {"x-vercel-ai-ui-message-stream": "v1"}
_DONE = "data: [DONE]\n\n"
_TEXT = "answer"
"""Id of a message's only text."""


def question(body: ChatRequest, request_id: UUID, book: str | None) -> Question:
    """The request as a question; the client keeps the conversation itself."""
    messages = [Message(message.role, _text(message.parts)) for message in body.messages]
    asked = conversation(messages)
    return Question(asked.question, request_id, book=book, earlier=asked.earlier, wishes=asked.wishes, policy=POLICY)


def _text(parts: list[AskedPart] | list[AnyPart]) -> str:
    return "\n".join(part.text for part in parts if part.type == "text")


async def frames(events: AsyncGenerator[Event, None], asked: Question) -> AsyncGenerator[str, None]:
    """A message with one text, then its sources and its footnotes."""
    prologue = sse.data({"type": "start", "messageId": f"msg-{asked.request_id.hex}"})
    prologue += sse.data({"type": "start-step"}) + sse.data({"type": "text-start", "id": _TEXT})
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved() | Assessed():
                    pass
                case TextDelta(text):
                    yield prologue + sse.data({"type": "text-delta", "id": _TEXT, "delta": text})
                    prologue = ""
                case Answered(answer):
                    yield prologue + "".join(sse.data(part) for part in _last(answer)) + _DONE
                case _:
                    assert_never(event)


def _last(answer: Answer) -> list[dict[str, Any]]:
    notes = footnotes(answer).model_dump(mode="json")
    sources = [
        {"sourceId": str(number), "url": source.passage.url, "title": source.passage.breadcrumb}
        for number, source in enumerate(answer.sources, 1)
    ]
    return [
        {"type": "text-end", "id": _TEXT, "citations": _citations(answer, sources)},
        *({"type": "source-url"} | source for source in sources),
        {"type": "data-footnotes", "data": notes},
        {"type": "finish-step"},
        {"type": "finish", "finishReason": "stop"},
    ]


def _citations(answer: Answer, sources: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Which characters rest on which source, in JavaScript's count."""
    return [
        {
            "source": {
                "type": "source",
                "sourceType": "url",
                "id": sources[cited.source - 1]["sourceId"],
                "url": answer.link_of(cited),
                "title": sources[cited.source - 1]["title"],
            },
            "startIndex": utf16_length(answer.text[: cited.start]),
            "endIndex": utf16_length(answer.text[: cited.end]),
            "citedText": cited.quote,
        }
        for cited in answer.citations
    ]


def utf16_length(text: str) -> int:
    """The length of a text in JavaScript's count.

    >>> utf16_length("𝛼 bee")
    6
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def failure(error: Exception, request_id: UUID) -> Failed:
    """Any error in this contract's form."""
    what = describe(error)
    return Failed(what.status, {"error": what.message, "code": what.code}, what.retry_after)


_MANNER = sse.Manner(lambda error: sse.data({"type": "error", "errorText": describe(error).message}) + _DONE)

app = contract_app(
    "ai-sdk",
    failure,
    title="ai-sdk",
    version=footnoted.__version__,
    description="For `useChat` of Vercel's AI SDK, which asks `/api/chat` unless it is told otherwise.",
)
_errors = error_responses(ErrorResponse, {404: "There is no such book."})
_streamed = sse.described("message", example='data: {"type": "text-delta", "id": "answer", "delta": "…"}\n\n')


@app.post("/chat", response_class=Response, responses=_errors(400, 401, 404, 413, 429, 500, 503) | {200: _streamed})
async def chat(request: Request, body: ChatRequest) -> Response:
    """Ask with the whole conversation and watch the answer being written."""
    asked = question(body, request_id(request), await book_named(catalogue(request), body.book))
    response = await sse.stream(request, frames(engine(request).ask(asked), asked), _MANNER)
    response.headers.update(_VERSION)
    return response


app.get("/health", response_model=Health, responses=_errors(500))(health)
