"""The wire models of contract 003-rag-agent-api. Limits live here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, StrictBool

from footnoted.contracts.http.wire import NUMBER, SessionId, Text, WireRequest
from footnoted.contracts.rendering.levels import Level

THRESHOLD = 0.7
"""What passages must score unless the client says otherwise."""


class Said(WireRequest):
    """A message the client remembers itself."""

    role: Literal["user", "assistant"]
    content: Annotated[str, Text(20000)]


class ChatRequest(WireRequest):
    """A question to the book."""

    message: Annotated[str, Text(1000, least=1)] = Field(examples=["How do I collimate a Newtonian?"])
    session_id: SessionId | None = None
    stream: StrictBool = False
    top_k: Annotated[int, NUMBER] = Field(5, ge=1, le=10)
    similarity_threshold: Annotated[float, NUMBER] = Field(THRESHOLD, ge=0, le=1)
    context: Annotated[str, Text(5000)] | None = Field(
        None, description="Text the reader selected: what the question is about."
    )
    history: list[Said] | None = Field(
        None, max_length=20, description="The last turns, at most ten; they stand in for the stored ones."
    )


class Source(BaseModel):
    """A passage that was given to the answer."""

    chunk_text: str = Field(max_length=500)
    similarity_score: float = Field(ge=0, le=1)
    chapter: str
    section: str
    url: str
    chunk_index: int


class ChatResponse(BaseModel):
    """An answer, or an honest refusal."""

    response: str
    confidence: float = Field(ge=0, le=1)
    sources: list[Source]
    session_id: UUID
    timestamp: datetime
    confidence_level: Level
    should_answer: bool


class Message(BaseModel):
    """One message of a thread."""

    role: Literal["user", "assistant"]
    content: str
    timestamp: datetime
    confidence: float | None = None


class Thread(BaseModel):
    """A conversation."""

    thread_id: UUID
    messages: list[Message]
    created_at: datetime
    updated_at: datetime
    topic_summary: str | None = Field(None, max_length=200)
    metadata: dict[str, Any]


class Dependency(BaseModel):
    """One part that the service needs."""

    status: Literal["up", "down"]
    latency_ms: float | None = None
    error: str | None = None


class HealthResponse(BaseModel):
    """The service as a whole."""

    status: Literal["healthy", "degraded"]
    dependencies: dict[str, Dependency]
    timestamp: datetime


class ErrorResponse(BaseModel):
    """Every error looks like this; ``detail`` is the same text as ``message``."""

    error: str
    message: str
    details: dict[str, Any] | None = None
    timestamp: datetime
    request_id: UUID
    detail: str
