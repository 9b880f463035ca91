"""Chat completions: the wire models, a request as a question, an answer as a completion or as chunks of one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import time
from typing import Annotated, Any, Literal, assert_never
from uuid import UUID

from pydantic import BaseModel, Field, StrictBool

from footnoted.contracts.http import sse
from footnoted.contracts.http.books import EVERY_BOOK
from footnoted.contracts.http.conversation import A_USERS, Message, conversation
from footnoted.contracts.http.wire import NUMBER, Text, WireRequest
from footnoted.contracts.rendering.footnotes import Footnotes, footnotes, markers
from footnoted.domain.answer import Answer, Answered, Assessed, Event, Retrieved, TextDelta
from footnoted.domain.question import Policy, Question

POLICY = Policy(hedge="The book covers this only in part. ")


class TextPart(WireRequest):
    """A piece of a message; others than text are refused."""

    type: Literal["text"]
    text: Annotated[str, Text(64_000)]


class AskedPart(WireRequest):
    """A piece of a question."""

    type: Literal["text"]
    text: Annotated[str, Text(64_000, least=1)]


class UserMessage(WireRequest):
    """What a reader asked."""

    role: Literal["user"]
    content: Annotated[str, Text(64_000, least=1)] | Annotated[list[AskedPart], Field(min_length=1)]


class OtherMessage(WireRequest):
    """What was answered, and what the application says of itself; tools have no say here."""

    role: Literal["system", "developer", "assistant", "tool", "function"]
    content: Annotated[str, Text(64_000)] | list[TextPart] | None = None


class StreamOptions(WireRequest):
    """What a stream holds besides its text."""

    include_usage: StrictBool = False


class ResponseFormat(WireRequest):
    """Only text: a book does not answer in a schema."""

    type: Literal["text"]


class ChatRequest(WireRequest):
    """A conversation whose last message of a user is the question."""

    model: Annotated[str, Text(200, least=1)] = Field(EVERY_BOOK, description="The book's name; see `GET /models`.")
    messages: list[UserMessage | OtherMessage] = Field(
        min_length=1,
        examples=[[{"role": "user", "content": "What is the exit pupil?"}]],
        json_schema_extra={"contains": A_USERS},
    )
    stream: StrictBool = False
    stream_options: StreamOptions | None = None
    n: Annotated[int, NUMBER] = Field(1, ge=1, le=1)
    response_format: ResponseFormat | None = None


class UrlCitation(BaseModel):
    """Where a marker stands in the text, in characters, and the page it leads to."""

    start_index: int
    end_index: int
    title: str
    url: str


class Annotation(BaseModel):
    """A marker of the text."""

    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlCitation


class AnswerMessage(BaseModel):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None
    annotations: list[Annotation]


class Choice(BaseModel):
    """The one answer there is."""

    index: Literal[0] = 0
    message: AnswerMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class CompletionUsage(BaseModel):
    """Tokens that a model read and wrote; none where the book answers in its own sentences."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(BaseModel):
    """An answer with its footnotes, or an honest refusal."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[Choice]
    usage: CompletionUsage
    citations: list[str] = Field(description="The n-th URL is what `[n]` in the text leads to.")
    footnotes: Footnotes


def question(body: ChatRequest, request_id: UUID, book: str | None) -> Question:
    """The request as a question; the client keeps the conversation itself."""
    asked = conversation([Message(message.role, text(message.content)) for message in body.messages])
    return Question(asked.question, request_id, book=book, earlier=asked.earlier, wishes=asked.wishes, policy=POLICY)


def text(content: str | list[Any] | None) -> str:
    """A message's text, from a string or from pieces."""
    return content if isinstance(content, str) else "\n".join(part.text for part in content or ())


def reply(answer: Answer, asked: Question, model: str) -> ChatCompletion:
    """The answer in this contract's form."""
    message = AnswerMessage(content=answer.text, annotations=url_citations(answer))
    return ChatCompletion(
        id=_id(asked),
        created=int(time()),
        model=model,
        choices=[Choice(message=message)],
        usage=usage(answer),
        citations=[source.passage.url for source in answer.sources],
        footnotes=footnotes(answer),
    )


def _id(asked: Question) -> str:
    return f"chatcmpl-{asked.request_id.hex}"


def url_citations(answer: Answer) -> list[Annotation]:
    """Each marker of the text, in the form of OpenAI's web search."""
    return [
        Annotation(
            url_citation=UrlCitation(
                start_index=marker.start,
                end_index=marker.end,
                title=marker.found.passage.breadcrumb,
                url=marker.url,
            )
        )
        for marker in markers(answer)
    ]


def usage(answer: Answer) -> CompletionUsage:
    """The tokens that the model used."""
    read, written = (answer.usage.tokens_read, answer.usage.tokens_written) if answer.usage else (0, 0)
    return CompletionUsage(prompt_tokens=read, completion_tokens=written, total_tokens=read + written)


async def frames(
    events: AsyncGenerator[Event, None], asked: Question, model: str, options: StreamOptions | None
) -> AsyncGenerator[str, None]:
    """Chunks of text, a final one with the footnotes, the usage if wanted, ``[DONE]``."""
    head = {"id": _id(asked), "object": "chat.completion.chunk", "created": int(time()), "model": model}

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}]
        return sse.data(head | {"choices": choices} | more)

    role: dict[str, str] = {"role": "assistant"}
    async with aclosing(events):
        async for event in events:
            match event:
                case Retrieved() | Assessed():
                    pass
                case TextDelta(text):
                    yield chunk(role | {"content": text})
                    role = {}
                case Answered(answer):
                    whole = reply(answer, asked, model).model_dump(mode="json")
                    yield chunk(
                        role | {"annotations": whole["choices"][0]["message"]["annotations"]},
                        "stop",
                        citations=whole["citations"],
                        footnotes=whole["footnotes"],
                    )
                    if options and options.include_usage:
                        yield sse.data(head | {"choices": [], "usage": whole["usage"]})
                    yield DONE
                case _:
                    assert_never(event)


DONE = "data: [DONE]\n\n"
