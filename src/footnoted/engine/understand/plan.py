"""Decides what a question is (about the book, about a selected text, a follow-up, or complete) and finds its passages.
Knows one writer, which repeats replies that are prepared here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from footnoted.domain.book import Passage, Source
from footnoted.domain.ports import Catalogue
from footnoted.domain.question import Confidence, Question, Turn, Verdict
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.domain.writing import Writer
from footnoted.engine.extract.explanation import FROM_PLACE, Explanation, explained, shown
from footnoted.engine.extract.quote import quoted as quoted_text
from footnoted.engine.extract.selection import gist
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.find.selected import read_selection, selected
from footnoted.engine.understand import slips
from footnoted.engine.understand.about_book.contents import Contents, name_key
from footnoted.engine.understand.about_book.locate import Place, locate
from footnoted.engine.understand.about_book.reply import of_sections, reply
from footnoted.engine.understand.followup import resolve
from footnoted.engine.understand.languages.patterns import patterns_of
from footnoted.engine.understand.languages.rules import Request
from footnoted.engine.understand.plain import plain
from footnoted.engine.understand.readings import best_reading
from footnoted.engine.understand.requests import Asked, asks_to_explain, quoted, recognise
from footnoted.engine.understand.restate import Restater
from footnoted.engine.understand.stands_alone import names_nothing, stands_alone
from footnoted.engine.units import readable
from footnoted.engine.write.prepared_writer import PreparedWriter

_OUTRIGHT = 0.95
"""Score of a place that the reader named or selected: certainly the place, though it may not say all that is wanted."""
_POINTED_AT = 40
"""Words of a selection that are used in a search."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A question that was understood, with its passages."""

    asked: str
    """The question without greeting and politeness."""
    resolved: str
    """The text that was searched for."""
    found: Found
    earlier: Sequence[Turn] = ()
    verdict: Verdict | None = None
    """The verdict if it is certain here, else None: the contract's policy decides."""
    quotes: Writer | None = None
    """Writes the reply in the book's own words, for questions about a place or about the book."""
    needs_no_model: bool = False
    """Whether a model has nothing to add."""
    is_question: bool = True
    """False for a greeting or thanks."""


