"""Writes answers with a model that is not trusted: builds its prompt, offers it the search, filters its text.

Knows no vendor and no protocol, only the ConversingModel port.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from footnoted.domain.answer import Usage
from footnoted.domain.book import Source
from footnoted.domain.errors import AskError
from footnoted.domain.text.clean import visible
from footnoted.domain.writing import Brief, ConversingModel, LookUp
from footnoted.engine.check.cite import ClosingMarkers
from footnoted.engine.check.guard import RamblingDetector, SecretFilter, disguises, without_orders
from footnoted.engine.check.links import LinkFilter, link_filter
from footnoted.engine.write import prompt


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens."""

    read: float
    written: float

    def of(self, tokens_read: int, tokens_written: int) -> float:
        return (self.read * tokens_read + self.written * tokens_written) / 1_000_000


class ModelWriter:
    """A writer with a model behind it."""

    quotes = False

    def __init__(
        self,
        model: ConversingModel,
        count: prompt.Count,
        *,
        seconds: float = 30.0,
        price: Price | None = None,
    ) -> None:
        self._model, self._count, self._seconds = model, count, seconds
        self._price = price

    @property
    def name(self) -> str:
        return self._model.name

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        """The answer as it arrives, without secrets and foreign links; nothing if the passages do not have it."""
        question = without_orders(brief.question)
        if not question.strip():
            return
        secrets = prompt.Secrets()
        may_search = not brief.from_selection
        search = _Search(brief, look_up, secrets, self._count)
        system = prompt.system(brief, secrets, may_search=may_search)
        user = prompt.user(brief, question, secrets, self._count, may_search=may_search)
        heard: list[str] = []

        def used(calls: int, read: int, wrote: int) -> None:
            if calls and not read:  # some servers never report usage, and none does when the stream is cut off
                read, wrote = self._count(system) + self._count(user), self._count("".join(heard))
            cost = self._price.of(read, wrote) if self._price else None
            brief.on_usage(Usage(self.name, calls, read, wrote, cost))

        reply = self._model.converse(system, user, search if may_search else None, self._left(brief), used)
        async with aclosing(reply) as pieces, aclosing(_filtered(pieces, secrets, search, heard)) as safe:
            async for piece in safe:
                yield piece

    async def ping(self) -> None:
        await self._model.ping()

    def _left(self, brief: Brief) -> float:
        if brief.deadline is None:
            return self._seconds
        return (brief.deadline - datetime.now(UTC)).total_seconds()


class _Search:
    """The search tool for one question: numbers its results, keeps the token budget, never fails the answer."""

    def __init__(self, brief: Brief, look_up: LookUp, secrets: prompt.Secrets, count: prompt.Count) -> None:
        self._look_up, self._secrets, self._count = look_up, secrets, count
        self._room = prompt.FOR_SEARCHES
        self.sources: tuple[Source, ...] = brief.sources

    async def __call__(self, query: str) -> str:
        known = len(self.sources)
        with suppress(AskError):  # the earlier passages still answer
            self.sources = await self._look_up(query)
        new = list(enumerate(self.sources, 1))[known:]
        reply, used = prompt.tool_result(new, query, self._secrets, self._room, self._count)
        self._room -= used
        return reply


async def _filtered(
    pieces: AsyncGenerator[str, None], secrets: prompt.Secrets, search: _Search, heard: list[str]
) -> AsyncGenerator[str, None]:
    """The pieces that may be passed on. ``heard`` gets everything that the model wrote, to count what it cost."""
    opening = _Opening()
    refusal = SecretFilter([prompt.NOT_IN_BOOK], exactly=True)
    leaks = SecretFilter([*disguises(secrets.canary), secrets.delimiter, f"passage{secrets.delimiter}"])
    placed, rambling = ClosingMarkers(), RamblingDetector()
    links: LinkFilter | None = None
    async for piece in pieces:
        heard.append(piece)
        if links is None:  # all searches are done by now
            links = link_filter(search.sources)
        # Invisible characters go first: they could hide a link or a secret from the filters, and terminals obey some.
        safe = placed.feed(links.feed(leaks.feed(refusal.feed(opening.feed(visible(piece))))))
        if safe:
            yield safe
            rambling.feed(safe)
        if refusal.has_fired or leaks.has_fired or rambling.has_fired:
            break
    if links is not None:
        last = links.feed(leaks.feed(refusal.feed(opening.end()) + refusal.end()) + leaks.end()) + links.end()
        last = placed.feed(last) + placed.end()
        if re.search(r"\w", last) or not leaks.has_fired:  # else it may be the rest of a tag that was cut off
            yield last


class _Opening:
    """Drops what may precede the answer: blanks, marks around a refusal, a local model's thoughts."""

    _THOUGHTS, _END = "<think>", "</think>"
    _MOST_MARKS = 100
    """Marks before the first letter that are dropped; if there are more, they are the answer."""

    def __init__(self) -> None:
        self._held = ""
        self._thinks = self._is_over = False

    def feed(self, piece: str) -> str:
        if self._is_over:
            return piece
        start = self._held + piece
        while self._thinks or start.lstrip().startswith(self._THOUGHTS):
            thoughts, ends, start = start.partition(self._END)
            self._thinks = not ends
            if self._thinks:  # keep only what may be the beginning of the end tag
                self._held = thoughts[-len(self._END) :]
                return ""
        start = self._held = start.lstrip()
        words = re.sub(r"^\W+", "", start)
        is_begun = words or len(start) > self._MOST_MARKS
        if not start or self._THOUGHTS.startswith(start[:7]) or not is_begun:
            return ""
        # Small models also refuse in lower case at the beginning; further on, "not" is an ordinary word.
        refused, rest = words[: len(prompt.NOT_IN_BOOK)].upper(), words[len(prompt.NOT_IN_BOOK) :]
        if words and refused != prompt.NOT_IN_BOOK and prompt.NOT_IN_BOOK.startswith(refused):
            return ""
        self._is_over, self._held = True, ""
        return refused + rest if refused == prompt.NOT_IN_BOOK else start

    def end(self) -> str:
        held, self._held = self._held, ""
        return "" if self._is_over or self._thinks else held.strip()
