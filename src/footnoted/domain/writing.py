"""The roles that write an answer, and what they get. Knows no prompt and no vendor."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from footnoted.domain.answer import Usage
from footnoted.domain.book import Source
from footnoted.domain.door.stores import CallPermit
from footnoted.domain.question import Turn
from footnoted.domain.reading import Excerpt
from footnoted.domain.text.language import ENGLISH


@dataclass(frozen=True, slots=True)
class Brief:
    """What a writer gets: the question, what came before it, and the passages it may use."""

    question: str
    """As the reader typed it."""
    resolved: str
    """With what it refers to filled in from the conversation."""
    sources: tuple[Source, ...]
    earlier: Sequence[Turn] = ()
    excerpts: tuple[Excerpt, ...] = ()
    """Which parts of the sources to quote."""
    wishes: str = ""
    """How to write, if the client's application says so; it overrides no rule of ours."""
    partly_covered: bool = False
    hardly_covered: bool = False
    """Whether a place that is shown only comes closest."""
    from_selection: bool = False
    language: str = ENGLISH
    """What the question is expected in."""
    deadline: datetime | None = None
    on_usage: Callable[[Usage], None] = lambda _: None
    """Called with the model's cost, before or right after the last piece."""


LookUp = Callable[[str], Awaitable[tuple[Source, ...]]]
"""Searches the book again; returns every source that may now be cited: the old numbers stay, new ones follow."""


class Writer(Protocol):
    """Turns a question and passages into text with ``[n]`` markers, piece by piece.

    All searching comes before the first piece. No pieces at all means that the passages do not have the answer.
    Raises ModelDown.
    """

    @property
    def name(self) -> str: ...

    @property
    def quotes(self) -> bool:
        """Whether it writes only the book's own words, so that nothing needs checking."""
        ...

    def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]: ...

    async def ping(self) -> None: ...


class ConversingModel(Protocol):
    """A model that may search before it answers. Raises ModelDown, and OutOfTime midway; BudgetSpent before a call."""

    @property
    def name(self) -> str: ...

    def converse(
        self,
        system: str,
        user: str,
        search: Callable[[str], Awaitable[str]] | None,
        seconds: float,
        on_usage: Callable[[int, int, int], None],
        permit: CallPermit | None = None,
    ) -> AsyncGenerator[str, None]: ...

    async def ping(self) -> None: ...
