"""The wire models of contract 007-rag-retrieval-agent. Limits live here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from footnoted.contracts.http.wire import NUMBER, Text, WireRequest

Label = Literal["high", "medium", "low", "none"]


class ChatRequest(WireRequest):
    """A question to the book."""

    question: Annotated[str, Text(8000, least=1)] = Field(examples=["What is the exit pupil?"])
    context: Annotated[str, Text(2000)] | None = Field(
        None, description="Text the reader selected: what the question is about."
    )
    session_id: UUID | None = None
    k: Annotated[int, NUMBER] = Field(5, ge=1, le=20)


class Source(BaseModel):
    """A passage that was given to the answer."""

    title: str
    url: str
    score: float = Field(ge=0, le=1)


class Citation(BaseModel):
    """A page the answer rests on."""

    url: str
    title: str
    relevance_score: float = Field(ge=0, le=1)


class ChatResponse(BaseModel):
    """An answer, or an honest refusal."""

    answer: str
    sources: list[Source]
    session_id: UUID
    processing_time: float = Field(description="Seconds.")
    confidence: Label
    declined: bool
    citations: list[Citation]
    timestamp: datetime


class HealthResponse(BaseModel):
    """The service and the parts it needs."""

    status: Literal["healthy", "unhealthy"]
    qdrant: Literal["connected", "disconnected"]
    cohere: Literal["available", "unavailable"]
    openai: Literal["available", "unavailable"]


class ErrorDetail(BaseModel):
    """What went wrong."""

    error: str
    message: str
    details: dict[str, Any] | None = None


class ErrorResponse(BaseModel):
    """Every error looks like this."""

    detail: ErrorDetail
