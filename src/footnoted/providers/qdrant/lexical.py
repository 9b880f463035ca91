"""Words as sparse vectors, for passages and for questions.

Each token is hashed together with its field, so that one sparse vector has body, headings and symbols, and one query
scores all three with the question's weights. Knows no index; inverse document frequency is computed there.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from footnoted.domain.book import Passage
from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.domain.text.remembered import WORD, remembered
from footnoted.domain.text.words import terms

Tokens = Mapping[int, float]
"""Token id → weight."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a passage: its weight, and its average number of tokens."""

    weight: float
    average: float


@dataclass(frozen=True, slots=True)
class Lexicon:
    """BM25 weights; ``k1`` and ``b`` apply to passages, the fields' weights to questions."""

    words: Field = Field(1.0, 100.0)
    headings: Field = Field(0.5, 6.0)
    symbols: Field = Field(0.5, 8.0)
    k1: float = 1.2
    b: float = 0.75
    context: float = 0.5
    """Weight of a word of the conversation; a word of the question has 1."""

    def passage(self, passage: Passage) -> dict[int, float]:
        """The vector that is stored for a passage."""
        language = passage.language
        body = terms(passage.text, language)
        return (
            self._weigh("w", body.words, self.words)
            | self._weigh("h", terms(" \n ".join(passage.path), language).words, self.headings)
            | self._weigh("s", body.symbols, self.symbols)
        )

    def question(self, text: str, context: str = "", languages: frozenset[str] = frozenset()) -> dict[int, float]:
        """What the index is asked for; a word of both the question and the context is one of the question.

        Words are also stemmed in English, for names in a book of another language.
        """
        languages = languages or frozenset((language_of(text, ENGLISH),))
        asked = self._ask(text, 1.0, languages | {ENGLISH})
        return self._ask(context, self.context, languages | {ENGLISH}) | asked if context else asked

    def _ask(self, text: str, weight: float, languages: frozenset[str]) -> dict[int, float]:
        found: dict[int, float] = {}
        for language in languages:
            asked = terms(text, language)
            found |= {_token(word, "w"): weight * self.words.weight for word in asked.words}
            found |= {_token(word, "h"): weight * self.headings.weight for word in asked.words}
            found |= {_token(word, "s"): weight * self.symbols.weight for word in asked.symbols}
        return found

    def _weigh(self, field: str, found: list[str], of: Field) -> dict[int, float]:
        norm = self.k1 * (1 - self.b + self.b * len(found) / of.average)
        return {_token(word, field): n * (self.k1 + 1) / (n + norm) for word, n in Counter(found).items()}


@remembered(65_536, WORD)
def _token(word: str, field: str) -> int:
    return zlib.crc32(f"{field}{word}".encode("utf-8", "replace"))


def scores(question: Tokens, passages: Sequence[Tokens]) -> list[float]:
    """BM25 of each passage, with these passages as the whole corpus; the formula of Qdrant's IDF modifier."""
    corpus = sum(1 for tokens in passages if tokens)
    seen = Counter(token for tokens in passages for token in question.keys() & tokens.keys())
    weight = {t: question[t] * math.log(1 + (corpus - n + 0.5) / (n + 0.5)) for t, n in seen.items()}
    return [sum((weight[t] * tokens[t] for t in weight.keys() & tokens.keys()), 0.0) for tokens in passages]
