"""The engine: one question in, one stream of events out. Every reply, streamed or whole, is a reading of that stream.

Knows the order of the steps and nothing of how each is done.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from time import perf_counter
from typing import Protocol

from footnoted.domain.answer import Answer, Answered, Assessed, Event, Outcome, Retrieved, TextDelta
from footnoted.domain.book import Passage, Source
from footnoted.domain.errors import FootnotedError, ModelDown
from footnoted.domain.health import Health
from footnoted.domain.ports import Brief, History, LookUp, Writer
from footnoted.domain.question import Confidence, Question, Turn, Verdict
from footnoted.engine.cite import honest, renumbering
from footnoted.engine.find import Finder, Found
from footnoted.engine.followup import Resolved, resolve
from footnoted.engine.verify import citations

_log = logging.getLogger("footnoted")


class _Pingable(Protocol):
    async def ping(self) -> None: ...


class Engine:
    """Answers questions from the books that were ingested."""

    def __init__(self, finder: Finder, writer: Writer, history: History, spare_writer: Writer) -> None:
        self._finder, self._writer, self.history = finder, writer, history
        self._spare = spare_writer

    async def ask(self, question: Question) -> AsyncGenerator[Event, None]:
        """``Retrieved+ Assessed TextDelta* Answered``, or an AskError. A turn is durable before ``Answered``."""
        earlier = await self._earlier(question)
        resolved = resolve(question.text, earlier)
        found = await self._found(question, resolved)
        searches = [Retrieved(resolved.text, found.sources)]
        yield searches[0]

        verdict = Verdict.ANSWER if question.selection else question.policy.judge(found.confidence)
        brief = Brief(
            question.text,
            resolved.text,
            found.sources,
            earlier,
            partly_covered=verdict is Verdict.HEDGE,
            from_selection=question.selection is not None,
        )
        draft = _Draft(question, brief, self._look_up(question, searches), found.confidence, verdict)
        async with aclosing(draft.write(self._writer, self._spare)) as pieces:
            first = await anext(pieces, None)
            for search in searches[1:]:
                yield search
            yield Assessed(draft.confidence, draft.verdict)
            if first is not None:
                yield TextDelta(first)
            async for piece in pieces:
                yield TextDelta(piece)
        answer = draft.answer()
        await self._remember(question, answer)
        yield Answered(answer)

    async def search(self, question: Question) -> tuple[Source, ...]:
        """The passages that would be given to an answer, best first."""
        return (await self._finder.find(question, question.text)).sources

    async def health(self) -> dict[str, Health]:
        """How each part that an answer needs is doing right now."""
        parts: dict[str, _Pingable] = {
            "index": self._finder.index,
            "database": self.history,
            "embedder": self._finder,
            "model": self._writer,
        }
        return {name: await _health(name, part) for name, part in parts.items()}

    async def _earlier(self, question: Question) -> Sequence[Turn]:
        if question.earlier is not None:
            return question.earlier[-question.policy.window :]
        if question.session is None:
            return ()
        return await self.history.turns(question.session, question.policy.window)

    async def _found(self, question: Question, resolved: Resolved) -> Found:
        if question.selection is not None:
            return Found((Source(_selected(question.selection), 1.0, 1.0),), _CERTAIN)
        return await self._finder.find(question, resolved.text, resolved.context)

    def _look_up(self, question: Question, searches: list[Retrieved]) -> LookUp:
        async def look_up(query: str) -> tuple[Source, ...]:
            found = await self._finder.find(question, query)
            searches.append(Retrieved(query, found.sources))
            return tuple({one.passage.id: one for search in searches for one in reversed(search.sources)}.values())

        return look_up

    async def _remember(self, question: Question, answer: Answer) -> None:
        if question.session is None:
            return
        metadata = {
            "request_id": str(question.request_id),
            "outcome": answer.outcome.value,
            "confidence": round(answer.confidence.average, 4),
        }
        turn = Turn(question.text, answer.text, datetime.now(UTC), answer.sources, metadata)
        await self.history.remember(question.session, turn)


_CERTAIN = Confidence(1.0, 1.0, 1.0, 1, 0.0, (1.0,))
_NOTHING = Confidence(0.0, 0.0, 0.0, 0, 0.0)


class _Draft:
    """An answer in the making: what was written so far, and what came of it."""

    def __init__(
        self, question: Question, brief: Brief, look_up: LookUp, confidence: Confidence, verdict: Verdict
    ) -> None:
        self._question, self._brief, self._look_up = question, brief, look_up
        self.confidence, self.verdict = confidence, verdict
        self._sources = brief.sources
        self._outcome = Outcome.ANSWERED
        self._written: list[str] = []

    async def write(self, writer: Writer, spare: Writer) -> AsyncGenerator[str, None]:
        """The pieces of the answer, or of the refusal; markers name real sources in descending score."""
        if self.verdict is Verdict.DECLINE:
            yield self._decline()
            return
        try:
            async with aclosing(self._pieces(writer)) as pieces:
                async for piece in pieces:
                    yield piece
        except ModelDown as error:
            if self._written:
                raise
            _log.warning("the model failed, answering in the book's own sentences: %s", error.message)
            self._outcome = Outcome.UNWRITTEN
            async with aclosing(self._pieces(spare)) as pieces:
                async for piece in pieces:
                    yield piece
        if not self._written:
            yield self._decline()

    async def _pieces(self, writer: Writer) -> AsyncGenerator[str, None]:
        async with aclosing(writer.write(self._brief, self._search_again)) as raw:
            async for piece in honest(raw, lambda: renumbering(self._sources)):
                if not self._written and self.verdict is Verdict.HEDGE and self._question.policy.hedge:
                    piece = self._question.policy.hedge + piece
                self._written.append(piece)
                yield piece
        self._sources = tuple(sorted(self._sources, key=lambda source: -source.score))

    async def _search_again(self, query: str) -> tuple[Source, ...]:
        self._sources = await self._look_up(query)
        return self._sources

    def _decline(self) -> str:
        policy = self._question.policy
        self.verdict, self._outcome, self._sources = Verdict.DECLINE, Outcome.DECLINED, ()
        if self._brief.from_selection:
            self.confidence, self._sources = _NOTHING, self._brief.sources
        self._written = [policy.selection_refusal if self._brief.from_selection else policy.refusal]
        return self._written[0]

    def answer(self) -> Answer:
        """The finished answer; call it when every piece is written."""
        text = "".join(self._written).strip()
        return Answer(
            text,
            self._outcome,
            self.verdict,
            self.confidence,
            self._sources,
            () if self._outcome is Outcome.DECLINED else citations(text, self._sources),
            from_selection=self._brief.from_selection,
        )


async def final(events: AsyncGenerator[Event, None]) -> Answer:
    """Fold the stream to its answer, to the very end: what wrappers do after their last event happens too."""
    answer: Answer | None = None
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Answered):
                answer = event.answer
    assert answer is not None, "the stream ended without Answered"
    return answer


def _selected(text: str) -> Passage:
    """The reader's selection as a passage without a place in the book."""
    return Passage("selection", "", "", "", "", "Selected text", (), position=0, order=0, text=text)


async def _health(name: str, part: _Pingable) -> Health:
    started = perf_counter()
    try:
        await part.ping()
    except FootnotedError as error:
        return Health(name, is_up=False, error=error.message)
    return Health(name, is_up=True, latency_ms=(perf_counter() - started) * 1000)
