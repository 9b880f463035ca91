"""Passages in any number, made from a seed: vectors clustered as embeddings are, words as frequent as in real text.

Vectors have 384 dimensions but vary in 48, plus a little noise in all: evenly spread ones, which no text has, are the
worst case of every graph and would measure that alone. Nothing is kept: any part can be made again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DIMENSIONS = 384
CHAPTERS = 100
"""Passage n is in chapter n % 100: a filter by chapter keeps one in a hundred."""
CHUNK = 10_000
_TRUE_DIMENSIONS = 48
_NOISE = 0.3
_VOCABULARY = 30_000
_PASSAGE_WORDS, _QUESTION_WORDS = 60, 6

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some passages in a row."""

    start: int
    vectors: Floats
    words: Ints
    """A row of word numbers for each; a word may occur twice."""


class Synthetic:
    """Passages and questions of one seed."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        chance = np.random.default_rng(seed)
        self._spread = chance.standard_normal((_TRUE_DIMENSIONS, DIMENSIONS), dtype=np.float32)
        frequency = 1 / np.arange(1, _VOCABULARY + 1)  # Zipf's law
        self._cumulated = np.cumsum(frequency / frequency.sum())

    def chunks(self, passages: int, after: int = 0) -> Iterator[Chunk]:
        """All, or those after a multiple of ``CHUNK``."""
        for start in range(after, passages, CHUNK):
            count = min(CHUNK, passages - start)
            chance = np.random.default_rng([self._seed, 1, start])
            yield Chunk(start, self._vectors(count, chance), self._words(count, _PASSAGE_WORDS, chance))

    def questions(self, count: int) -> tuple[Floats, Ints]:
        chance = np.random.default_rng([self._seed, 2])
        # Common words say nothing and are left out of a question by every search engine.
        return self._vectors(count, chance), 200 + self._words(count, _QUESTION_WORDS, chance)

    def _vectors(self, count: int, chance: np.random.Generator) -> Floats:
        meant = chance.standard_normal((count, _TRUE_DIMENSIONS), dtype=np.float32) @ self._spread
        meant += _NOISE * _TRUE_DIMENSIONS**0.5 * chance.standard_normal(meant.shape, dtype=np.float32)
        meant /= np.linalg.norm(meant, axis=1, keepdims=True)
        return meant

    def _words(self, count: int, each: int, chance: np.random.Generator) -> Ints:
        return np.searchsorted(self._cumulated, chance.random((count, each))).astype(np.int64)


class Exact:
    """The ten nearest passages of each question, found by comparing all; with a chapter each, within it alone."""

    def __init__(self, questions: Floats, nearest: int = 10) -> None:
        self._questions = questions
        self._all = [_Best(nearest) for _ in questions]
        self._in_chapter = [_Best(nearest) for _ in questions]

    def add(self, chunk: Chunk) -> None:
        scores = self._questions @ chunk.vectors.T
        places = np.arange(chunk.start, chunk.start + len(chunk.vectors))
        for number, row in enumerate(scores):
            self._all[number].add(places, row)
            inside = places % CHAPTERS == number % CHAPTERS
            self._in_chapter[number].add(places[inside], row[inside])

    def everywhere(self) -> list[set[int]]:
        return [best.places() for best in self._all]

    def in_chapter(self) -> list[set[int]]:
        """Question n's in chapter n % 100."""
        return [best.places() for best in self._in_chapter]


class _Best:
    """The highest scores so far, and where they were."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._places: Ints = np.empty(0, np.int64)
        self._scores: Floats = np.empty(0, np.float32)

    def add(self, places: Ints, scores: Floats) -> None:
        both, at = np.concatenate([self._scores, scores]), np.concatenate([self._places, places])
        top = (
            np.argsort(-both)[: self._count] if len(both) <= 256 else np.argpartition(-both, self._count)[: self._count]
        )
        self._scores, self._places = both[top], at[top]

    def places(self) -> set[int]:
        return {int(place) for place in self._places}
