"""Asks readers' questions and counts the outcomes: right, wrong, shown with or without the answer, refused.

Right means that the answer contains given strings. That is a proxy, so read the answers too. Knows no file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from statistics import median
from time import perf_counter
from uuid import uuid4

from footnoted.domain.answer import Answer, Answered, Outcome, Retrieved
from footnoted.domain.errors import ModelDown, OutOfTime
from footnoted.domain.question import NO_CONFIDENCE, Policy, Question, Turn, Verdict
from footnoted.domain.text.markers import without_markers
from footnoted.engine.ask import Engine
from footnoted.evaluate.readers.reader_questions import ReaderQuestion
from footnoted.evaluate.trial import Probe, Trial

SURE = 0.9
"""Answers with at least this score should nearly always be right."""

_NO_ANSWER = Answer("", Outcome.UNWRITTEN, Verdict.DECLINE, NO_CONFIDENCE, ())


class Tier(StrEnum):
    """The outcome of a question for the reader."""

    RIGHT = "answered right"
    WRONG = "answered wrong"
    SHOWN_WITH = "shown with"
    SHOWN_WITHOUT = "shown without"
    REFUSED = "refused"
    ANSWERED = "answered"
    """A question that the book does not answer was answered."""
    SHOWN = "shown"
    """A question that the book does not answer was shown a place."""


ANSWERABLE = (Tier.RIGHT, Tier.WRONG, Tier.SHOWN_WITH, Tier.SHOWN_WITHOUT, Tier.REFUSED)
NOT_ANSWERABLE = (Tier.ANSWERED, Tier.SHOWN, Tier.REFUSED)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reader's question, how it was asked, and the answer."""

    question: ReaderQuestion
    asked: Question
    searched: Retrieved
    """The first search and what it found."""
    answer: Answer
    seconds: float

    @property
    def tier(self) -> Tier:
        outcome, has_fact = self.answer.outcome, has_all(self.answer.text, self.question.must)
        is_answerable = self.question.is_answerable
        match outcome:
            case Outcome.ANSWERED:
                return (Tier.RIGHT if has_fact else Tier.WRONG) if is_answerable else Tier.ANSWERED
            case Outcome.SHOWN:
                return (Tier.SHOWN_WITH if has_fact else Tier.SHOWN_WITHOUT) if is_answerable else Tier.SHOWN
            case _:
                return Tier.REFUSED


def has_all(text: str, must: Sequence[Sequence[str]]) -> bool:
    """Whether the text has a wording of each; case, spacing and Markdown do not count.

    >>> has_all("Set `TRUSTED_HOSTS`\\n to a *list* [1].", [["TRUSTED_HOSTS"], ["to a list", "a tuple"]])
    True
    """
    reply = _plain(without_markers(text))
    return all(any(_plain(wording).strip() in reply for wording in wordings) for wordings in must)


def _plain(text: str) -> str:
    return re.sub(r"[\s`*_\\]+", " ", text.lower())


async def ask_readers(
    engine: Engine,
    questions: Sequence[ReaderQuestion],
    policy: Policy,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Reply]:
    """Ask one after the other; a follow-up comes after the engine's own answers to the earlier questions."""
    replies = []
    for number, question in enumerate(questions, 1):
        turns: list[Turn] = []
        for text in question.earlier:
            earlier = Question(text, uuid4(), earlier=tuple(turns), policy=policy)
            _, answer = await ask(engine, earlier)
            turns.append(Turn(text, answer.text, datetime.now(UTC), answer.sources))
        asked = Question(question.text, uuid4(), earlier=tuple(turns), selection=question.selection, policy=policy)
        started = perf_counter()
        searched, answer = await ask(engine, asked)
        replies.append(Reply(question, asked, searched, answer, perf_counter() - started))
        progress(number)
    return replies


async def ask(engine: Engine, question: Question) -> tuple[Retrieved, Answer]:
    """What the first search found, and the answer; a failed answer must not stop the run."""
    first, answer = Retrieved(question.text, ()), _NO_ANSWER
    try:
        async with aclosing(engine.ask(question)) as events:
            async for event in events:
                if isinstance(event, Retrieved) and not first.sources:
                    first = event
                elif isinstance(event, Answered):
                    answer = event.answer
    except (ModelDown, OutOfTime):
        pass
    return first, answer


def as_trial(reply: Reply) -> Trial:
    """The same as a trial, for the figures and plots that all evaluations share."""
    question, answer = reply.question, reply.answer
    wordings = tuple(wordings[0] for wordings in question.must)
    return Trial(
        Probe(question.id, question.text, question.kind, question.is_answerable, {}, wordings),
        (),
        max((source.score for source in reply.searched.sources), default=0.0),
        answer.confidence,
        reply.tier is Tier.REFUSED,
        has_all(answer.text, question.must),
        reply.seconds,
        question.selection is not None,
        answer.outcome is Outcome.SHOWN,
    )


def figures(replies: Sequence[Reply]) -> dict[str, float]:
    """The shares that runs are compared by; those without any question are left out."""
    counts = Counter(reply.tier for reply in replies if reply.question.is_answerable)
    others = Counter(reply.tier for reply in replies if not reply.question.is_answerable)
    found: dict[str, float] = {}
    if answerable := counts.total():
        found |= {tier.value: counts[tier] / answerable for tier in ANSWERABLE}
        found["answered right or shown with"] = (counts[Tier.RIGHT] + counts[Tier.SHOWN_WITH]) / answerable
    if total := others.total():
        found |= {f"not answerable, {tier.value}": others[tier] / total for tier in NOT_ANSWERABLE}
    answers = [reply for reply in replies if reply.answer.outcome is Outcome.ANSWERED]
    if answers:
        found["median words of an answer"] = median(
            len(without_markers(reply.answer.text).split()) for reply in answers
        )
    if sure := [reply for reply in answers if reply.answer.confidence.maximum >= SURE]:
        found[f"right of answers scored ≥ {SURE}"] = sum(reply.tier is Tier.RIGHT for reply in sure) / len(sure)
    return found


def table(replies: Sequence[Reply]) -> str:
    """Counts by kind, as lines for a terminal: what the book answers, then what it does not."""
    parts = [
        _counts([reply for reply in replies if reply.question.is_answerable is is_answerable], tiers, name)
        for is_answerable, tiers, name in ((True, ANSWERABLE, "answerable"), (False, NOT_ANSWERABLE, "not answerable"))
    ]
    return "\n\n".join(filter(None, parts))


def _counts(replies: Sequence[Reply], tiers: Sequence[Tier], name: str) -> str:
    if not replies:
        return ""
    kinds: dict[str, Counter[Tier]] = {}
    for reply in replies:
        kinds.setdefault(reply.question.kind, Counter())[reply.tier] += 1
    rows = [*sorted(kinds.items()), ("all", sum(kinds.values(), Counter[Tier]()))]
    lines = [f"{name:<18}{'asked':>7}" + "".join(f"{tier.value:>16}" for tier in tiers)]
    for kind, counts in rows:
        lines.append(f"{kind:<18}{counts.total():>7}" + "".join(f"{counts[tier]:>16}" for tier in tiers))
    return "\n".join(lines)
