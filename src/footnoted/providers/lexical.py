"""Words as sparse vectors: what the two sides of a search by words have in common.

Every token is hashed together with the field it stands in, so one sparse vector holds body, headings and symbols, and
one query scores all three with the weights of the question. Knows no index; inverse document frequency is the index's.
"""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from Stemmer import Stemmer  # type: ignore[import-not-found]

from footnoted.domain.book import Passage

Tokens = Mapping[int, float]
"""Token id → weight."""

_STOP_WORDS = """
    a about after all also am an and any are as at be because been before being between both but by can could
    did do does doing don down each few for from had has have having he her here hers him his how i if in into
    is it its just me more most my no nor not of off on once only or other our out over own s same she should so
    some such t than that the their them then there these they this those through to too under until up us very
    was we were what when where which while who whom why will with would you your
"""
_STOP = frozenset(_STOP_WORDS.split())
# Scripts written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
# Python's \w leaves out combining marks, which would cut Arabic, Hebrew and Indic words in pieces.
_LETTER = rf"[\w\u0300-\u036f\u0591-\u05c7\u064b-\u0670\u0900-\u0963\u0966-\u0dff{_UNSPACED}]"
_RUN = re.compile(rf"(?:(?<![\w-])--?(?=[a-z]))?{_LETTER}+(?:(?:::|->|['’.\-/:@]){_LETTER}+)*(?:\+\+|#(?!\w))?", re.I)
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_POSSESSIVE = re.compile(r"['’](?:s|t|re|ve|ll|d|m)$")
_PART = re.compile(rf"\d+|(?:(?![\d_]){_LETTER})+")
_ASCII_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MARK = re.compile(r"[_.:/@>+#-]|[a-z][A-Z]|\d[^\W\d_]|[^\W\d_]\d")
_stemmer = Stemmer("english", 0)


def words(text: str) -> list[str]:
    """The content words of a text: lower-cased, stemmed, stop words dropped, symbols taken apart.

    >>> words("The eyepieces' exit pupils, and useState")
    ['eyepiec', 'exit', 'pupil', 'usest', 'use', 'state']
    """
    return _tokenise(text)[0]


def symbols(text: str) -> list[str]:
    """The code-like words of a text, whole: identifiers, paths, flags, versions, sizes.

    >>> symbols("Call std::vec::Vec with --no-verify, f/8 and 10x50 in C++")
    ['std::vec::vec', 'no-verify', 'f/8', '10x50', 'c++']
    """
    return _tokenise(text)[1]


def _tokenise(text: str) -> tuple[list[str], list[str]]:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    found: list[str] = []
    marked: list[str] = []
    for run in _RUN.findall(text):
        word = _POSSESSIVE.sub("", run)
        if not word.isascii() and _UNSPACED_RUN.search(word):
            for piece in _UNSPACED_RUN.findall(word):
                found.extend([piece[i : i + 2] for i in range(len(piece) - 1)] or [piece])
            word = _UNSPACED_RUN.sub(" ", word).strip()
            if not word or " " in word:
                found.extend(_content(word.split()))
                continue
        if not _MARK.search(word):
            found.extend(_content((word.replace("'", "").replace("’", ""),)))
            continue
        # "--no-verify" and "no-verify" are one flag; "-v" without its dash would be any letter.
        symbol = word.lower()
        marked.append(symbol.lstrip("-") if len(symbol) > 2 else symbol)
        if word.isalnum():
            found.append(_stem(symbol))
        parts = (_ASCII_PART if word.isascii() else _PART).findall(word)
        found.extend(_content(part for part in parts if len(part) > 1 or not part.isalpha()))
    return found, marked


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))


def _content(candidates: Iterable[str]) -> list[str]:
    return [_stem(low) for word in candidates if (low := word.lower()) not in _STOP]


@dataclass(frozen=True, slots=True)
class Field:
    """One part of a passage: how much it counts, and how many tokens it has on average."""

    weight: float
    average: float


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Weighs tokens after BM25; ``k1`` and ``b`` shape the passage's side, the fields' weights the question's."""

    words: Field = Field(1.0, 100.0)
    headings: Field = Field(0.5, 6.0)
    symbols: Field = Field(0.5, 8.0)
    k1: float = 1.2
    b: float = 0.75
    context: float = 0.5
    """How much a word of the conversation counts against one of the question."""

    def passage(self, passage: Passage) -> dict[int, float]:
        """What the index stores for a passage."""
        body, marked = _tokenise(passage.text)
        return (
            self._weigh("w", body, self.words)
            | self._weigh("h", words(" \n ".join(passage.path)), self.headings)
            | self._weigh("s", marked, self.symbols)
        )

    def question(self, text: str, context: str = "") -> dict[int, float]:
        """What the index is asked for; a word of both the question and the context is one of the question."""
        asked = self._ask(text, 1.0)
        return self._ask(context, self.context) | asked if context else asked

    def _ask(self, text: str, weight: float) -> dict[int, float]:
        body, marked = _tokenise(text)
        return (
            {_token("w", word): weight * self.words.weight for word in body}
            | {_token("h", word): weight * self.headings.weight for word in body}
            | {_token("s", word): weight * self.symbols.weight for word in marked}
        )

    def _weigh(self, field: str, found: list[str], of: Field) -> dict[int, float]:
        norm = self.k1 * (1 - self.b + self.b * len(found) / of.average)
        return {_token(field, word): n * (self.k1 + 1) / (n + norm) for word, n in Counter(found).items()}


@lru_cache(maxsize=65_536)
def _token(field: str, word: str) -> int:
    return zlib.crc32(f"{field}{word}".encode("utf-8", "replace"))


def scores(question: Tokens, passages: Sequence[Tokens]) -> list[float]:
    """BM25 of each passage, these passages being the whole corpus; the same formula as Qdrant's IDF modifier."""
    corpus = sum(1 for tokens in passages if tokens)
    seen = Counter(token for tokens in passages for token in question.keys() & tokens.keys())
    weight = {t: question[t] * math.log(1 + (corpus - n + 0.5) / (n + 0.5)) for t, n in seen.items()}
    return [sum((weight[t] * tokens[t] for t in weight.keys() & tokens.keys()), 0.0) for tokens in passages]
