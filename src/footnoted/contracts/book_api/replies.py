"""Translates the engine's answers, turns and health into the book API's models. Of a request it knows the question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import footnoted
from footnoted.contracts.book_api.models import (
    BookStatus,
    ChatResponse,
    CitedSpan,
    EntryMetadata,
    Format,
    HealthResponse,
    HistoryEntry,
    Mode,
    ResponseMetadata,
    SearchResult,
    SelectedTextCitation,
    ServiceStatus,
    SourceCitation,
    Status,
)
from footnoted.contracts.rendering.languages import messages_in
from footnoted.contracts.rendering.levels import metrics
from footnoted.contracts.rendering.plain import plain
from footnoted.contracts.rendering.telling import telling_words
from footnoted.domain.answer import Answer, Citation, Outcome, Support, greets
from footnoted.domain.book import Book, Source
from footnoted.domain.door.health import Health
from footnoted.domain.question import Question, Turn, Verdict
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.markers import without_markers
from footnoted.domain.verdict import KeptVerdict

_FALLBACK = "The language model is not available just now. These passages of the book answer your question best."
"""In English, as the contract has it."""


def reply(answer: Answer, asked: Question, seconds: float) -> ChatResponse:
    """The answer in this contract's form."""
    unwritten = answer.outcome is Outcome.UNWRITTEN
    citation, telling = telling_words(answer) or (None, None)
    return ChatResponse.model_construct(
        answer=None if unwritten else answer.text,
        fallback_message=_fallback(asked) if unwritten else None,
        sources=sources(answer, asked),
        metadata=metadata(answer, asked, seconds),
        session_id=asked.session_id,
        confidence=metrics(answer.confidence, answer.verdict),
        declined=answer.declined,
        outcome=answer.outcome.value,
        citations=[]
        if unwritten
        else [_span(cited, answer, telling if cited is citation else None) for cited in answer.citations],
    )


def _fallback(asked: Question) -> str:
    return _FALLBACK if asked.policy.language == ENGLISH else asked.policy.fallback


def metadata(answer: Answer, asked: Question, seconds: float) -> ResponseMetadata:
    """Timing, mode and the raw similarities behind the calibrated scores."""
    return ResponseMetadata.model_construct(
        query_time_ms=round(seconds * 1000, 3),
        retrieval_count=0 if answer.from_selection else len(answer.sources),
        mode=_mode(answer.outcome, answer.verdict, from_selection=answer.from_selection),
        low_confidence=answer.verdict in (Verdict.HEDGE, Verdict.SHOW),
        request_id=asked.request_id,
        session_id=asked.session_id,
        raw_similarities=[] if answer.from_selection else [round(source.similarity, 4) for source in answer.sources],
    )


def _mode(outcome: Outcome, verdict: str, *, from_selection: bool) -> Mode:
    if from_selection:
        return "selected_text"
    if greets(outcome, verdict):
        return "full"
    modes: dict[Outcome, Mode] = {
        Outcome.ANSWERED: "full",
        Outcome.SHOWN: "full",
        Outcome.DECLINED: "no_results",
        Outcome.UNCLEAR: "no_results",
        Outcome.UNWRITTEN: "retrieval_only",
    }
    return modes[outcome]


def sources(answer: Answer, asked: Question) -> list[SourceCitation | SelectedTextCitation]:
    """The passages that the answer got, or the selection."""
    if not answer.from_selection:
        return [_citation(source) for source in answer.sources]
    selection = asked.selection or ""
    own = messages_in(asked.policy.language)
    return [
        SelectedTextCitation.model_construct(
            source_type="selected_text",
            selection_length=len(selection),
            snippet=selection[:200],
            relevance_note=own.selection_refusal if answer.declined else own.selection_answers,
        )
    ]


def _citation(source: Source) -> SourceCitation:
    passage = source.passage
    return SourceCitation.model_construct(
        source_url=passage.url,
        title=passage.title,
        section=passage.section,
        chunk_position=passage.position,
        similarity_score=round(source.score, 4),
        snippet=passage.text[:200],
        book=passage.book,
    )


def _span(citation: Citation, answer: Answer, telling: str | None) -> CitedSpan:
    return CitedSpan.model_construct(
        start=citation.start,
        end=citation.end,
        source=citation.source,
        quote=citation.quote,
        supported=citation.supported,
        support=citation.support.value,
        url=answer.link_of(citation) or None,
        telling=telling,
    )


def _stored_span(citation: dict[str, Any]) -> CitedSpan:
    """As _span; turns stored by earlier versions only have whether it is supported, and no address."""
    found = citation.get("support")
    supported = Support(found).holds if found else citation.get("supported", False)
    return CitedSpan.model_construct(
        **citation | {"supported": supported, "support": found, "url": citation.get("url") or None}
    )


def result(found: Source) -> SearchResult:
    """A passage that was searched for."""
    return SearchResult.model_construct(
        **dict(_citation(found)),
        chunk_id=found.passage.id,
        text=found.passage.text,
        raw_similarity=round(found.similarity, 4),
    )


def entry(turn: Turn, wanted: Format) -> HistoryEntry:
    """A stored turn."""
    known = turn.metadata
    from_selection = known.get("from_selection", False)
    # A selection is not stored, so its turn has no source for a marker.
    response = without_markers(turn.answer) if from_selection else turn.answer
    citations = [] if from_selection else known.get("citations", [])
    if wanted == "text":
        made = plain(response)
        response = made.text
        citations = [span | {"start": made.at(span["start"]), "end": made.at(span["end"])} for span in citations]
    return HistoryEntry.model_construct(
        timestamp=turn.asked_at,
        query=turn.question,
        response=response,
        sources=[_citation(source) for source in turn.sources if source.passage.route],
        metadata=_entry_metadata(known) if known.get("outcome") and known.get("request_id") else None,
        citations=[_stored_span(span) for span in citations],
    )


def _entry_metadata(known: dict[str, Any]) -> EntryMetadata:
    return EntryMetadata.model_construct(
        mode=_mode(
            Outcome(known["outcome"]),
            known.get("verdict", Verdict.DECLINE),
            from_selection=known.get("from_selection", False),
        ),
        low_confidence=known.get("verdict") in (Verdict.HEDGE, Verdict.SHOW),
        request_id=UUID(known["request_id"]),
    )


def health(parts: dict[str, Health], books: Sequence[Book] = ()) -> HealthResponse:
    """The state of the service, and of each part it needs."""
    return HealthResponse.model_construct(
        status=_overall(parts),
        timestamp=datetime.now(UTC),
        services={name: _status(part) for name, part in parts.items()},
        version=footnoted.__version__,
        books={book.name: _read(book.verdict) for book in books if book.verdict},
    )


def _read(verdict: KeptVerdict) -> BookStatus:
    found = {finding.name: finding.count for finding in verdict.findings}
    return BookStatus.model_construct(
        is_clean=verdict.is_clean, links_are_trusted=verdict.links_are_trusted, findings=found
    )


def _overall(parts: dict[str, Health]) -> Status:
    if not parts["index"].is_up:
        return "unavailable"
    return "healthy" if all(part.is_up for part in parts.values()) else "degraded"


def _status(part: Health) -> ServiceStatus:
    return ServiceStatus.model_construct(
        name=part.name,
        status="healthy" if part.is_up else "unavailable",
        latency_ms=None if part.latency_ms is None else round(part.latency_ms, 3),
        error=part.error,
    )
