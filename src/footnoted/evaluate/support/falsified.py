"""How many sentences the support check flags: those that were made false, and those that were only reworded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footnoted.engine.check.support.verify import check
from footnoted.evaluate.support.falsify import Changed, changed

LEAST_FALSE, MOST_EXACT, MOST_TRUE = 0.9, 0.05, 0.15
"""Least share flagged of false sentences; most of copied and of reworded ones."""


@dataclass(frozen=True, slots=True)
class Flagged:
    """One way of changing sentences: how many there are, and how many of them the check flags."""

    kind: str
    is_true: bool
    made: int
    flagged: int
    contradicted: int

    @property
    def share(self) -> float:
        return self.flagged / self.made

    @property
    def is_reached(self) -> bool:
        if self.is_true:
            return self.share <= (MOST_EXACT if self.kind == "exact" else MOST_TRUE)
        return self.share >= LEAST_FALSE


def flagged(passages: Sequence[str]) -> list[Flagged]:
    """Check every sentence of the passages in every way it can be changed, false ones first."""
    return tally((case, check(case.text, case.passage)) for case in changed(passages))


def tally(checked: Iterable[tuple[Changed, str]]) -> list[Flagged]:
    """Counts by class what the check found."""
    made: Counter[tuple[bool, str]] = Counter()
    stopped: Counter[tuple[bool, str]] = Counter()
    contradicted: Counter[tuple[bool, str]] = Counter()
    for case, found in checked:
        key = case.is_true, case.kind
        made[key] += 1
        stopped[key] += found in ("not_confirmed", "contradicted")
        contradicted[key] += found == "contradicted"
    return [
        Flagged(kind, is_true, made[is_true, kind], stopped[is_true, kind], contradicted[is_true, kind])
        for is_true, kind in sorted(made)
    ]


def table(rows: Sequence[Flagged]) -> str:
    """The classes as lines for a terminal."""
    lines = [f"{'':26}{'made':>7}{'flagged':>9}{'of these contradicted':>23}"]
    for row in rows:
        mark = "✓" if row.is_reached else "✗"
        truth = "true " if row.is_true else "false"
        lines.append(f"{mark} {truth} {row.kind:<18}{row.made:>7}{row.share:>9.1%}{row.contradicted / row.made:>23.1%}")
    return "\n".join(lines)
