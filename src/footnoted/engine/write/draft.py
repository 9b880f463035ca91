"""An answer while it is written: one attempt after the other, until it is complete or declined.

Keeps the sources and their numbers consistent. Whether the book covers a question is decided before; how a text is
written and checked is decided elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from footnoted.domain.answer import Answer, Citation, Outcome, Usage
from footnoted.domain.book import Source
from footnoted.domain.errors import BudgetSpent, ModelDown, OutOfTime
from footnoted.domain.question import NO_CONFIDENCE, Confidence, Question, Verdict
from footnoted.domain.text.language import language_of
from footnoted.domain.writing import Brief, LookUp, Writer
from footnoted.engine.check.cite import renumbering, with_valid_markers
from footnoted.engine.check.guard import is_invented
from footnoted.engine.check.links import without_foreign_links
from footnoted.engine.check.support.verify import citations
from footnoted.engine.turns import Turns
from footnoted.engine.understand.stands_alone import stands_alone

_log = logging.getLogger("footnoted")


@dataclass(slots=True)
class Attempt:
    """One attempt at writing: the writer, its sources, and the result."""

    writer: Writer
    brief: Brief
    opening: str = ""
    """Precedes the first piece."""
    text: str = ""
    has_failed: bool = False
    """The model failed before the reader received anything from it."""
    is_unpaid: bool = False
    """The reader's model calls are used up."""
    is_invented: bool = False
    """A model wrote it, and no sentence of it is supported."""


