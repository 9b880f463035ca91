"""What the tools return. Models read the field names, so each says what it has."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel, Field

from footnoted.contracts.rendering.footnotes import Footnotes
from footnoted.domain.book import Passage, Source


class Answered(Footnotes):
    """An answer with its footnotes, or an honest refusal: `outcome` says which."""

    answer: str = Field(description="`[n]` in it is the source with that number.")
    session: UUID = Field(description="Give it to the next `ask` to continue the conversation.")


class Place(BaseModel):
    """A place in the book."""

    book: str
    title: str = Field(description="Title of the page.")
    section: str = Field(description="The nearest heading.")
    url: str = Field(description="Opens the page there; `read_section` takes it.")


class FoundPassage(Place):
    """A passage that was found."""

    score: float = Field(ge=0, le=1, description="Relevance: 0.5 is as likely as not.")
    text: str


class Found(BaseModel):
    """Passages, best first."""

    results: list[FoundPassage]


class Places(BaseModel):
    """Pages in reading order, or the sections of one page."""

    sections: list[Place]


class SectionText(Place):
    """A page or a section of it, as Markdown."""

    text: str


def found(source: Source) -> FoundPassage:
    """A passage with its score."""
    passage = source.passage
    return FoundPassage(**place(passage).model_dump(), score=round(source.score, 4), text=passage.text)


def place(passage: Passage) -> Place:
    """Where a passage stands."""
    return Place(book=passage.book, title=passage.title, section=passage.section, url=passage.site + passage.link)
