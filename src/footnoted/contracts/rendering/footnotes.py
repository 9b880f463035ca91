"""An answer's footnotes for contracts that do not define their own: sources, spans and markers.

A client can check each of them: the quote is in the source, and the source opens at its URL.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import BaseModel, Field

from footnoted.domain.answer import Answer, Outcome, Support
from footnoted.domain.answer import Citation as Cited
from footnoted.domain.book import Source as Found
from footnoted.domain.text.markers import MARKER, NUMBERED_MARKER

_MARKERS = re.compile(rf"(?:[ \t]*{MARKER})+")


class Source(BaseModel):
    """A passage of the book that was given to the answer; ``[n]`` in the text is the one with this number."""

    number: int = Field(ge=1)
    title: str
    section: str
    url: str = Field(description="Opens the page at the passage.")
    score: float = Field(ge=0, le=1, description="Relevance on the calibrated scale.")
    book: str


class Citation(BaseModel):
    """Characters ``start`` to ``end`` of the answer rest on source number ``source``, in the words of ``quote``."""

    start: int
    end: int
    source: int
    quote: str
    supported: bool = Field(description="Whether the check found the sentence in the source.")
    support: Support = Field(description="What the check found.")
    url: str = Field(description="Opens the page at the cited sentence; empty of a selection.")


class Footnotes(BaseModel):
    """How the answer came out, and what each part of it rests on."""

    outcome: Outcome
    sources: list[Source]
    citations: list[Citation]


def footnotes(answer: Answer) -> Footnotes:
    """The footnotes of an answer."""
    return Footnotes.model_construct(
        outcome=answer.outcome,
        sources=[source(number, found) for number, found in enumerate(answer.sources, 1)],
        citations=[_citation(cited, answer.link_of(cited)) for cited in answer.citations],
    )


def _citation(cited: Cited, url: str) -> Citation:
    return Citation.model_construct(
        start=cited.start,
        end=cited.end,
        source=cited.source,
        quote=cited.quote,
        supported=cited.supported,
        support=cited.support,
        url=url,
    )


def source(number: int, found: Found) -> Source:
    """A passage under its number."""
    passage = found.passage
    return Source.model_construct(
        number=number,
        title=passage.title,
        section=passage.section,
        url=passage.url,
        score=round(found.score, 4),
        book=passage.book,
    )


@dataclass(frozen=True, slots=True)
class Marker:
    """Where ``[n]`` is in the answer, its passage, and the address of the cited sentence."""

    start: int
    end: int
    found: Found
    url: str


def markers(answer: Answer) -> list[Marker]:
    """Each marker of the answer, in order. Brackets in code are not markers: a marker follows the words it supports."""
    placed = (_marker(answer, cited) for cited in answer.citations)
    return sorted((marker for marker in placed if marker), key=lambda marker: marker.start)


def _marker(answer: Answer, cited: Cited) -> Marker | None:
    run = _MARKERS.match(answer.text, cited.end)
    for marker in NUMBERED_MARKER.finditer(answer.text, run.start(), run.end()) if run else ():
        if int(marker[1]) == cited.source:
            return Marker(*marker.span(), answer.sources[cited.source - 1], answer.link_of(cited))
    return None
