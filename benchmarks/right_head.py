"""How sure a quote in another language than English answers, by a head that saw neither the language nor the article.

Asks XQuAD's books by words alone, as benchmarks/languages.py does, and keeps for each question the head's features and
whether the quote has the fact. A fit on all other languages and three quarters of the articles then decides for the
last quarter: answered with the fact, answered without it, shown with it, and answered though it is not in the book. The
head that ships is printed next to it.

    python -m benchmarks.right_head ../shared/eval/xquad [de th …]
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

import numpy as np

from benchmarks.languages import over_xquad, passages_of
from footnoted.contracts.book_api import POLICY
from footnoted.domain.book import Hit, Marks, Passage
from footnoted.domain.ports import Search
from footnoted.domain.question import Question, Verdict
from footnoted.domain.reading import Excerpt
from footnoted.domain.scores.calibration import Calibrations, calibration
from footnoted.domain.scores.language_figures import RIGHT
from footnoted.engine.extract.excerpt import best_excerpt, places
from footnoted.engine.extract.gate import CUT, SURE
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.units import units_of
from footnoted.evaluate.beir import read_collection
from footnoted.evaluate.trial import Probe, has_fact
from footnoted.providers.qdrant.lexical import passage_tokens, question_tokens, scores

_EMBEDDER = "local:granite-embedding-30m-english"
_ARTICLES = range(16)
_QUARTERS = 4
_STEPS = 60
"""Of Newton's method: three weights settle in a dozen."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quote that could be given: how many words it has, and whether the fact is among them."""

    length: int
    has_fact: bool

    def features(self, above_cut: float) -> tuple[float, float, float]:
        return 1.0, above_cut, math.log1p(self.length)


@dataclass(frozen=True, slots=True)
class Row:
    """One question: its language, its article, and the two quotes that may answer it; none where it is refused."""

    language: str
    article: int
    is_answerable: bool
    above_cut: float = 0.0
    quotes: tuple[Quoted, ...] = ()
    may_answer: bool = False


class _Words:
    """A book as an index that is searched by words alone."""

    name = _EMBEDDER

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._tokens = [passage_tokens(passage) for passage in passages]

    async def search(self, search: Search) -> list[Hit]:
        found = scores(question_tokens(search.text, search.context, search.languages), self._tokens)
        best = sorted(zip(found, self._passages, strict=True), key=lambda pair: -pair[0])[: search.limit]
        return [Hit(passage, 0.0, score) for score, passage in best if score > 0]

    async def neighbours(self, passage: Passage) -> list[Passage]:
        near = (other for other in self._passages if other.route == passage.route)
        return [other for other in near if abs(other.position - passage.position) == 1]

    async def embed_question(self, text: str) -> list[float]:
        return [float(len(text))]


async def rows_of(folder: Path, code: str) -> list[Row]:
    """Every question of a language, asked of its book of 16 articles."""
    collection = read_collection(folder / code)
    book = [passage for article, passage in passages_of(collection) if article in _ARTICLES]
    own = calibration(_EMBEDDER, Marks(passages=len(book)), language=code)
    index = _Words(book)
    finder = Finder(index, index, Calibrations(own, {"book": own} if own else {}))  # type: ignore[arg-type]
    return [await _row(finder, code, probe) for probe in collection.probes]


async def _row(finder: Finder, code: str, probe: Probe) -> Row:
    found = await finder.find(Question(probe.text, uuid4(), book="book"), probe.text)
    article = min((int(name[1:].split("p")[0]) for name in probe.relevant), default=int(probe.id.encode()[-1]))
    row = Row(code, article, probe.is_answerable)
    verdict = POLICY.judge(found.confidence)
    if verdict is Verdict.DECLINE or not found.sources or found.coverage is None:
        return row
    numbered = list(enumerate(found.sources, 1))
    both = best_excerpt(*numbered[0], found.coverage), places(numbered)
    quotes = tuple(_quoted(excerpts, found, probe) for excerpts in both)
    return replace(row, above_cut=found.above_cut, quotes=quotes, may_answer=verdict is Verdict.ANSWER)


def _quoted(excerpts: Sequence[Excerpt], found: Found, probe: Probe) -> Quoted:
    texts, length = [], 0
    for excerpt in excerpts:
        passage = found.sources[excerpt.source - 1].passage
        texts.append(passage.text[excerpt.start : excerpt.end])
        kept = [unit for unit in units_of(passage) if excerpt.start <= unit.start and unit.end <= excerpt.end]
        length += sum(unit.length for unit in kept)
    return Quoted(length, has_fact(" ".join(texts), probe.answers))


def fitted(rows: Sequence[Row]) -> np.ndarray:
    """The weights of the head: intercept, how far above the cut, logarithm of the length."""
    seen = [(quote.features(row.above_cut), quote.has_fact) for row in rows for quote in row.quotes]
    features, right = np.array([pair[0] for pair in seen]), np.array([pair[1] for pair in seen], float)
    weights = np.zeros(3)
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - likely) - 1e-3 * weights
        curve = (features * (likely * (1 - likely))[:, None]).T @ features + 1e-3 * np.eye(3)
        weights += np.linalg.solve(curve, slope)
    return weights


def decided(row: Row, weights: np.ndarray) -> tuple[str, bool]:
    """The outcome of a question: answered, shown or refused; and whether the words have the fact."""
    if not row.quotes:
        return "refused", False
    for quote, least in zip(row.quotes, (max(CUT, SURE), CUT), strict=True):
        if row.may_answer and float(np.dot(weights, quote.features(row.above_cut))) >= least:
            return "answered", quote.has_fact
    return "shown", row.quotes[-1].has_fact


def counted(pairs: Sequence[tuple[Row, np.ndarray]]) -> str:
    """Shares of the answerable and of the foreign questions, in per cent."""
    own = [decided(row, weights) for row, weights in pairs if row.is_answerable]
    foreign = [decided(row, weights) for row, weights in pairs if not row.is_answerable]
    shares = [own.count(kind) / len(own) for kind in (("answered", True), ("answered", False), ("shown", True))]
    shares.append(sum(kind == "answered" for kind, _ in foreign) / len(foreign))
    return " / ".join(f"{100 * share:3.0f}" for share in shares)


def run(folder: Path, codes: Sequence[str]) -> None:
    """Print a row a language."""
    rows = {code: asyncio.run(rows_of(folder, code)) for code in codes}
    print(
        "right / wrong / shown with the fact / foreign yet answered, in per cent\n        held out               ships"
    )
    for code in codes:
        pairs: list[tuple[Row, np.ndarray]] = []
        for quarter in range(_QUARTERS):
            others = [row for other in codes if other != code for row in rows[other]]
            weights = fitted([row for row in others if row.article % _QUARTERS != quarter])
            pairs += [(row, weights) for row in rows[code] if row.article % _QUARTERS == quarter]
        ships = [(row, np.array(RIGHT)) for row in rows[code]]
        print(f"  {code}    {counted(pairs)}    {counted(ships)}")
    print(
        "  all weights", [round(float(weight), 3) for weight in fitted([row for own in rows.values() for row in own])]
    )


if __name__ == "__main__":
    over_xquad(run)
