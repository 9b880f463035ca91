"""A book as we store it: pages cut into passages that know their place. Knows no file format and no URL scheme."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Literal

from footnoted.domain.picture import Picture
from footnoted.domain.reading import Reading
from footnoted.domain.text.box import Box
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.parts import Part, parts_of
from footnoted.domain.verdict import KeptVerdict

Vector = Sequence[float]

Role = Literal["text", "changes", "references", "contents", "navigation", "objectives", "support", "licence"]
"""What a passage is for: ``text`` may answer any question, ``changes`` those about releases; the others are extras."""

_NAMESPACE = uuid.UUID("6f1d0c52-3a3e-5d0b-9b57-0f0a7e5c2b11")


@dataclass(frozen=True, slots=True)
class Passage:
    """A few sentences of the book and where they are; the unit that is searched and cited."""

    id: str
    book: str
    site: str
    """Origin of the published book, such as ``https://book.example``; empty when unknown."""
    route: str
    """Path of the published page, base URL included: ``/docs/optics/eyepieces``."""
    anchor: str
    """Id of the nearest heading on the published page; empty above the first heading."""
    title: str
    headings: tuple[str, ...]
    """Heading path below the page title, outermost first."""
    position: int
    """Place among the passages of its page, from 0."""
    order: int
    """Place of its page in the book's reading order: a greater number comes later."""
    text: str
    """What the reader sees there, as readable Markdown: paragraphs, lists, tables, code, formulas."""
    fragment: str = ""
    """Words that occur once on the rendered page, for a ``#:~:text=`` link; empty if there are none."""
    fragments: tuple[tuple[int, str], ...] = ()
    """The same for each sentence: where it begins in the text, and words that open it; empty if there are none."""
    role: Role = "text"
    language: str = ""
    """ISO 639-1 code; empty when unknown. The passage and the questions to it are stemmed in this language."""
    kept: InitVar[tuple[Part, ...] | None] = None
    """Its parts, if they were stored with it; otherwise they are computed."""
    parts: tuple[Part, ...] = field(init=False, repr=False, compare=False)
    """Pieces of the text that are quoted whole or not at all, in reading order."""
    boxes: tuple[Box, ...] = field(default=(), repr=False, compare=False)
    """Pieces of the text that the page sets apart as a box, in reading order."""

    def __post_init__(self, kept: tuple[Part, ...] | None) -> None:
        object.__setattr__(self, "parts", parts_of(self.text, self.language) if kept is None else kept)

    @property
    def is_text(self) -> bool:
        """Whether it is the book's text and may answer any question."""
        return self.role == "text"

    @property
    def section(self) -> str:
        """The nearest heading, or the page's title above the first one."""
        return self.headings[-1] if self.headings else self.title

    @property
    def path(self) -> tuple[str, ...]:
        """Page title and heading path; a first heading that equals the title is left out."""
        rest = self.headings[1:] if self.headings and self.headings[0] == self.title else self.headings
        return (self.title, *rest)

    @property
    def breadcrumb(self) -> str:
        """Its path as readers see it: ``Eyepieces › Exit pupil``."""
        return " › ".join(self.path)

    @property
    def in_context(self) -> str:
        """The text with its place in front. This is what is embedded, so that a passage is found by its chapter too."""
        return " › ".join(map(without_number, self.path)) + "\n\n" + self.text

    @property
    def content_hash(self) -> str:
        """SHA-256 of the text alone: equal passages on two pages have equal hashes."""
        return hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest()

    @property
    def link(self) -> str:
        """Route and anchor, without the site: ``/docs/optics/eyepieces#exit-pupil``."""
        return f"{self.route}#{self.anchor}" if self.anchor else self.route

    @property
    def url(self) -> str:
        """The full link, with a text fragment that makes a browser scroll to the passage's own words."""
        return self.url_at("")

    def url_at(self, quote: str) -> str:
        """The same, opened at the sentence in which the quote begins, if it is known."""
        fragment = self.fragment_at(quote)
        return self.site + self.link + (f"{'' if self.anchor else '#'}:~:text={fragment}" if fragment else "")

    def fragment_at(self, quote: str) -> str:
        """The words that open the sentence in which the quote begins, else the passage's own."""
        at = self.text.find(quote) if quote and self.fragments else -1
        started = [fragment for start, fragment in self.fragments if start <= at]
        return (started or [""])[-1] if at >= 0 else self.fragment


