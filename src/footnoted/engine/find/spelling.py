"""A question as the book spells it: two letters swapped, one doubled or one not doubled.

Only a word that none of the candidates has is mended, and only to one that they have or that every text has ("should"):
other slips make other words ("planes" is no "planets"). Knows no dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from footnoted.domain.book import Passage
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.language import language as language_named
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import words_of

_WORD = re.compile(r"[^\W\d_]{5,}")
"""Shorter words are too easily another one."""


def as_spelt(question: str, candidates: Sequence[Passage]) -> str:
    """The question, its misspelt words as the candidates have them."""
    if not candidates:
        return question
    language = candidates[0].language or ENGLISH
    asked = {stem for word in _WORD.findall(question) for stem in words(word, language)}
    if all(any(stem in words_of(passage) for passage in candidates) for stem in asked):
        return question  # found in the first few, mostly
    known = frozenset[str]().union(*(words_of(passage) for passage in candidates))
    return _WORD.sub(lambda found: _mended(found[0], known, language), question)


def _mended(word: str, known: frozenset[str], language: str) -> str:
    if known.issuperset(words(word, language)):
        return word
    everywhere = language_named(language).stop_words
    for other in _slips(word):
        if other.lower() in everywhere or ((stems := words(other, language)) and known.issuperset(stems)):
            return other
    return word


def _slips(word: str) -> Iterator[str]:
    """What may have been meant.

    >>> sorted(_slips("adress"))[:3], "address" in _slips("adress"), "field" in _slips("feild")
    (['aadress', 'address', 'aderss'], True, True)
    """
    for place in range(len(word)):
        before, letter, after = word[:place], word[place], word[place + 1 :]
        if after and letter != after[0]:
            yield f"{before}{after[0]}{letter}{after[1:]}"
        yield f"{before}{letter}{letter}{after}"
        if after and letter == after[0]:
            yield before + after
