"""Confidence levels of the 003-rag-agent-api seed, which the book API also shows."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from footnoted.domain.question import Confidence, Verdict

Level = Literal["high", "medium", "low", "insufficient"]


class ConfidenceMetrics(BaseModel):
    """How well the passages cover the question, on the calibrated 0–1 scale."""

    average_similarity: float = Field(ge=0, le=1)
    min_similarity: float = Field(ge=0, le=1)
    max_similarity: float = Field(ge=0, le=1)
    num_chunks: int = Field(ge=0)
    chunk_diversity: float = Field(ge=0, le=1)
    confidence_level: Level
    should_answer: bool


def level(confidence: Confidence) -> Level:
    """The seed's rule: by how relevant the passages are and how many there are."""
    if confidence.average >= 0.85 and confidence.count >= 5:
        return "high"
    if confidence.average >= 0.75 and confidence.count >= 3:
        return "medium"
    if confidence.average >= 0.60 and confidence.count >= 2:
        return "low"
    return "insufficient"


def metrics(confidence: Confidence, verdict: Verdict) -> ConfidenceMetrics:
    """The seed's metrics; ``should_answer`` is the asking contract's own verdict."""
    return ConfidenceMetrics.model_construct(
        average_similarity=round(confidence.average, 4),
        min_similarity=round(confidence.minimum, 4),
        max_similarity=round(confidence.maximum, 4),
        num_chunks=confidence.count,
        chunk_diversity=round(confidence.diversity, 4),
        confidence_level=level(confidence),
        should_answer=verdict is not Verdict.DECLINE,
    )