def passage_id(book: str, route: str, position: int) -> str:
    """The same place in the same book always gets the same id, on every machine.

    >>> passage_id("b", "/docs/intro", 0) == passage_id("b", "/docs/intro", 0)
    True
    """
    return str(uuid.uuid5(_NAMESPACE, f"{book}\n{route}\n{position}"))


@dataclass(frozen=True, slots=True)
class Page:
    """One published page, read and cut; ``source_hash`` tells whether it changed since it was last indexed."""

    source: str
    """Where it was read from, relative to the book's root."""
    route: str
    title: str
    order: int
    source_hash: str
    passages: tuple[Passage, ...] = ()
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the book, or a whole page under its title, and where it begins."""

    book: str
    route: str
    title: str
    headings: tuple[str, ...]
    """Heading path below the page title, as in its passages; empty for the page itself."""
    position: int
    """Place of its first passage among the passages of its page."""

    @property
    def name(self) -> str:
        """The heading, or the page's title."""
        return self.headings[-1] if self.headings else self.title


def sections_of(passages: Iterable[Passage]) -> list[Section]:
    """Every page and heading above the passages, each once, in the order given.

    A heading that has only further headings below it has no passage of its own, but is a section too.
    """
    found: dict[tuple[str, str, tuple[str, ...]], Section] = {}
    for passage in passages:
        for depth in range(len(passage.headings) + 1):
            headings = passage.headings[:depth]
            section = Section(passage.book, passage.route, passage.title, headings, passage.position)
            found.setdefault((passage.book, passage.route, headings), section)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Marks:
    """Measurements of one book that say how to read its embedder's cosines."""

    revision: str = ""
    """The revision of the book that was measured."""
    kinship: float | None = None
    """Mean cosine between passages of different pages."""
    strange: float | None = None
    """Best cosine of a question about another subject: the median over many such questions."""
    related: float | None = None
    """Mean cosine of a sentence with the passage it is from; about what a question has with its answer."""
    strangers: float | None = None
    """Logit of a question about another text of the book's own kind: the median over many."""
    passages: int = 0
    """Number of passages when the book was measured."""
    cut: float | None = None
    """The cut by golden questions; None derives it from ``strangers``."""
    risks: tuple[tuple[float, int, int], ...] = ()
    """Other cuts by golden questions: cut, number answered, number of those answered wrongly."""


@dataclass(frozen=True, slots=True)
class Book:
    """A book that has been ingested, as the catalogue records it."""

    name: str
    title: str
    source: str
    site: str
    embedder: str
    """Name of the embedder whose vectors the index holds for this book."""
    revision: str
    """Name of the index's state; index and catalogue agree when both have the same one."""
    pages: int = 0
    passages: int = 0
    marks: Marks | None = None
    """None until the book is calibrated."""
    questions: tuple[str, ...] = ()
    """Questions to start with; the book answered each of them when it was indexed."""
    language: str = ""
    """Language of most of the book; empty for books indexed before languages were detected."""
    verdict: KeptVerdict | None = None
    """What ingestion found; None for books indexed before verdicts were stored."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrows a search to a part of the book. Typed values, never query text."""

    url_prefix: str | None = None
    """A path (``/docs/module1``) or a whole URL that the passage's URL must start with."""
    section: str | None = None
    """Exact text of the passage's nearest heading."""
    chapter: str | None = None
    """Exact text of the page's title, or of any heading that the passage is under."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage as the index found it, with the raw score of each arm."""

    passage: Passage
    similarity: float
    """Cosine between question and passage; not comparable between embedders."""
    lexical: float
    """BM25-like score of the words they share; 0 when they share none."""
    vector: Vector = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A passage that an answer may cite, with its score on the calibrated 0–1 scale."""

    passage: Passage
    score: float
    similarity: float
    reading: Reading | None = field(default=None, repr=False, compare=False)
    """What the reader model says about it; None if it was not read."""
