"""The wire models of the AI SDK: what `useChat` sends. Limits live here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from footnoted.contracts.http.conversation import A_USERS
from footnoted.contracts.http.wire import Text, WireRequest


class AskedPart(WireRequest):
    """A piece of a question; others than text are refused."""

    type: Literal["text"]
    text: Annotated[str, Text(64_000, least=1)]


class AnyPart(WireRequest):
    """A piece of another message: text counts, sources and data do not."""

    type: Annotated[str, Text(100)]
    text: Annotated[str, Text(64_000)] = ""


class UserMessage(WireRequest):
    """What a reader asked."""

    role: Literal["user"]
    parts: list[AskedPart] = Field(min_length=1)


class OtherMessage(WireRequest):
    """What was answered, and what the application says of itself."""

    role: Literal["assistant", "system"]
    parts: list[AnyPart]


class ChatRequest(WireRequest):
    """A conversation whose last message of a user is the question."""

    messages: list[UserMessage | OtherMessage] = Field(
        min_length=1,
        examples=[[{"role": "user", "parts": [{"type": "text", "text": "What is the exit pupil?"}]}]],
        json_schema_extra={"contains": A_USERS},
    )
    book: Annotated[str, Text(200, least=1)] | None = Field(
        None, description="Which book, where several are served; `body` of the transport."
    )


class ErrorResponse(BaseModel):
    """Every error looks like this."""

    error: str
    code: str | None
