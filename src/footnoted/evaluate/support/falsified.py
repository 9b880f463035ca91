"""How the support check takes sentences that were made false, and others that were only put differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from footnoted.engine.check.support.verify import check
from footnoted.evaluate.support.falsify import Changed, changed

LEAST_FALSE, MOST_EXACT, MOST_TRUE = 0.9, 0.05, 0.15
"""The share flagged that each class should reach, or at most may."""


@dataclass(frozen=True, slots=True)
class Flagged:
    """One way of changing sentences: how many were made so, and how many of these the check does not let pass."""

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
    """Every sentence of the passages in every way it can be changed, false ones first."""
    return tally((case, check(case.text, case.passage)) for case in changed(passages))


def tally(checked: Iterable[tuple[Changed, str]]) -> list[Flagged]:
    """Counts by class what the check found of each case."""
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
