"""Asks questions whose right answer is known and records the outcomes. Knows the engine; no file, no report."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import perf_counter
from uuid import uuid4

from footnoted.domain.answer import Answer, Outcome, Retrieved
from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Confidence, Policy, Question, Turn
from footnoted.domain.text.markers import without_markers
from footnoted.domain.text.script import spaced
from footnoted.engine.ask import Engine, final

_POLICY = Policy()
_DEEP = 30
"""How many passages are used to rank documents."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A question and what is known about its answer."""

    id: str
    text: str
    kind: str
    is_answerable: bool
    relevant: Mapping[str, float] = field(default_factory=dict)
    """Document → how relevant it is."""
    answers: tuple[str, ...] = ()
    """A right answer has one of these wordings."""
    earlier: tuple[tuple[str, str], ...] = ()
    """Earlier questions and answers of the conversation."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A probe and its outcome."""

    probe: Probe
    found: tuple[str, ...]
    """Documents in the order found, each once."""
    best: float
    """Score of the best passage, however low."""
    confidence: Confidence
    """Over the passages given to the answer."""
    declined: bool
    has_fact: bool
    """Whether the answer has one of the known wordings."""
    seconds: float
    from_selection: bool = False
    """The selection is the only source then, and no policy applies."""
    shown: bool = False
    """A place was shown, which is neither an answer nor a refusal."""

    @property
    def answered(self) -> bool:
        return not self.declined and not self.shown

    @property
    def is_right(self) -> bool:
        """Whether the first place answers; if no place is known, whether the answer has a known wording."""
        if not self.probe.is_answerable:
            return False
        if self.probe.relevant:
            return bool(self.found) and self.probe.relevant.get(self.found[0], 0) > 0
        return self.has_fact or not self.probe.answers


async def try_all(
    engine: Engine,
    probes: Sequence[Probe],
    document: Callable[[Passage], str],
    progress: Callable[[int], None] = lambda _: None,
    policy: Policy = _POLICY,
) -> list[Trial]:
    """Ask the probes one after the other; ``document`` gives the document that a passage belongs to."""
    trials = []
    for number, probe in enumerate(probes, 1):
        trials.append(await _try(engine, probe, document, policy))
        progress(number)
    return trials


async def _try(engine: Engine, probe: Probe, document: Callable[[Passage], str], policy: Policy) -> Trial:
    earlier = tuple(Turn(question, reply, datetime.now(UTC)) for question, reply in probe.earlier)
    started = perf_counter()
    question = Question(probe.text, uuid4(), earlier=earlier, policy=policy)
    answer = await final(engine.ask(question))
    seconds = perf_counter() - started
    found = await _ranking(engine, replace(question, limit=_DEEP, threshold=0.0))
    return Trial(
        probe,
        tuple(dict.fromkeys(document(source.passage) for source in found)),
        found[0].score if found else 0.0,
        answer.confidence,
        answer.declined or answer.is_greeting,
        has_wording(answer, probe.answers),
        seconds,
        shown=answer.outcome is Outcome.SHOWN,
    )


async def _ranking(engine: Engine, question: Question) -> tuple[Source, ...]:
    """What the first search found; does not wait for the answer."""
    async with aclosing(engine.ask(question)) as events:
        async for event in events:
            if isinstance(event, Retrieved):
                return event.sources
    return ()


def has_wording(answer: Answer, wordings: Sequence[str]) -> bool:
    """Whether the answer has one of the wordings; case, markers and spacing do not count."""
    return has_fact(answer.text, wordings)


def has_fact(text: str, wordings: Sequence[str]) -> bool:
    """The same of any text."""
    text = f" {_plain(text)} "
    return any(f" {plain} " in text for wording in wordings if (plain := _plain(wording)))


def _plain(text: str) -> str:
    """
    >>> _plain("The *exit pupil*, 5 mm [1]."), _plain("出瞳5毫米。")
    ('the exit pupil 5 mm', '出 瞳 5 毫 米')
    """
    return " ".join(re.findall(r"\w+", spaced(without_markers(text).casefold())))
