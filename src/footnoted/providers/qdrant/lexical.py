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
    """A part of a passage: the letter that its token ids begin with, its weight, and its average number of tokens."""

    letter: str
    weight: float
    average: float


_BODY = Field("w", 1.0, 100.0)
_HEADINGS = Field("h", 0.5, 6.0)
_SYMBOLS = Field("s", 0.5, 8.0)
_K1, _B = 1.2, 0.75
"""BM25's parameters; they apply to passages, the fields' weights to questions."""
CONTEXT = 0.5
"""Weight of a word of the conversation; a word of the question has 1."""


def passage_tokens(passage: Passage) -> dict[int, float]:
    """The vector that is stored for a passage."""
    language = passage.language
    body = terms(passage.text, language)
    return (
        _weigh(body.words, _BODY)
        | _weigh(terms(" \n ".join(passage.path), language).words, _HEADINGS)
        | _weigh(body.symbols, _SYMBOLS)
    )


def question_tokens(text: str, context: str = "", languages: frozenset[str] = frozenset()) -> dict[int, float]:
    """What the index is asked for; a word of both the question and the context is one of the question.

    Words are also stemmed in English, for names in a book of another language.
    """
    languages = languages or frozenset((language_of(text, ENGLISH),))
    asked = _ask(text, 1.0, languages | {ENGLISH})
    return _ask(context, CONTEXT, languages | {ENGLISH}) | asked if context else asked


def _ask(text: str, weight: float, languages: frozenset[str]) -> dict[int, float]:
    found: dict[int, float] = {}
    for language in languages:
        asked = terms(text, language)
        for field, words in ((_BODY, asked.words), (_HEADINGS, asked.words), (_SYMBOLS, asked.symbols)):
            found |= {_token(word, field.letter): weight * field.weight for word in words}
    return found


def _weigh(found: list[str], field: Field) -> dict[int, float]:
    norm = _K1 * (1 - _B + _B * len(found) / field.average)
    return {_token(word, field.letter): n * (_K1 + 1) / (n + norm) for word, n in Counter(found).items()}


@remembered(65_536, WORD)
def _token(word: str, letter: str) -> int:
    return zlib.crc32(f"{letter}{word}".encode("utf-8", "replace"))


def scores(question: Tokens, passages: Sequence[Tokens]) -> list[float]:
    """BM25 of each passage, with these passages as the whole corpus; the formula of Qdrant's IDF modifier."""
    corpus = sum(1 for tokens in passages if tokens)
    seen = Counter(token for tokens in passages for token in question.keys() & tokens.keys())
    weight = {t: question[t] * math.log(1 + (corpus - n + 0.5) / (n + 0.5)) for t, n in seen.items()}
    return [sum((weight[t] * tokens[t] for t in weight.keys() & tokens.keys()), 0.0) for tokens in passages]
