"""How often what is shown contains the answer, and how many words that takes: excerpts of several lengths, passages.

Longer text contains a string more easily; the curve shows what each further word gains. Asks nothing again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

from footnoted.domain.answer import Retrieved
from footnoted.domain.text.script import count_words
from footnoted.engine.extract.excerpt import best_run
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.units import units_of
from footnoted.evaluate.readers.tiers import Reply, has_all


@dataclass(frozen=True, slots=True)
class Point:
    """One length of what is shown."""

    name: str
    words: float
    """Mean, over the questions where anything is shown."""
    holds: int
    of: int

    @property
    def share(self) -> float:
        return self.holds / self.of if self.of else 0.0


def excerpt(words: int, searched: Retrieved) -> str:
    """The best part of the first passage with at most so many words, and what completes it."""
    if not searched.sources:
        return ""
    source = searched.sources[0]
    parts = units_of(source.passage)
    if not parts:
        return ""
    coverage = Coverage(searched.query, [source.passage for source in searched.sources])
    first, last = best_run(parts, source, coverage, most=words, whole=words)
    return source.passage.text[parts[first].start : parts[last].end]


def passages(count: int, searched: Retrieved) -> str:
    return "\n\n".join(source.passage.text for source in searched.sources[:count])


FORMATS: dict[str, Callable[[Retrieved], str]] = {
    **{f"excerpt of {words} words": partial(excerpt, words) for words in (45, 60, 90, 120)},
    "first passage": partial(passages, 1),
    "first two passages": partial(passages, 2),
}


def curve(replies: Sequence[Reply]) -> list[Point]:
    """A point for each format, over the answerable questions; the real answers come first."""
    answerable = [reply for reply in replies if reply.question.is_answerable]
    texts = {"what the reader got": ["" if reply.answer.declined else reply.answer.text for reply in answerable]}
    texts |= {name: [show(reply.searched) for reply in answerable] for name, show in FORMATS.items()}
    points = []
    for name, shown in texts.items():
        held = sum(has_all(text, reply.question.must) for text, reply in zip(shown, answerable, strict=True))
        words = fmean([count_words(text) for text in shown if text] or [0])
        points.append(Point(name, words, held, len(answerable)))
    return points


def table(points: Sequence[Point]) -> str:
    """The curve as lines for a terminal."""
    lines = [f"{'shown':<24}{'words':>7}{'holds the answer':>18}"]
    lines += [f"{point.name:<24}{point.words:>7.0f}{point.share:>18.1%}" for point in points]
    return "\n".join(lines)
