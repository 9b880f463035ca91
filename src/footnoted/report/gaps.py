"""What readers asked and got no answer to: grouped by meaning, told apart into what the book lacks and what it says.

Asks the book again, in its own words, so that no model is paid for a report. Knows no page and no database.
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

_WAYS = 5
"""Ways of asking the same that are put to the book again."""
_LOOKED_AT = 20
"""Passages that may speak of it."""
_FIRST = 5
"""Passages whose headings count."""
_HALF = 0.5
"""A heading of the question's words speaks for it only where more than half of these are known to the book."""
_SHARE, _LIKELY = 10.0, 1.0
"""What a share of the question counts beside what the reader says to a passage, and from where on the two together mean
that the book says it. In the two months of tests/report what the books lack comes to 0.6 at most; what they say is
answered when it is asked anew."""
_MOST = 2000
"""Questions that are compared with each other: a matrix of 32 MB."""


class Kind(StrEnum):
    """Why a question got no answer."""

    MISSING = "missing from the book"
    MISSED = "there but missed"


@dataclass(frozen=True, slots=True)
class Gap:
    """Questions that ask for the same thing."""

    kind: Kind
    questions: tuple[str, ...]
    """The most frequent first, each once."""
    times: int
    nearest: Passage | None
    """Where the book comes closest."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way of asking, put to the book again."""

    is_said: bool
    """Whether the book seems to say it, asked like this."""
    nearest: Passage | None


async def gaps(asked: Sequence[Asked], engine: Engine, embedder: Embedder) -> list[Gap]:
    """The gaps, most asked first. Readers who were shown the place that says it missed nothing."""
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
    """How often each question came out so."""
    return Counter(" ".join(row.question.split()) for row in asked if row.outcome in outcomes and row.question.strip())


def groups(vectors: np.ndarray) -> list[list[int]]:
    """Numbers of the vectors that lie together; the first of each group is its leader.

    How near is near depends on the embedder: half-way between what these questions have with each other on average and
    being the same.
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
    """Whether the book says it after all, by the ways in which it was asked; and where it comes closest."""
    ways = [await _way(text, engine) for text in questions[:_WAYS]]
    nearest = max((way for way in ways if way.nearest), key=lambda way: way.is_said, default=None)
    is_there = sum(way.is_said for way in ways) >= len(ways) / 2
    return (Kind.MISSED if is_there else Kind.MISSING), nearest.nearest if nearest else None


async def _way(text: str, engine: Engine) -> _Way:
    question = Question(text, uuid4(), earlier=(), limit=_LOOKED_AT, threshold=0.0)
    answer = await final(engine.ask(replace(question, limit=5, threshold=0.1)))
    if answer.outcome is Outcome.ANSWERED and answer.citations:
        return _Way(True, answer.sources[answer.citations[0].source - 1].passage)
    found = await engine.search(question)
    if not found:
        return _Way(False, None)
    return _Way(_speaks_of(found, text), found[0].passage)


def _speaks_of(found: Sequence[Source], text: str) -> bool:
    """Whether the book seems to say it though it was not found: by reading, or by a heading of its words."""
    coverage = Coverage(text, [source.passage for source in found])
    read = [
        source.reading.answers + _SHARE * coverage.by(source.passage) for source in found if source.reading is not None
    ]
    wanted = set(words(text))
    strange = len(wanted.difference(*(words(source.passage.in_context) for source in found)))
    is_headed = any(_is_headed(source.passage, wanted) for source in found[:_FIRST])
    return max(read, default=-math.inf) >= _LIKELY or (is_headed and strange < _HALF * len(wanted))


def _is_headed(passage: Passage, wanted: set[str]) -> bool:
    """Whether the passage stands under a heading of the question's own words."""
    heading = set(words(passage.section))
    return bool(heading) and heading <= wanted
