"""The wire models of contract 003-rag-agent. Limits live here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from footnoted.contracts.http.wire import Text, WireRequest


class AskRequest(WireRequest):
    """A question to the book."""

    query: Annotated[str, Text(1000, least=1)] = Field(examples=["What is the exit pupil?"])


class MatchedChunk(BaseModel):
    """A passage that was given to the answer, whole."""

    chunk_id: str
    text: str
    relevance_score: float = Field(ge=0, le=1)


class AskResponse(BaseModel):
    """An answer, or an honest refusal."""

    answer: str
    sources: list[str] = Field(description="Each place once, those that the answer cites first.")
    matched_chunks: list[MatchedChunk]


class HealthResponse(BaseModel):
    """The service is there."""

    status: Literal["healthy"] = "healthy"
    timestamp: datetime


class ErrorResponse(BaseModel):
    """Every error looks like this."""

    error: str
    code: Literal["INVALID_INPUT", "UNAUTHORIZED", "RATE_LIMITED", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR"]
