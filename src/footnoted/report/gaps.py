"""Questions without an answer, grouped by meaning, and for each group whether the book lacks it or has it.

Asks the book again without a model, so that a report costs nothing. Knows no page and no database.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from uuid import uuid4

import numpy as np

from footnoted.domain.answer import Outcome
from footnoted.domain.book import Passage, Source
from footnoted.domain.ports import Embedder
from footnoted.domain.question import Asked, Question
from footnoted.domain.text.words import words
from footnoted.engine.ask import Engine, final
from footnoted.engine.find.coverage import Coverage

_WORDINGS = 5
"""Wordings of the same question that are asked again."""
_SEARCHED = 20
"""Passages that are searched for it."""
_HEADINGS = 5
"""Passages whose headings count."""
_MOST_UNKNOWN = 0.5
"""A heading with words of the question counts only if the book has more than this share of the question's words."""
_SHARE, _LIKELY = 10.0, 1.0
"""Weight of the share of the question's words that a passage has, added to the reader's logit; and the sum from which
the book has the answer. In the two months of tests/report, questions that the book does not answer reach 0.6 at most;
those that it does are answered when they are asked again."""
_MOST = 2000
"""Questions that are compared with each other; their matrix takes 32 MB."""


class Kind(StrEnum):
    """Why a question got no answer."""

    MISSING = "missing from the book"
    MISSED = "there but missed"


@dataclass(frozen=True, slots=True)
class Gap:
    """Questions that ask the same thing."""

    kind: Kind
    questions: tuple[str, ...]
    """Each once, the most frequent first."""
    times: int
    nearest: Passage | None
    """The passage that comes closest."""


@dataclass(frozen=True, slots=True)
class _Wording:
    """One wording, asked again."""

    is_covered: bool
    """Whether the book seems to have the answer."""
    nearest: Passage | None


async def gaps(asked: Sequence[Asked], engine: Engine, embedder: Embedder) -> list[Gap]:
    """The gaps, most asked first. A question whose reader was shown the place that answers is not a gap."""
    times, refused = _counted(asked, {Outcome.DECLINED, Outcome.SHOWN}), _counted(asked, {Outcome.DECLINED})
    questions = sorted(times, key=lambda question: (-times[question], question))[:_MOST]
    if not questions:
        return []
    vectors = np.array([await embedder.embed_question(question) for question in questions], dtype=np.float32)
    found, quoting = [], engine.quoting()
    for members in groups(vectors):
        named = tuple(questions[number] for number in members)
        kind, nearest = await _judged(named, quoting)
        count = times
        if kind is Kind.MISSED:
            named, count = tuple(name for name in named if name in refused), refused
        if named:
            found.append(Gap(kind, named, sum(count[name] for name in named), nearest))
    return sorted(found, key=lambda gap: (-gap.times, gap.questions))


def _counted(asked: Sequence[Asked], outcomes: Collection[str]) -> dict[str, int]:
    """How often each question had one of these outcomes."""
    return Counter(" ".join(row.question.split()) for row in asked if row.outcome in outcomes and row.question.strip())


def groups(vectors: np.ndarray) -> list[list[int]]:
    """Indexes of vectors that belong together; the first of each group is its leader.

    The threshold depends on the embedder: halfway between the questions' average similarity and 1.
    """
    near = vectors @ vectors.T
    count = len(vectors)
    if count == 1:
        return [[0]]
    average = (float(near.sum()) - float(np.trace(near))) / (count * (count - 1))
    enough = (1.0 + average) / 2
    made: list[list[int]] = []
    for number in range(count):
        best = max(made, key=lambda group: float(near[number, group].mean()), default=None)
        if best is not None and float(near[number, best].mean()) >= enough:
            best.append(number)
        else:
            made.append([number])
    return made


async def _judged(questions: Sequence[str], engine: Engine) -> tuple[Kind, Passage | None]:
    """Whether the book has the answer after all, by most of the wordings; and the passage that comes closest."""
    wordings = [await _ask_again(text, engine) for text in questions[:_WORDINGS]]
    near = [wording for wording in wordings if wording.nearest]
    nearest = max(near, key=lambda wording: wording.is_covered, default=None)
    is_there = sum(wording.is_covered for wording in wordings) >= len(wordings) / 2
    return (Kind.MISSED if is_there else Kind.MISSING), nearest.nearest if nearest else None


async def _ask_again(text: str, engine: Engine) -> _Wording:
    question = Question(text, uuid4(), earlier=(), limit=_SEARCHED, threshold=0.0)
    answer = await final(engine.ask(replace(question, limit=5, threshold=0.1)))
    if answer.outcome is Outcome.ANSWERED and answer.citations:
        return _Wording(True, answer.sources[answer.citations[0].source - 1].passage)
    found = await engine.search(question)
    if not found:
        return _Wording(False, None)
    return _Wording(_seems_covered(found, text), found[0].passage)


def _seems_covered(found: Sequence[Source], text: str) -> bool:
    """Whether the book seems to have the answer although it was not found: by the reader, or by a heading."""
    coverage = Coverage(text, [source.passage for source in found])
    read = [
        source.reading.answers + _SHARE * coverage.by(source.passage) for source in found if source.reading is not None
    ]
    question = set(words(text))
    unknown = len(question.difference(*(words(source.passage.in_context) for source in found)))
    is_headed = any(_is_headed(source.passage, question) for source in found[:_HEADINGS])
    return max(read, default=-math.inf) >= _LIKELY or (is_headed and unknown < _MOST_UNKNOWN * len(question))


def _is_headed(passage: Passage, question: set[str]) -> bool:
    """Whether all words of the passage's heading are in the question."""
    heading = set(words(passage.section))
    return bool(heading) and heading <= question
