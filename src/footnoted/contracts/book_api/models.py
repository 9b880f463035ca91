"""The book API's wire models: contract 005-rag-agent-api and our additions. Limits live here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, StrictBool

from footnoted.contracts.http.wire import NUMBER, SessionId, Text, WireRequest
from footnoted.contracts.rendering.levels import ConfidenceMetrics

Mode = Literal["full", "selected_text", "retrieval_only", "no_results"]
Status = Literal["healthy", "degraded", "unavailable"]
Format = Literal["text", "markdown"]
Asked = Annotated[str, Text(32000, least=1)]


class MetadataFilter(WireRequest):
    """Narrows the search to a part of the book."""

    source_url_prefix: Annotated[str, Text(2000, pattern="^(?:/|https?://|$)")] | None = Field(
        None, description="A path or a whole URL that sources must start with.", examples=["/docs/module1"]
    )
    section: Annotated[str, Text(1000)] | None = Field(
        None, description="Exact text of the passage's nearest heading.", examples=["Inverse Kinematics"]
    )
    chapter: Annotated[str, Text(1000)] | None = Field(
        None, description="Exact text of the page's title or of any heading above the passage.", examples=["Chapter 3"]
    )


class SearchRequest(WireRequest):
    """What to look for, and where."""

    query: Asked = Field(description="A question, or a few words.", examples=["What is the exit pupil?"])
    filters: MetadataFilter | None = None
    top_k: Annotated[int, NUMBER] = Field(5, ge=1, le=20, description="How many passages at the most.")
    similarity_threshold: Annotated[float, NUMBER] = Field(
        0.1, ge=0, le=1, description="Passages with a lower score are left out."
    )
    book: Annotated[str, Text(200)] | None = Field(None, description="Which book, where several are served.")
    language: Annotated[str, Text(35)] | None = Field(
        None,
        description="Ours: language of the reader's page. Of a book in several languages, this one answers if it can.",
        examples=["ur"],
    )


class ChatRequest(SearchRequest):
    """A question to the book."""

    selected_text: Annotated[str, Text(64000)] | None = Field(
        None, description="If given, the answer rests on this text alone."
    )
    session_id: SessionId | None = Field(None, description="Continues a conversation; without it, a new one begins.")
    format: Format = Field("text", description="Plain text, or the Markdown of the book for a client that renders it.")
    annotations: bool = Field(False, description="Send the citations as W3C Web Annotations as well.")
    page_url: Annotated[str, Text(2000)] | None = Field(
        None, description="The page the reader is on: of several books, the one that has it is asked."
    )


class Feedback(WireRequest):
    """What a reader thought of an answer."""

    request_id: UUID
    helpful: StrictBool
    comment: Annotated[str, Text(2000)] | None = None


class SourceCitation(BaseModel):
    """A passage of the book that was given to the answer."""

    source_url: str = Field(description="Opens the page at the nearest heading.")
    title: str
    section: str
    chunk_position: int = Field(ge=0)
    similarity_score: float = Field(ge=0, le=1, description="Relevance on the calibrated scale.")
    snippet: str = Field(max_length=200)
    book: str = Field(description="The book it stands in.")


class SelectedTextCitation(BaseModel):
    """The reader's own selection as the only source."""

    source_type: Literal["selected_text"] = "selected_text"
    selection_length: int = Field(ge=0)
    snippet: str = Field(max_length=200)
    relevance_note: str


class ResponseMetadata(BaseModel):
    """How the answer came about."""

    query_time_ms: float = Field(ge=0)
    retrieval_count: int = Field(ge=0)
    mode: Mode
    low_confidence: bool = False
    request_id: UUID
    session_id: UUID
    raw_similarities: list[float] = Field(description="Cosines behind the sources' calibrated scores.")


class CitedSpan(BaseModel):
    """Characters ``start`` to ``end`` of the answer rest on source number ``source``, counted from 1."""

    start: int
    end: int
    source: int
    quote: str
    supported: bool
    support: Literal["exact", "supported", "not_confirmed", "contradicted"] | None = Field(
        None, description="The source's own words, the same in others, not found there, or said otherwise there."
    )
    url: str | None = Field(None, description="Opens the page at the cited sentence; null of a selection.")
    telling: str | None = Field(
        None,
        exclude_if=lambda made: made is None,
        description="Of a longer quote, the sentence that most likely answers.",
    )


class ChatResponse(BaseModel):
    """An answer, or an honest refusal."""

    answer: str | None
    fallback_message: str | None = None
    sources: list[SourceCitation | SelectedTextCitation]
    metadata: ResponseMetadata
    session_id: UUID
    confidence: ConfidenceMetrics
    declined: bool = Field(description="The book, or the selection, does not say.")
    outcome: Literal["answered", "shown", "declined", "unclear", "unwritten"] = Field(
        description="Whether the book says it, says what comes close or does not say it; `unclear`: the question needs"
        " a name, or it is a greeting."
    )
    citations: list[CitedSpan]
    annotations: list[dict[str, Any]] | None = Field(
        None, exclude_if=lambda made: made is None, description="The citations as W3C Web Annotations, where asked for."
    )


class SearchResult(SourceCitation):
    """A passage that was found."""

    chunk_id: str
    text: str
    raw_similarity: float


class SearchResponse(BaseModel):
    """What was found, best first."""

    query: str
    results: list[SearchResult]
    request_id: UUID


class EntryMetadata(BaseModel):
    """What a turn still knows of how its answer came about."""

    mode: Mode
    low_confidence: bool
    request_id: UUID


class HistoryEntry(BaseModel):
    """One turn of a conversation."""

    timestamp: datetime
    query: str
    response: str
    sources: list[SourceCitation]
    metadata: EntryMetadata | None = Field(None, description="Ours: how the answer came about.")
    citations: list[CitedSpan] = Field(default_factory=list, description="Ours: what each part of it rests on.")


class History(BaseModel):
    """A conversation, oldest turn first."""

    session_id: UUID
    entries: list[HistoryEntry]
    total_entries: int = Field(ge=0)


class ServiceStatus(BaseModel):
    """One part that the service needs."""

    name: str
    status: Status
    latency_ms: float | None = None
    error: str | None = None


class BookStatus(BaseModel):
    """How a book was read."""

    is_clean: bool = Field(description="Nothing was assumed, left unread or left over, and its links can be trusted.")
    links_are_trusted: bool
    findings: dict[str, int] = Field(description="How often each kind of thing was found.")


class HealthResponse(BaseModel):
    """The service as a whole."""

    status: Status
    timestamp: datetime
    services: dict[str, ServiceStatus]
    version: str
    books: dict[str, BookStatus] = Field(default_factory=dict, description="Ours: what ingestion found of each book.")


class ErrorResponse(BaseModel):
    """Every error looks like this."""

    error_code: str = Field(examples=["EMPTY_QUERY"])
    message: str
    request_id: UUID
    details: dict[str, Any] | None = None