class Planner:
    """Makes the plan for a question; without a catalogue it knows no contents, without a restater it calls no model."""

    def __init__(self, finder: Finder, catalogue: Catalogue | None, restater: Restater | None) -> None:
        self._finder, self._restater = finder, restater
        self._contents = Contents(catalogue) if catalogue else None

    async def plan(self, question: Question, earlier: Sequence[Turn]) -> Plan:
        """What the question is, and the passages for it."""
        language = self._finder.expected(question)
        asked = plain(question.text, language)
        if question.selection is not None:
            return await self._within(question.selection, asked, earlier, language)
        frame, quote = quoted(question.text)
        if about := question.about or quote:
            return await self._about(question, frame, about, earlier)
        request = recognise(asked, is_first=not earlier, expected=language, written=question.text)
        if request is None and (spelt := slips.by_lexicon(self._finder, asked)) != asked:
            request = recognise(spelt, is_first=not earlier, expected=language)
        if request:
            if settled := await self._requested(question, request):
                return settled
            asked = request.topic if request.request is Request.TOPIC else asked
        return await self._searched(replace(question, text=asked), earlier)

    async def _within(self, selection: str, asked: str, earlier: Sequence[Turn], language: str) -> Plan:
        """A question that the selected text alone may answer."""
        found = selected(selection)
        resolved = resolve(slips.by_selection(self._finder, asked, found), earlier, language).text
        if not asks_to_explain(asked):
            found = await read_selection(self._finder, resolved, selection)
            return Plan(asked, resolved, found, earlier, Verdict.ANSWER)
        quotes = PreparedWriter(tuple(quoted_text(gist(found), found.sources)))
        return Plan(asked, resolved, found, earlier, Verdict.ANSWER, quotes)

    async def _searched(self, question: Question, earlier: Sequence[Turn]) -> Plan:
        asked, language = question.text, self._finder.expected(question)
        if earlier:
            question = replace(question, text=await slips.in_conversation(self._finder, question, earlier))
        resolved = resolve(question.text, earlier, language)
        if self._restater:
            resolved = await self._restater.restate(question.text, resolved, earlier)
        reading = await best_reading(self._finder, question, resolved, earlier)
        verdict = Verdict.DECLINE if not earlier and names_nothing(asked, language) else None
        return Plan(asked, reading.text, reading.found, earlier, verdict)

    async def _requested(self, question: Question, asked: Asked) -> Plan | None:
        """The reply to a request about the book; None for a question that only looks like one."""
        outlines = await self._contents.outlines(question.book) if self._contents else []
        if asked.request is Request.TOPIC:
            sections = [section for outline in outlines for section in outline.named(asked.topic)]
            if not sections or not self._contents:
                return None
            each = max(1, question.limit // len(sections))
            explanation = await of_sections(
                sections[: question.limit], self._contents, each, _from_place(asked.language)
            )
            return _quoting(question.text, explanation, needs_no_model=False) if explanation else None
        if asked.topic:
            title = name_key(asked.topic)
            outlines = [
                outline for outline in outlines if title in (name_key(outline.book.title), name_key(outline.book.name))
            ]
            if not outlines:
                return None
        explanation = await reply(asked, outlines, self._contents)
        if explanation is None:
            return None
        return replace(_quoting(question.text, explanation, needs_no_model=True), is_question=asked.request.asks)

    async def _about(self, question: Question, text: str, about: str, earlier: Sequence[Turn]) -> Plan:
        """A question about a selected text: its place explains it, or helps to find the answer."""
        place = await locate(self._finder, self._contents, question, about)
        bare = text.replace(about, " ").strip(" \"'“”«»")
        if asks_to_explain(bare) or name_key(bare) == name_key(about):
            if place is None:
                return await self._searched(replace(question, text=about), ())
            explanation = _explained(place, about, _from_place(language_of(text, place.passage.language or ENGLISH)))
            return _quoting(question.text, explanation, needs_no_model=False, related=place.related[: question.limit])
        pointed = Turn(" ".join(about.split()[:_POINTED_AT]), "", datetime.now(UTC))
        language = self._finder.expected(question)
        asked = plain(text, language)
        plan = await self._searched(replace(question, text=asked), (*earlier, pointed))
        if place is None or stands_alone(asked, language):
            return plan
        return replace(plan, found=await self._with(plan, place.passage, question.limit))

    async def _with(self, plan: Plan, passage: Passage, limit: int) -> Found:
        """What was found, with the selected place first."""
        found = plan.found
        source = next((other for other in found.sources if other.passage.id == passage.id), None)
        rest = [other for other in found.sources if other is not source]
        if source is None or source.reading is None:
            read = await self._finder.read(plan.resolved, [readable(passage)], passage.language)
            source = replace(source or Source(passage, 0.0, 1.0), reading=read[0] if read else None)
        best = max((other.score for other in found.sources), default=0.0)
        return replace(found, sources=(replace(source, score=best, similarity=1.0), *rest)[:limit])


def _from_place(language: str) -> str:
    say = patterns_of(language).rules.book
    return say.place if say else FROM_PLACE


def _explained(place: Place, about: str, from_place: str) -> Explanation:
    if place.is_heading:
        under = [
            passage
            for passage in place.around
            if passage.headings[: len(place.passage.headings)] == place.passage.headings
        ]
        shown_here = [passage for passage in under if passage.position >= place.passage.position]
        return shown(shown_here, from_place=from_place)
    return explained(about, place.passage, place.around, place.related, from_place)


def _quoting(text: str, explanation: Explanation, *, needs_no_model: bool, related: Sequence[Source] = ()) -> Plan:
    """A plan with this reply; a model also gets what a search found."""
    own = {passage.id for passage in explanation.passages}
    sources = [Source(passage, _OUTRIGHT, 1.0) for passage in explanation.passages]
    sources += [
        replace(source, score=min(source.score, _OUTRIGHT)) for source in related if source.passage.id not in own
    ]
    scores = tuple(source.score for source in sources)
    confidence = Confidence(
        sum(scores) / len(scores) if scores else 1.0, min(scores, default=1.0), 1.0, len(scores), 0.0, scores
    )
    return Plan(
        text,
        text,
        Found(tuple(sources), confidence),
        (),
        Verdict.ANSWER,
        PreparedWriter(explanation.pieces),
        needs_no_model,
    )
