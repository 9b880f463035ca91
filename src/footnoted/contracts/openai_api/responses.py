"""Responses: a request as a question, an answer as a response or as the events that lead to one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import time
from typing import Any, assert_never
from uuid import UUID

from footnoted.contracts.http import sse
from footnoted.contracts.http.conversation import Conversation, Message, conversation
from footnoted.contracts.openai_api.chat import POLICY, text
from footnoted.contracts.openai_api.responses_models import (
    ModelResponse,
    OutputMessage,
    OutputText,
    ResponsesRequest,
    ResponseUsage,
    UrlCitation,
)
from footnoted.contracts.rendering.footnotes import footnotes, markers
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.errors import SessionUnknown
from footnoted.domain.ports import History
from footnoted.domain.question import Question, Turn

_MOST_TURNS = 100
"""How many turns back a previous response is looked for."""
EVENTS = (
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.annotation.added",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
    "response.failed",
)
"""Every event of a streamed response."""


def asked_for(body: ResponsesRequest) -> Conversation:
    """The conversation in the request itself."""
    if isinstance(body.input, str):
        return Conversation(body.input, [])
    return conversation([Message(item.role, text(item.content)) for item in body.input], "input")


async def question(
    body: ResponsesRequest, request_id: UUID, book: str | None, history: History, owner: str
) -> Question:
    """The request as a question; earlier turns come from the history, from the request, or from both."""
    asked = asked_for(body)
    session, earlier = request_id, asked.earlier
    if body.previous_response_id:
        session, remembered = await _before(body.previous_response_id, history)
        earlier = [*remembered, *earlier]
    kept = session if body.store else None
    return Question(
        asked.question,
        request_id,
        book=book,
        session=kept,
        owner=owner,
        earlier=earlier,
        wishes="\n".join(filter(None, [body.instructions, asked.wishes])),
        policy=POLICY,
    )


async def _before(response_id: str, history: History) -> tuple[UUID, list[Turn]]:
    """The session of a response, and its turns up to it; later ones belong to another branch."""
    session, answered = (UUID(response_id[start : start + 32]) for start in (5, 37))
    turns = await history.turns(session, _MOST_TURNS)
    for place, turn in enumerate(turns, 1):
        if turn.metadata.get("request_id") == str(answered):
            return session, turns[:place]
    raise SessionUnknown("There is no such previous response.")


class Frame:
    """The fields that every state of one response shares."""

    def __init__(self, body: ResponsesRequest, asked: Question) -> None:
        session = asked.session or asked.request_id
        self.item_id = f"msg_{asked.request_id.hex}"
        self._about: dict[str, Any] = {
            "id": f"resp_{session.hex}{asked.request_id.hex}",
            "created_at": int(time()),
            "model": body.model,
            "previous_response_id": body.previous_response_id,
            "instructions": body.instructions,
            "store": body.store,
        }

    def begun(self) -> ModelResponse:
        """The response before there is an answer."""
        return ModelResponse(**self._about, status="in_progress", output=[])

    def failed(self, error: dict[str, Any]) -> ModelResponse:
        """The response when there will be no answer."""
        told = {"code": "server_error", "message": error["message"]}
        return ModelResponse(**self._about, status="failed", output=[], error=told)

    def reply(self, answer: Answer) -> ModelResponse:
        """The answer in this contract's form."""
        read, written = (answer.usage.tokens_read, answer.usage.tokens_written) if answer.usage else (0, 0)
        return ModelResponse(
            **self._about,
            status="completed",
            output=[self.message(answer)],
            usage=ResponseUsage(input_tokens=read, output_tokens=written, total_tokens=read + written),
            citations=[source.passage.url for source in answer.sources],
            footnotes=footnotes(answer),
        )

    def message(self, answer: Answer) -> OutputMessage:
        """The answer's one message."""
        annotations = [
            UrlCitation(
                start_index=marker.start,
                end_index=marker.end,
                title=marker.found.passage.breadcrumb,
                url=marker.url,
            )
            for marker in markers(answer)
        ]
        content = [OutputText(text=answer.text, annotations=annotations)]
        return OutputMessage(id=self.item_id, status="completed", content=content)


class NumberedEvents:
    """Numbers the events of one stream."""

    def __init__(self) -> None:
        self._number = -1

    def __call__(self, kind: str, **more: Any) -> str:
        self._number += 1
        return sse.event(kind, {"type": kind, "sequence_number": self._number} | more)


async def frames(events: AsyncGenerator[Event, None], frame: Frame, tell: NumberedEvents) -> AsyncGenerator[str, None]:
    """The response begins, its text arrives in pieces, its markers are explained, it is complete."""
    is_begun = False
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved() | Assessed():
                    pass
                case TextDelta(text):
                    yield ("" if is_begun else _begun(frame, tell)) + _delta(frame, tell, text)
                    is_begun = True
                case Answered(answer):
                    yield ("" if is_begun else _begun(frame, tell)) + _done(frame, tell, answer)
                case _:
                    assert_never(event)


def _begun(frame: Frame, tell: NumberedEvents) -> str:
    begun = frame.begun().model_dump(mode="json")
    item = {"id": frame.item_id, "type": "message", "role": "assistant", "status": "in_progress", "content": []}
    part = OutputText(text="", annotations=[]).model_dump()
    return (
        tell("response.created", response=begun)
        + tell("response.in_progress", response=begun)
        + tell("response.output_item.added", output_index=0, item=item)
        + tell("response.content_part.added", **_place(frame), part=part)
    )


def _delta(frame: Frame, tell: NumberedEvents, text: str) -> str:
    return tell("response.output_text.delta", **_place(frame), delta=text, logprobs=[])


def _done(frame: Frame, tell: NumberedEvents, answer: Answer) -> str:
    whole = frame.reply(answer).model_dump(mode="json")
    item = whole["output"][0]
    part = item["content"][0]
    place = _place(frame)
    return (
        "".join(
            tell("response.output_text.annotation.added", **place, annotation_index=index, annotation=annotation)
            for index, annotation in enumerate(part["annotations"])
        )
        + tell("response.output_text.done", **place, text=part["text"], logprobs=[])
        + tell("response.content_part.done", **place, part=part)
        + tell("response.output_item.done", output_index=0, item=item)
        + tell("response.completed", response=whole)
    )


def _place(frame: Frame) -> dict[str, Any]:
    return {"item_id": frame.item_id, "output_index": 0, "content_index": 0}
