"""The wire models of AG-UI: what a run is asked with. Limits live here."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from footnoted.contracts.http.conversation import A_USERS
from footnoted.contracts.http.wire import Text, WireRequest

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
