"""The wire models of responses. Limits live here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictBool

from footnoted.contracts.http.books import EVERY_BOOK
from footnoted.contracts.http.conversation import A_USERS
from footnoted.contracts.http.wire import Text, WireRequest
from footnoted.contracts.rendering.footnotes import Footnotes

_ID = r"^resp_[0-9a-f]{64}$"


class InputText(WireRequest):
    """A piece of a message; others than text are refused."""

    type: Literal["input_text", "output_text"]
    text: Annotated[str, Text(64_000)]


class AskedText(WireRequest):
    """A piece of a question."""

    type: Literal["input_text"]
    text: Annotated[str, Text(64_000, least=1)]


class UserItem(WireRequest):
    """What a reader asked."""

    type: Literal["message"] = "message"
    role: Literal["user"]
    content: Annotated[str, Text(64_000, least=1)] | Annotated[list[AskedText], Field(min_length=1)]


class OtherItem(WireRequest):
    """What was answered, and what the application says of itself."""

    type: Literal["message"] = "message"
    role: Literal["system", "developer", "assistant"]
    content: Annotated[str, Text(64_000)] | list[InputText]


Items = Annotated[
    list[UserItem | OtherItem],
    Field(min_length=1, json_schema_extra={"contains": A_USERS}),
]


class Format(WireRequest):
    """Only text: a book does not answer in a schema."""

    type: Literal["text"]


class TextFormat(WireRequest):
    """How the answer is written."""

    format: Format | None = None


class ResponsesRequest(WireRequest):
    """A question, or a conversation whose last message of a user is the question."""

    model: Annotated[str, Text(200, least=1)] = Field(EVERY_BOOK, description="The book's name; see `GET /models`.")
    input: Annotated[str, Text(32_000, least=1)] | Items = Field(examples=["What is the exit pupil?"])
    instructions: Annotated[str, Text(64_000)] | None = None
    previous_response_id: Annotated[str, Text(69, pattern=_ID)] | None = Field(
        None, description="Continues the conversation after that response."
    )
    store: StrictBool = Field(True, description="Whether a later request may continue after this response.")
    stream: StrictBool = False
    text: TextFormat | None = None


class UrlCitation(BaseModel):
    """Where a marker stands in the text, in characters, and the page it leads to."""

    type: Literal["url_citation"] = "url_citation"
    start_index: int
    end_index: int
    title: str
    url: str


class OutputText(BaseModel):
    """The answer's text."""

    type: Literal["output_text"] = "output_text"
    text: str
    annotations: list[UrlCitation]
    logprobs: list[None] = Field(default_factory=list)


class OutputMessage(BaseModel):
    """The answer."""

    id: str
    type: Literal["message"] = "message"
    role: Literal["assistant"] = "assistant"
    status: Literal["in_progress", "completed"]
    content: list[OutputText]


class CachedTokens(BaseModel):
    """Nothing is cached here."""

    cached_tokens: Literal[0] = 0
    cache_write_tokens: Literal[0] = 0


class ReasoningTokens(BaseModel):
    """Nothing is thought aloud here."""

    reasoning_tokens: Literal[0] = 0


class ResponseUsage(BaseModel):
    """Tokens that a model read and wrote; none where the book answers in its own sentences."""

    input_tokens: int
    input_tokens_details: CachedTokens = CachedTokens()
    output_tokens: int
    output_tokens_details: ReasoningTokens = ReasoningTokens()
    total_tokens: int


class ModelResponse(BaseModel):
    """An answer with its footnotes, or an honest refusal."""

    id: str
    object: Literal["response"] = "response"
    created_at: int
    status: Literal["in_progress", "completed", "failed"]
    model: str
    output: list[OutputMessage]
    previous_response_id: str | None = None
    instructions: str | None = None
    store: bool
    error: dict[str, str] | None = None
    incomplete_details: None = None
    parallel_tool_calls: Literal[False] = False
    tool_choice: Literal["none"] = "none"
    tools: list[None] = Field(default_factory=list)
    metadata: dict[str, str] = Field(default_factory=dict)
    usage: ResponseUsage | None = None
    citations: list[str] | None = Field(None, description="The n-th URL is what `[n]` in the text leads to.")
    footnotes: Footnotes | None = None
