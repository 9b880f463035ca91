"""Corrects slips in a question by the book's own words: two letters swapped, one doubled or one not doubled.

Changes only a word that no candidate has, and only to one that the candidates have or that every text has ("should").
Other slips make other words ("planes", "planets") and are left alone. Knows no dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from footnoted.domain.book import Passage
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.language import language as language_named
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import words_of

_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]{5,30}(?![^\W\d_])")
"""Shorter words too easily become another word; longer ones are not slips, and have too many variants."""
_MOST_MENDED = 12
"""Most words of a question that are checked; a thousand unknown words are not slips."""


def as_spelt(question: str, candidates: Sequence[Passage]) -> str:
    """The question with misspelt words as the candidates spell them."""
    if not candidates:
        return question
    language = candidates[0].language or ENGLISH
    stems = {word: words(word, language) for word in _WORD.findall(question)}
    asked = frozenset(stem for found in stems.values() for stem in found)
    missing = asked.difference(*(words_of(passage) for passage in candidates))
    unknown = [word for word, found in stems.items() if not missing.isdisjoint(found)]
    if not unknown:
        return question
    known = frozenset[str]().union(*(words_of(passage) for passage in candidates))
    mended = {word: _mended(word, known, language) for word in unknown[:_MOST_MENDED]}
    return _WORD.sub(lambda found: mended.get(found[0], found[0]), question)


def _mended(word: str, known: frozenset[str], language: str) -> str:
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
