"""The roles that providers fill: embedder, index, reader, catalogue, history, and so on.

Who writes answers is in writing.py; what only the doors need is in door/. Knows no vendor.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from uuid import UUID

from footnoted.domain.book import Book, Filters, Hit, Page, Passage, Section, Vector
from footnoted.domain.question import Session, Turn
from footnoted.domain.reading import Checked, Claim, Readable, Reading


class Embedder(Protocol):
    """Turns text into vectors of unit length. Raises EmbedderDown."""

    @property
    def name(self) -> str:
        """Provider and model, such as ``local:granite-embedding-30m-english``; recorded with each book."""
        ...

    @property
    def dimensions(self) -> int: ...

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Vector]: ...

    async def embed_question(self, text: str) -> Vector: ...

    async def close(self) -> None: ...


@runtime_checkable
class TokenLimited(Protocol):
    """An embedder that ignores the end of a long text, and knows when; ingestion cuts passages to fit."""

    def reads_all(self, text: str) -> bool: ...


@runtime_checkable
class Lexicon(Protocol):
    """An embedder that can tell common words from other strings: a common word is one of its tokens."""

    def is_word(self, text: str) -> bool:
        """Whether it is a common English word or name, whatever its capitals."""
        ...


@dataclass(frozen=True, slots=True)
class Search:
    """One search of the index."""

    text: str
    vector: Vector | None
    """None searches by words alone, as when the embedder is down."""
    limit: int
    """How many candidates each arm may return: by meaning, and by words."""
    book: str | None = None
    filters: Filters = Filters()
    context: str = ""
    """Words of the conversation, which count less than the question's. The vector already includes them."""
    embedder: str = ""
    """The name of the embedder that made the vector, for a library with several."""
    languages: frozenset[str] = frozenset()
    """Those that the question and the book are in, as far as is known: the question's words are looked for in each."""


class Revision(Protocol):
    """A change to a book's index that readers do not see until it is done."""

    async def replace_page(self, route: str, passages: Sequence[Passage], vectors: Sequence[Vector]) -> None:
        """Replace the page's passages by these; an empty list removes the page."""
        ...


class PassageIndex(Protocol):
    """Finds passages by meaning and by words. Raises IndexDown."""

    async def search(self, search: Search) -> list[Hit]:
        """The union of both arms' candidates, each with both scores, in no particular order."""
        ...

    async def neighbours(self, passage: Passage, reach: int = 1) -> list[Passage]:
        """The passages up to ``reach`` places before and after on the same page, in reading order."""
        ...

    async def revision(self, book: str) -> str | None:
        """Name of the book's current state; None when the index does not hold the book."""
        ...

    async def count(self, book: str) -> int:
        """How many passages of the book can be found; 0 when the index does not hold it."""
        ...

    def revise(self, book: str, revision: str, *, afresh: bool = False) -> AbstractAsyncContextManager[Revision]:
        """Change the book; on a clean exit the new state appears to readers at once and whole, under the new name.

        ``afresh`` starts from an empty index instead of the current state. An exception leaves readers with what
        they had.
        """
        ...

    async def drop(self, book: str) -> None: ...

    async def ping(self) -> None:
        """Return when the index can be searched, else raise."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Polyglot(Protocol):
    """An embedder that can compare a question with passages in another language. Raises EmbedderDown."""

    async def embed_across(self, text: str) -> Vector:
        """The vector of a question for a book in another language."""
        ...

    async def likeness(self, words: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        """How similar words are in meaning across languages: a row a word, 1 for the same."""
        ...


class Reranker(Protocol):
    """Reads a question with each text and rates how well the text answers it. Raises RerankerDown."""

    @property
    def name(self) -> str: ...

    async def rate(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """A finite number for each text, in the order given; higher is better; comparable within one call only."""
        ...

    async def ping(self) -> None: ...

    async def close(self) -> None: ...


class Reader(Protocol):
    """Reads a question and passages together and says where the answer is. Raises ReaderDown."""

    @property
    def name(self) -> str: ...

    async def read(self, question: str, pages: Sequence[Readable]) -> Sequence[Reading]:
        """A reading for each page, in the order given."""
        ...

    async def ping(self) -> None: ...

    async def close(self) -> None: ...


class Checker(Protocol):
    """Says whether a text answers exactly what is asked, or says just what a statement says. Raises ReaderDown."""

    @property
    def name(self) -> str: ...

    async def check(self, claims: Sequence[Claim]) -> Sequence[Checked]:
        """A result for each claim, in the order given."""
        ...

    async def ping(self) -> None: ...

    async def close(self) -> None: ...


class Catalogue(Protocol):
    """What was ingested; the source of truth from which the index can be rebuilt. Raises DatabaseDown."""

    async def books(self) -> list[Book]: ...

    async def page_hashes(self, book: str) -> dict[str, str]:
        """Route → source hash of every page of the book."""
        ...

    async def record(self, book: Book, changed: Collection[Page], removed: Sequence[str]) -> None:
        """Store the book's row and the changed pages with their passages, delete removed routes: all or nothing."""
        ...

    async def pages(self, book: str) -> list[Page]:
        """Every page of the book in reading order, without its passages."""
        ...

    async def page(self, book: str, route: str) -> list[Passage]:
        """The passages of one page, in reading order; empty if there is no such page."""
        ...

    def page_by_page(self, book: str, routes: Sequence[str]) -> AsyncIterator[tuple[str, list[Passage]]]:
        """Route and passages of each of these pages, in the order given; many pages are read at once."""
        ...

    async def sections(self, book: str) -> list[Section]:
        """The book's pages and headings in reading order, each page before its headings; empty for an unknown book."""
        ...

    async def forget_book(self, book: str) -> None: ...


class History(Protocol):
    """Stores conversations. Raises DatabaseDown."""

    async def session(self, session: UUID) -> Session | None: ...

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        """The newest ``limit`` turns, oldest first; empty for an unknown session."""
        ...

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        """Store the turn, and the session if it is new, in one transaction; returns when both are durable.

        A turn that ``continues`` a session whose turns are gone by now is not stored: its reader has deleted it.
        """
        ...

    async def forget(self, session: UUID) -> bool:
        """Delete the session and its turns; False if there was none."""
        ...

    async def rate(self, request: UUID, helpful: bool, comment: str, mark: str = "") -> bool:
        """Store a reader's opinion of the answer to a request; a second opinion replaces the first.

        False, and nothing is stored, unless a turn has this request id and this ``mark`` in its metadata.
        """
        ...

    async def ping(self) -> None: ...


class Tracer(Protocol):
    """Reports to a tracing system what the server does."""

    def request(self, method: str, path: str) -> AbstractContextManager[Callable[[int], None]]:
        """A span around a request; call what it yields with the reply's status."""
        ...
