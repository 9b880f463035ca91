"""How much of a question a passage takes up in words, the telling ones counting most. Knows no scores."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from footnoted.domain.book import Passage
from footnoted.domain.words import words

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_NAME = re.compile(r"(?<=[\w,;:] )[\"“‘'(]?([^\W\d_a-z][\w-]+)|\b(\w*\d[\w.]*\w|\d)\b|`([^`]+)`")


class Coverage:
    """The content words of one question, each weighed by how few of the candidates hold it.

    A word that no candidate holds is one the book hardly has, for the search by words would have brought it: so the
    candidates stand in for the book's own word counts, which no index has to keep.
    """

    def __init__(self, question: str, candidates: Sequence[Passage]) -> None:
        self.words = tuple(dict.fromkeys(words(question)))
        held = [_held(passage) for passage in candidates]
        self._weights = {word: _rarity(sum(word in one for one in held), len(held)) for word in self.words}
        self.total = sum(self._weights.values())
        self._names = frozenset(words(" ".join(group for found in _NAME.findall(question) for group in found)))

    def by(self, passage: Passage) -> float:
        """Share of the question's weight that the passage or its headings hold; 0–1."""
        return self._share(_held(passage))

    def by_one_sentence(self, passage: Passage) -> float:
        """Share of the question's weight that the best single sentence of the passage holds; 0–1."""
        return max(map(self._share, _sentences(passage.text)), default=0.0)

    def of_names(self, passages: Iterable[Passage]) -> float:
        """Share of the names, numbers and code in the question that the passages hold; 1 when there are none."""
        if not self._names:
            return 1.0
        held: frozenset[str] = frozenset().union(*map(_held, passages))
        return len(self._names & held) / len(self._names)

    def _share(self, held: frozenset[str]) -> float:
        if not self.total:
            return 0.0
        return sum(weight for word, weight in self._weights.items() if word in held) / self.total


def _rarity(held: int, of: int) -> float:
    # Thirty candidates overstate rarity; the constant makes up for it, as measured against counts of whole books.
    return 2 + math.log(1 + (of - held + 0.5) / (held + 0.5))


def _held(passage: Passage) -> frozenset[str]:
    return _words(passage.id, passage.path, passage.text)


# The same passages come up again and again; taking one apart costs hundreds of times what looking it up does.
@lru_cache(maxsize=4096)
def _words(id: str, path: tuple[str, ...], text: str) -> frozenset[str]:
    return frozenset(words(" \n ".join((*path, text))))


@lru_cache(maxsize=1024)
def _sentences(text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(words(sentence)) for sentence in _SENTENCE.split(text))
