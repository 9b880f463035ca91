"""An answer in the making: asks the writer, stands in when it fails, and keeps the sources and their numbers right."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from footnoted.domain.answer import Answer, Outcome, Usage
from footnoted.domain.book import Source
from footnoted.domain.errors import ModelDown
from footnoted.domain.ports import Brief, LookUp, Writer
from footnoted.domain.question import NO_CONFIDENCE, Confidence, Question, Verdict
from footnoted.domain.sentences import sentences
from footnoted.domain.words import words
from footnoted.engine.check.cite import honest, renumbering
from footnoted.engine.check.guard import unsupported
from footnoted.engine.check.verify import citations
from footnoted.engine.extract.score import FREQUENT
from footnoted.engine.understand.followup import stands_alone

_log = logging.getLogger("footnoted")


class Draft:
    """An answer in the making: what was written so far, and what came of it."""

    def __init__(
        self, question: Question, brief: Brief, look_up: LookUp, confidence: Confidence, verdict: Verdict
    ) -> None:
        self._question, self._look_up = question, look_up
        self._brief = replace(brief, on_usage=self._used)
        self.confidence, self.verdict = confidence, verdict
        self._sources = brief.sources
        self._outcome = Outcome.ANSWERED
        self._written: list[str] = []
        self._usage: Usage | None = None
        self._unsupported: list[str] = []
        """Sentences of a model that no source carries."""

    async def write(self, writer: Writer, spare: Writer) -> AsyncGenerator[str, None]:
        """The pieces of the answer, or of the refusal; markers name real sources in descending score."""
        if self.verdict is Verdict.DECLINE or self._names_nothing():
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
        opening = self._opening_of_a_second_try(writer is spare)
        if opening is not None:
            async with aclosing(self._pieces(spare, opening)) as pieces:
                async for piece in pieces:
                    yield piece
        if not self._written:
            yield self._decline() if self._outcome is Outcome.ANSWERED else self._leave_to_sources()

    def _opening_of_a_second_try(self, was_spare: bool) -> str | None:
        """What goes in front of the book's own sentences where the first try did not give them; None where it did."""
        if self._outcome is not Outcome.ANSWERED:
            return None
        self._brief = replace(self._brief, sources=self._sources)
        if was_spare and not self._written and self.verdict is Verdict.ANSWER:
            self._brief = replace(self._brief, partly_covered=True)
            return ""
        if self._usage is None:
            return None
        text = "".join(self._written)
        self._unsupported = unsupported(text, self._sources)
        is_invented = len(self._unsupported) == len(sentences(text)) > 0
        return f"\n\n{self._question.policy.corrected}" if is_invented else None

    async def _pieces(self, writer: Writer, opening: str = "") -> AsyncGenerator[str, None]:
        async with aclosing(writer.write(self._brief, self._search_again)) as raw:
            async for piece in honest(raw, lambda: renumbering(self._sources)):
                piece, opening = opening + piece, ""
                if not self._written and self._brief.partly_covered and self._question.policy.hedge:
                    piece = self._question.policy.hedge + piece
                self._written.append(piece)
                yield piece
        self._sources = tuple(sorted(self._sources, key=lambda source: -source.score))

    async def _search_again(self, query: str) -> tuple[Source, ...]:
        self._sources = await self._look_up(query)
        return self._sources

    def _decline(self) -> str:
        self.verdict, self._sources = Verdict.DECLINE, ()
        policy = self._question.policy
        if self._brief.from_selection:
            self.confidence, self._sources = NO_CONFIDENCE, self._brief.sources
            self._outcome, said = Outcome.DECLINED, policy.selection_refusal
        elif self._leans_on_nothing():
            self._outcome, said = Outcome.UNCLEAR, policy.unclear
        else:
            self._outcome, said = Outcome.DECLINED, policy.refusal
        self._written = [said]
        return said

    def _leans_on_nothing(self) -> bool:
        return not self._brief.earlier and not stands_alone(self._brief.question)

    def _names_nothing(self) -> bool:
        """ "How long does it take?" as the first question finds something in every book, and never the answer."""
        return (
            not self._brief.from_selection
            and self._leans_on_nothing()
            and FREQUENT.issuperset(words(self._brief.question))
        )

    def _checked(self) -> Outcome:
        """An answer that only comes close is partly the book's, and so is a model's with a sentence of its own."""
        if self._outcome is not Outcome.ANSWERED:
            return self._outcome
        return Outcome.PARTLY if self._brief.partly_covered or self._unsupported else Outcome.ANSWERED

    def _leave_to_sources(self) -> str:
        """Without a model, and without a sentence that answers by itself, the passages are still worth reading."""
        self._written = [self._question.policy.fallback]
        return self._written[0]

    def _used(self, usage: Usage) -> None:
        self._usage = usage

    def answer(self) -> Answer:
        """The finished answer; call it when every piece is written."""
        text = "".join(self._written).strip()
        return Answer(
            text,
            self._checked(),
            self.verdict,
            self.confidence,
            self._sources,
            () if self.verdict is Verdict.DECLINE else citations(text, self._sources),
            from_selection=self._brief.from_selection,
            usage=self._usage,
        )
