"""Corrects slips in a question by the book's own words: two letters swapped, one doubled or one not doubled.

Changes only a word that no candidate has, and only to one that the candidates have or that every text has ("should").
In a long word a letter may also be wrong, missing or too many, as in other spellings ("licence", "license"); in a short
word that makes other words ("planes", "planets"). Knows no dictionary.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from footnoted.domain.book import Passage
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.language import language as language_named
from footnoted.domain.text.script import SIGNS
from footnoted.domain.text.words import words
from footnoted.engine.find.coverage import words_of

_LETTER = rf"(?:[^\W\d_]|[{SIGNS}])"
_WORD = re.compile(rf"(?<![^\W\d_])(?<![{SIGNS}]){_LETTER}{{5,30}}(?!{_LETTER})")
"""Shorter words too easily become another word; longer ones are not slips, and have too many variants."""
_LONG = 7
"""Letters of a word that is seldom one letter away from another. In 1,500 questions to books they were not written for
this mended eight words rightly and one wrongly ("depreciation", "deprecation"); of six letters most were others."""
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
    mended = {
        word: _mended(word, known, language) or _nearest(word, candidates) or word for word in unknown[:_MOST_MENDED]
    }
    return _WORD.sub(lambda found: mended.get(found[0], found[0]), question)


def _mended(word: str, known: frozenset[str], language: str) -> str:
    everywhere = language_named(language).stop_words
    for other in _slips(word):
        if other.lower() in everywhere or ((stems := words(other, language)) and known.issuperset(stems)):
            return other
    return ""


def _nearest(word: str, candidates: Sequence[Passage]) -> str:
    """The candidates' most frequent word that is one letter away; nothing for a short word."""
    if len(word) < _LONG:
        return ""
    rest = f"{_LETTER}{{{len(word) - 2},{len(word)}}}(?!{_LETTER})"
    like = re.compile(rf"(?<![^\W\d_])(?<![{SIGNS}]){word[0]}{rest}", re.IGNORECASE)
    texts = (text for passage in candidates for text in (passage.text, *passage.path))
    found = Counter(other.lower() for text in texts for other in like.findall(text))
    return max(filter(partial(_is_one_letter_away, word.lower()), found), key=found.__getitem__, default="")


def _is_one_letter_away(word: str, other: str) -> bool:
    """
    >>> [_is_one_letter_away("packge", other) for other in ("package", "packge", "packages", "pack")]
    [True, False, False, False]
    """
    at = next(
        (place for place, (own, its) in enumerate(zip(word, other, strict=False)) if own != its),
        min(len(word), len(other)),
    )
    return word != other and (
        word[at + 1 :] == other[at + 1 :] or word[at:] == other[at + 1 :] or word[at + 1 :] == other[at:]
    )


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