class Draft:
    """An answer while it is written: the attempts so far, and what the reader has received."""

    def __init__(
        self,
        question: Question,
        brief: Brief,
        look_up: LookUp,
        confidence: Confidence,
        verdict: Verdict,
        quoted: Verdict | None = None,
        turns: Turns | None = None,
    ) -> None:
        """``quoted`` is the verdict on an answer in the book's own words, if it differs."""
        self._turns = turns or Turns()
        self._question, self._look_up = question, look_up
        self._brief = replace(brief, on_usage=self._used)
        self.confidence, self.verdict, self._quoted = confidence, verdict, quoted or verdict
        self._sources = brief.sources
        self._attempts: list[Attempt] = []
        self._refused: Outcome | None = None
        self._written: list[str] = []
        self._cited: tuple[Citation, ...] = ()
        """What was found of the text when it was last checked."""
        self._usage: Usage | None = None

    async def write(self, writer: Writer, spare: Writer) -> AsyncGenerator[str, None]:
        """The pieces of the answer, or of the refusal; markers refer to sources in descending score."""
        if self.verdict is Verdict.DECLINE:
            yield self._decline()
            return
        attempt: Attempt | None = Attempt(writer, self._brief, self._opening())
        while attempt:
            self._attempts.append(attempt)
            async with aclosing(self._pieces(attempt)) as pieces:
                async for piece in pieces:
                    yield piece
            await self._turns.go_on()  # checking takes milliseconds
            attempt = self._next(attempt, spare)
        if not self._written:
            yield self._leave_to_sources() if self._has_failed else self._decline()

    def _opening(self) -> str:
        if self.verdict is not Verdict.SHOW:
            return ""
        policy = self._question.policy
        return f"{policy.closest if self._brief.hardly_covered else policy.shown}\n\n"

    def _next(self, last: Attempt, spare: Writer) -> Attempt | None:
        """The next attempt; None if the answer is complete, or nothing is left to try."""
        text = self._text
        self._cited = citations(text, self._sources, self._own_length(text))
        if last.has_failed:
            return Attempt(spare, self._brief)
        if last.is_unpaid:
            return self._without_model(spare)
        if len(self._attempts) > 1:
            return None
        brief = replace(self._brief, sources=self._sources)
        if last.writer.quotes:
            return None
        asked_in = language_of(self._question.text, self._brief.language)
        is_cited = any(citation.supported for citation in self._cited)
        last.is_invented = not is_cited and is_invented(last.text, self._sources, asked_in)
        return Attempt(spare, brief, f"\n\n{self._question.policy.corrected}") if last.is_invented else None

    def _without_model(self, spare: Writer) -> Attempt | None:
        """Answer in the book's own words, by the verdict on them, as without a model."""
        self.verdict = self._quoted
        if self.verdict is Verdict.DECLINE:
            return None
        brief = replace(self._brief, partly_covered=self.verdict is Verdict.HEDGE)
        return Attempt(spare, brief, self._opening())

    async def _pieces(self, attempt: Attempt) -> AsyncGenerator[str, None]:
        try:
            async with aclosing(attempt.writer.write(attempt.brief, self._search_again)) as raw:
                quotes = attempt.writer.quotes
                # A model's words are already filtered.
                kept = without_foreign_links(raw, self._sources) if quotes else raw
                async for piece in with_valid_markers(kept, lambda: renumbering(self._sources), is_quoted=quotes):
                    piece = piece if attempt.text else attempt.opening + piece
                    attempt.text += piece
                    if not self._written and attempt.brief.partly_covered:
                        piece = self._question.policy.hedge + piece
                    self._written.append(piece)
                    yield piece
        except BudgetSpent:
            attempt.is_unpaid = True
            return
        except (ModelDown, OutOfTime) as error:
            if self._written and not self._question.is_whole:
                raise
            self._written.clear()
            _log.warning("the model failed, answering in the book's own sentences: %s", error.message)
            attempt.has_failed = True
            return
        self._sources = tuple(sorted(self._sources, key=lambda source: -source.score))

    async def _search_again(self, query: str) -> tuple[Source, ...]:
        self._sources = await self._look_up(query)
        return self._sources

    @property
    def _has_failed(self) -> bool:
        return any(attempt.has_failed for attempt in self._attempts)

    def _decline(self) -> str:
        self.verdict, self._sources = Verdict.DECLINE, ()
        policy = self._question.policy
        if self._brief.from_selection:
            self.confidence, self._sources = NO_CONFIDENCE, self._brief.sources
            self._refused, refusal = Outcome.DECLINED, policy.selection_refusal
        elif self._refers_to_nothing():
            self._refused, refusal = Outcome.UNCLEAR, policy.unclear
        else:
            self._refused, refusal = Outcome.DECLINED, policy.refusal
        self._written = [refusal]
        return refusal

    def _refers_to_nothing(self) -> bool:
        return not self._brief.earlier and not stands_alone(self._brief.question, self._brief.language)

    def _leave_to_sources(self) -> str:
        """If the model failed and no sentence answers by itself, point to the passages."""
        self._written = [self._question.policy.fallback]
        return self._written[0]

    def _outcome(self) -> Outcome:
        if self._refused:
            return self._refused
        if self._has_failed:
            return Outcome.UNWRITTEN
        is_place = self.verdict is Verdict.SHOW or any(attempt.is_invented for attempt in self._attempts)
        return Outcome.SHOWN if is_place else Outcome.ANSWERED

    @property
    def _text(self) -> str:
        return "".join(self._written).strip()

    def _own_length(self, text: str) -> int:
        """How many characters at the beginning are the product's own words, which need no source."""
        policy = self._question.policy
        openings = (policy.hedge.strip(), policy.shown, policy.closest)
        ours = [words for words in openings if words and text.startswith(words)]
        return len(ours[0]) if ours else 0

    def _used(self, usage: Usage) -> None:
        self._usage = usage

    def answer(self) -> Answer:
        """The finished answer; call it after the last piece."""
        cited = () if self.verdict is Verdict.DECLINE else self._cited
        return Answer(
            self._text,
            self._outcome(),
            self.verdict,
            self.confidence,
            _opened(self._sources, cited),
            cited,
            from_selection=self._brief.from_selection,
            usage=self._usage,
        )


def _opened(sources: Sequence[Source], cited: Sequence[Citation]) -> tuple[Source, ...]:
    """The sources with links that open at the first cited sentence of each."""
    quotes = {citation.source: citation.quote for citation in reversed(cited)}
    return tuple(_opened_at(source, quotes.get(number, "")) for number, source in enumerate(sources, start=1))


def _opened_at(source: Source, quote: str) -> Source:
    passage = source.passage
    fragment = passage.fragment_at(quote)
    if fragment == passage.fragment:
        return source
    return replace(source, passage=replace(passage, fragment=fragment, kept=passage.parts))
