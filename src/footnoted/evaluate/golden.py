"""Asks every golden question through the engine and counts right pages, facts and refusals. Asserts nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from uuid import uuid4

from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.errors import ModelDown, OutOfTime
from footnoted.domain.question import NO_CONFIDENCE, Policy, Question, Verdict
from footnoted.engine.ask import Engine, final
from footnoted.evaluate.cases import Case, Kind
from footnoted.evaluate.trial import Probe, Trial

_POLICY = Policy()


@dataclass(frozen=True, slots=True)
class Asked:
    """A case and its answer."""

    case: Case
    answer: Answer
    found: tuple[str, ...]
    """Routes of the first three sources."""
    seconds: float
    failure: str = ""
    """Why there is no answer."""

    @property
    def is_declined(self) -> bool:
        return (self.answer.declined or self.answer.is_greeting) and not self.failure

    @property
    def is_shown(self) -> bool:
        return self.answer.outcome is Outcome.SHOWN

    @property
    def has_page(self) -> bool:
        return self.case.page in self.found

    @property
    def has_facts(self) -> bool:
        text = _plain(self.answer.text)
        return all(any(_plain(wording) in text for wording in fact) for fact in self.case.facts)

    @property
    def fault(self) -> str:
        """What is wrong with the answer, in a few words; empty if nothing is."""
        if self.failure:
            return f"no answer: {self.failure}"
        if self.is_declined and self.case.is_answerable:
            return "refused, but the book says it"
        if not self.case.is_answerable:
            how = "shown a place" if self.is_shown else "answered"
            return "" if self.is_declined else f"{how}, but the book does not say: {self.answer.text}"
        if self.case.kind is not Kind.SELECTED_TEXT and not self.has_page:
            return f"page {self.case.page} is not among {', '.join(self.found)}"
        return "" if self.has_facts else f"the fact is missing: {self.answer.text}"


def _plain(text: str) -> str:
    return " ".join(text.replace("*", "").replace("`", "").casefold().split())


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of cases, and the aim for it."""

    name: str
    met: int
    of: int
    target: float
    at_most: bool = False

    @property
    def share(self) -> float:
        return self.met / self.of if self.of else 0.0

    @property
    def is_reached(self) -> bool:
        return self.share <= self.target if self.at_most else self.share >= self.target


async def ask_all(
    engine: Engine,
    cases: Sequence[Case],
    progress: Callable[[int], None] = lambda _: None,
    policy: Policy = _POLICY,
) -> list[Asked]:
    """Ask the cases one after the other, each follow-up in its own session."""
    results = []
    for number, case in enumerate(cases, 1):
        results.append(await _ask(engine, case, policy))
        progress(number)
    return results


async def _ask(engine: Engine, case: Case, policy: Policy) -> Asked:
    session, failure, started = uuid4(), "", perf_counter()
    try:
        for earlier in case.earlier:
            await final(engine.ask(Question(earlier, uuid4(), session=session, policy=policy)))
        started = perf_counter()
        question = Question(case.question, uuid4(), session=session, selection=case.selection, policy=policy)
        answer = await final(engine.ask(question))
    except (ModelDown, OutOfTime) as error:  # one failed answer must not stop the run
        answer, failure = _NO_ANSWER, error.message
    seconds = perf_counter() - started
    await engine.history.forget(session)
    return Asked(case, answer, tuple(source.passage.route for source in answer.sources[:3]), seconds, failure)


_NO_ANSWER = Answer("", Outcome.DECLINED, Verdict.DECLINE, NO_CONFIDENCE, ())


def as_trial(asked: Asked) -> Trial:
    """The same as a trial, for the figures that all evaluations share."""
    case = asked.case
    probe = Probe(
        case.id,
        case.question,
        case.kind.value,
        case.is_answerable,
        {case.page: 1.0} if case.page else {},
        tuple(fact[0] for fact in case.facts),
    )
    confidence = asked.answer.confidence
    return Trial(
        probe,
        tuple(dict.fromkeys(asked.found)),
        confidence.maximum,
        confidence,
        asked.is_declined,
        asked.has_facts,
        asked.seconds,
        asked.case.selection is not None,
        asked.is_shown,
    )


def figures(results: Sequence[Asked]) -> list[Figure]:
    """The table: right page, fact in the answer, right and wrong refusals."""
    in_book = [asked for asked in results if asked.case.kind in (Kind.ANSWERABLE, Kind.FOLLOW_UP)]
    answerable = [asked for asked in results if asked.case.is_answerable]
    unanswerable = [asked for asked in results if not asked.case.is_answerable]
    selected = [asked for asked in answerable if asked.case.kind is Kind.SELECTED_TEXT]
    return [
        Figure("right page in the first three sources", sum(asked.has_page for asked in in_book), len(in_book), 0.95),
        Figure(
            "fact in the answer", sum(asked.has_facts and not asked.is_shown for asked in in_book), len(in_book), 0.65
        ),
        Figure("fact in the answer or the place shown", sum(asked.has_facts for asked in in_book), len(in_book), 0.85),
        Figure("fact in the answer, selected text", sum(asked.has_facts for asked in selected), len(selected), 0.85),
        Figure("not in the book, refused", sum(asked.is_declined for asked in unanswerable), len(unanswerable), 0.95),
        Figure(
            "not in the book, answered",
            sum(not asked.is_declined and not asked.is_shown for asked in unanswerable),
            len(unanswerable),
            0.05,
            at_most=True,
        ),
        Figure(
            "answerable, refused", sum(asked.is_declined for asked in answerable), len(answerable), 0.05, at_most=True
        ),
    ]
