"""Figures over the questions of some days: how many, their outcomes, how long they took. Pure; knows no book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from footnoted.domain.answer import Outcome
from footnoted.domain.question import Asked


@dataclass(frozen=True, slots=True)
class Day:
    """The questions of one day."""

    day: date
    answered: int
    shown: int
    """A place about the question was shown; the reader judges whether it answers."""
    unanswered: int
    typical_seconds: float = 0.0
    slow_seconds: float = 0.0
    cost: float = 0.0
    helpful: int = 0
    unhelpful: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of all days together."""

    questions: int
    outcomes: dict[str, int]
    days: tuple[Day, ...]
    typical_seconds: float
    slow_seconds: float
    """19 of 20 answers were quicker."""
    helpful: int
    unhelpful: int
    cost: float


def figures(asked: Sequence[Asked], first: date, last: date) -> Figures:
    """The figures of the questions from ``first`` to ``last``; days without questions are included."""
    by_day: dict[date, list[Asked]] = {}
    for row in asked:
        by_day.setdefault(row.asked_at.date(), []).append(row)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    seconds = sorted(row.seconds for row in asked)
    return Figures(
        len(asked),
        dict(Counter(row.outcome or "unknown" for row in asked).most_common()),
        tuple(_day(day, by_day.get(day, [])) for day in days),
        _percentile(seconds, 0.5),
        _percentile(seconds, 0.95),
        sum(row.helpful is True for row in asked),
        sum(row.helpful is False for row in asked),
        sum(row.cost for row in asked),
    )


def _day(day: date, asked: Sequence[Asked]) -> Day:
    answered, shown = (sum(row.outcome == outcome for row in asked) for outcome in (Outcome.ANSWERED, Outcome.SHOWN))
    seconds = sorted(row.seconds for row in asked)
    cost = sum(row.cost for row in asked)
    unanswered = len(asked) - answered - shown
    helpful, unhelpful = (sum(row.helpful is opinion for row in asked) for opinion in (True, False))
    return Day(
        day,
        answered,
        shown,
        unanswered,
        _percentile(seconds, 0.5),
        _percentile(seconds, 0.95),
        cost,
        helpful,
        unhelpful,
    )


def _percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values is.

    >>> _percentile([1.0, 2.0, 3.0, 4.0], 0.5), _percentile([], 0.5)
    (3.0, 0.0)
    """
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0.0
