"""The wire models of contract 006-rag-ai-agent. Limits live here."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from uuid import UUID, uuid4

from pydantic import BaseModel, BeforeValidator, Field

from footnoted.contracts.http.wire import NUMBER, SessionId, Text, WireRequest

_MINTED_BY_THE_WIDGET = re.compile(r"session_\d+_[a-z0-9]+", re.IGNORECASE)
Asked = Annotated[str, Text(500, least=1)]
Adopted = Annotated[
    SessionId,
    BeforeValidator(
        lambda value: uuid4() if isinstance(value, str) and _MINTED_BY_THE_WIDGET.fullmatch(value) else value
    ),
]
"""A UUID v4; the form that the widget mints after a failed first call is replaced by a new one."""


class ChatRequest(WireRequest):
    """A question to the book."""

    message: Asked = Field(examples=["How do I collimate a Newtonian?"])
    session_id: Adopted | None = None
    context: Annotated[str, Text(64000)] | None = Field(
        None, description="Text the reader selected: what the question is about."
    )


class SearchRequest(WireRequest):
    """What to look for."""

    query: Asked = Field(examples=["exit pupil"])
    top_k: Annotated[int, NUMBER] = Field(5, ge=1, le=20)


class Source(BaseModel):
    """A passage the answer rests on; ``/{slug}`` is its page."""

    chunk_id: str
    title: str | None = None
    slug: str
    score: float = Field(ge=0, le=1)


class ResponseMetadata(BaseModel):
    """How the answer came about."""

    response_time_ms: int
    tokens_used: int | None = None
    context_chunks: int


class ChatResponse(BaseModel):
    """An answer, or an honest refusal."""

    session_id: UUID
    message: str
    sources: list[Source]
    metadata: ResponseMetadata


class SearchResult(Source):
    """A passage that was found."""

    snippet: str
    source_path: str


class SearchResponse(BaseModel):
    """What was found, best first."""

    query: str
    results: list[SearchResult]


class Ended(BaseModel):
    """A session that is over."""

    message: Literal["Session ended successfully"] = "Session ended successfully"


class HealthResponse(BaseModel):
    """The service and the parts it needs."""

    status: Literal["ok", "degraded", "error"]
    qdrant: bool
    postgres: bool
    openai: bool
    services: dict[str, bool]


class ErrorResponse(BaseModel):
    """Every error looks like this; ``detail`` is the same text as ``message``."""

    error: Literal[
        "validation_error",
        "unauthorized",
        "not_found",
        "rate_limited",
        "upstream_error",
        "service_unavailable",
        "internal_error",
    ]
    message: str
    detail: str
