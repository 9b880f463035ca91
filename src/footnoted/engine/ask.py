"""The engine: one question in, one stream of events out. Every reply, streamed or whole, is read from that stream.

Knows the order of the steps, not how each is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import Protocol

from footnoted.domain.answer import Answer, Answered, Assessed, Event, Outcome, Retrieved, TextDelta
from footnoted.domain.book import Source
from footnoted.domain.door.health import Health
from footnoted.domain.errors import FootnotedError
from footnoted.domain.ports import Catalogue, History
from footnoted.domain.question import Question, Turn, Verdict
from footnoted.domain.reading import Quote
from footnoted.domain.scores.calibration import Calibrations
from footnoted.domain.writing import Brief, LookUp, Writer
from footnoted.engine.extract.chooser import Chooser
from footnoted.engine.extract.gate import tier
from footnoted.engine.extract.selection import answering
from footnoted.engine.find.chosen_books import ChosenCatalogue
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.owned_history import OwnedHistory
from footnoted.engine.turns import Turns
from footnoted.engine.understand.plan import Plan, Planner
from footnoted.engine.understand.restate import Restater
from footnoted.engine.write.draft import Draft


class _Pingable(Protocol):
    async def ping(self) -> None: ...


class Engine:
    """Answers questions from the books that were ingested."""

    def __init__(
        self,
        finder: Finder,
        writer: Writer,
        history: History,
        spare_writer: Writer,
        *,
        catalogue: Catalogue | None = None,
        restater: Restater | None = None,
        seconds: float = 30.0,
        health_seconds: float = 0.0,
        chooser: Chooser | None = None,
    ) -> None:
        self._finder, self._writer, self.history = finder, writer, history
        self._spare, self._planner = spare_writer, Planner(finder, catalogue, restater)
        self._catalogue, self._restater = catalogue, restater
        self._longest, self._chooser = timedelta(seconds=seconds), chooser or Chooser()
        self._health_seconds, self._known_until = health_seconds, 0.0
        self._known: dict[str, Health] = {}
        self._examining = asyncio.Lock()

    @property
    def turns(self) -> Turns:
        """Queue for heavy steps on the event loop."""
        return self._finder.turns

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """``Retrieved+ Assessed TextDelta* Answered``, or an AskError. The turn is stored before ``Answered``."""
        asked_at, started = datetime.now(UTC), perf_counter()
        earlier = await self._earlier(question)
        plan = await self._planner.plan(question, earlier)
        found, quote = await self._with_quote(question, plan)
        searches = [Retrieved(plan.resolved, found.sources)]
        yield searches[0]

        writer, spare = self._writer, plan.quotes or self._spare
        if plan.quotes and (plan.needs_no_model or writer.quotes):
            writer = plan.quotes
        verdict = plan.verdict or question.policy.judge(found.confidence)
        is_quoted = spare is self._spare and question.selection is None
        quoted = tier(verdict, quote, self._chooser.cut, is_measured=found.is_measured) if is_quoted else verdict
        if writer is self._spare:
            verdict = quoted
        brief = Brief(
            plan.asked,
            plan.resolved,
            found.sources,
            plan.earlier,
            quote.excerpts,
            wishes=question.wishes,
            partly_covered=verdict is Verdict.HEDGE,
            hardly_covered=found.is_doubtful,
            from_selection=question.selection is not None,
            language=self._finder.expected(question),
            deadline=asked_at + self._longest,
        )
        draft = Draft(question, brief, self._look_up(question, searches), found.confidence, verdict, quoted, self.turns)
        async with aclosing(draft.write(writer, spare)) as pieces:
            first = await anext(pieces, None)
            for search in searches[1:]:
                yield search
            yield Assessed(draft.confidence, draft.verdict)
            if first is not None:
                yield TextDelta(first)
            async for piece in pieces:
                yield TextDelta(piece)
        answer = draft.answer() if plan.is_question else replace(draft.answer(), outcome=Outcome.UNCLEAR)
        continues = question.earlier is None and bool(earlier)
        await self._remember(question, answer, asked_at, perf_counter() - started, continues=continues)
        yield Answered(answer)

    async def _with_quote(self, question: Question, plan: Plan) -> tuple[Found, Quote]:
        """The passages, scored by how likely they answer, and the quote."""
        if plan.quotes:
            return plan.found, Quote()
        if question.selection is not None:
            return plan.found, answering(plan.asked, plan.found)
        is_completed = bool(plan.earlier) and plan.resolved != plan.asked
        return await self._chooser.choose(plan.resolved, plan.found, question.threshold, is_completed=is_completed)

    def calibrate(self, calibrations: Calibrations) -> None:
        """Use these calibrations from now on; books may be new or changed."""
        self._finder.calibrations = calibrations

    def quoting(self) -> Engine:
        """An engine for the same books that quotes them, without a model."""
        return Engine(self._finder, self._spare, self.history, self._spare, chooser=self._chooser)

    def writing_with(self, writer: Writer | None, restater: Restater | None = None) -> Engine:
        """An engine for the same books with another writer; None quotes the books."""
        return self._with(self._finder, self._catalogue, writer or self._spare, restater)

    def of_books(self, books: Sequence[str]) -> Engine:
        """An engine that knows only these books."""
        catalogue = ChosenCatalogue(self._catalogue, books) if self._catalogue else None
        return self._with(self._finder.of_books(books), catalogue, self._writer, self._restater)

    def _with(self, finder: Finder, catalogue: Catalogue | None, writer: Writer, restater: Restater | None) -> Engine:
        return Engine(
            finder,
            writer,
            self.history,
            self._spare,
            catalogue=catalogue,
            restater=restater,
            seconds=self._longest.total_seconds(),
            chooser=self._chooser,
        )

    def history_of(self, owner: str) -> History:
        """The sessions of one owner; without keys, the sessions that have no owner."""
        return OwnedHistory(self.history, owner) if owner else self.history

    def language(self, book: str | None) -> str:
        """What a question to a book, or to all of them, is expected in; English where the books differ."""
        return self._finder.calibrations.language(book)

    async def search(self, question: Question) -> tuple[Source, ...]:
        """The passages that an answer would get, best first."""
        found = await self._finder.find(question, question.text)
        return (await self._chooser.choose(question.text, found, question.threshold))[0].sources

    async def health(self) -> dict[str, Health]:
        """The state of each part that answers need; cached for a moment, and checked by one caller at a time."""
        async with self._examining:
            if perf_counter() >= self._known_until:
                self._known = await self._check_health()
                self._known_until = perf_counter() + self._health_seconds
            return self._known

    async def _check_health(self) -> dict[str, Health]:
        parts: dict[str, _Pingable] = {
            "index": self._finder.index,
            "database": self.history,
            "embedder": self._finder,
            "model": self._writer,
        }
        if self._finder.reranker:
            parts["reranker"] = self._finder.reranker
        if self._finder.reader:
            parts["reader"] = self._finder.reader
        if self._chooser.checker:
            parts["checker"] = self._chooser.checker
        return {name: await _health(name, part) for name, part in parts.items()}

    async def _earlier(self, question: Question) -> Sequence[Turn]:
        if question.earlier is not None:
            if question.session and not self._writer.quotes:
                await self.history.ping()  # do not pay a model for an answer that cannot be stored
            return question.earlier[-question.policy.window :]
        if question.session is None:
            return ()
        return await self.history_of(question.owner).turns(question.session, question.policy.window)

    def _look_up(self, question: Question, searches: list[Retrieved]) -> LookUp:
        async def look_up(query: str) -> tuple[Source, ...]:
            found = await self._finder.find(question, query)
            searches.append(Retrieved(query, found.sources))
            known: dict[str, Source] = {}
            for search in searches:
                for source in search.sources:
                    known.setdefault(source.passage.id, source)
            return tuple(known.values())

        return look_up

    async def _remember(
        self, question: Question, answer: Answer, asked_at: datetime, seconds: float, *, continues: bool
    ) -> None:
        if question.session is None:
            return
        metadata = {
            "request_id": str(question.request_id),
            "outcome": answer.outcome.value,
            "verdict": answer.verdict.value,
            "from_selection": answer.from_selection,
            "confidence": round(answer.confidence.average, 4),
            "seconds": round(seconds, 3),
            "usage": asdict(answer.usage) if answer.usage else None,
            "citations": [cited.recorded(answer.link_of(cited)) for cited in answer.citations],
        }
        turn = Turn(question.text, answer.text, asked_at, answer.sources, metadata)
        await self.history_of(question.owner).remember(question.session, turn, continues=continues)


async def final(events: AsyncGenerator[Event, None]) -> Answer:
    """The answer at the end of the stream. Reads to the very end, so that wrappers can finish their work."""
    answer: Answer | None = None
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Answered):
                answer = event.answer
    assert answer is not None, "the stream ended without Answered"
    return answer


async def _health(name: str, part: _Pingable) -> Health:
    started = perf_counter()
    try:
        await part.ping()
    except FootnotedError as error:
        return Health(name, is_up=False, error=error.message)
    return Health(name, is_up=True, latency_ms=(perf_counter() - started) * 1000)
