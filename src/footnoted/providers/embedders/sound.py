"""Compares names across scripts by their sound, mostly by their consonants. Knows no meaning.

Romanised by anyascii; letters that scripts use for each other count as the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from footnoted.domain.text.remembered import WORD, remembered

_ARABIC_ARTICLE = re.compile("^(?:[\u0648\u0641\u0628\u0643\u0644]?\u0627\u0644|\u0644\u0644)(?=..)")
"""In Arabic the article is written together with its word."""
_ALEF = str.maketrans("\u0627\u0623\u0622\u0671\u0625", "aaaai")
"""A vowel that anyascii drops."""
_SAME = (
    (re.compile("ngh?"), "n"), (re.compile("ph|v"), "f"), (re.compile("sch|sh|ch|zh|ts|c(?=[eiy])|z"), "s"),
    (re.compile("x"), "ks"), (re.compile("ck|kh|[cq]"), "k"), (re.compile("gh|j"), "g"), (re.compile("th"), "t"),
    (re.compile("p"), "b"), (re.compile("[wou]+"), "u"), (re.compile("[yie]+"), "i"), (re.compile(r"(.)\1+"), r"\1"),
    (re.compile("[^abdfghiklmnrstu0-9]"), ""),
)  # fmt: skip
_VOWELS = frozenset("aiuh")
"""Letters that one script writes and another leaves out; h is one of them."""
_VOWEL = 0.25
"""Weight of such a letter; a consonant has 1."""
_ENOUGH = 2.0
"""Least weight of a name: shorter ones resemble unrelated words."""
_EXACT = 3
"""With at least this many consonants, the same ones in the same order are the same name, whatever the vowels."""
_SAME_NAME = 0.95
"""Similarity given to the same name in another script; the model itself barely knows names."""
_LEAST = 0.6
"""Names with a lower similarity are different names."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A word by its sound."""

    letters: str
    consonants: str
    weight: float


@remembered(16_384, WORD)
def sound_of(word: str) -> Sound:
    """
    >>> [sound_of(name).letters for name in ("Apollo", "أبولو", "Gaga", "غاغا")]
    ['abulu', 'abulu', 'gaga', 'gaga']
    >>> [sound_of(name).consonants for name in ("Broncos", "البرونكوس", "Бронкос", "特斯拉", "Tesla")]
    ['brnks', 'brnks', 'brnks', 'tsl', 'tsl']
    """
    from anyascii import anyascii

    letters = anyascii(_ARABIC_ARTICLE.sub("", word).translate(_ALEF)).lower()
    for some, as_one in _SAME:
        letters = some.sub(as_one, letters)
    consonants = re.sub(r"(.)\1+", r"\1", "".join(letter for letter in letters if letter not in _VOWELS))
    return Sound(letters, consonants, sum(map(_weight, letters)))


def alike_names(words: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """Positions of names that are the same in another script, and how similar they are.

    A word that begins with a small Latin letter is not a name.

    >>> [(word, other) for word, other, _ in alike_names(["البرونكوس", "بيديغو", "broncos"], ["Broncos", "Bendigo"])]
    [(0, 0), (1, 1)]
    """
    names = [(place, word, sound_of(word)) for place, word in enumerate(others) if not _is_common(word)]
    names = [(place, word, sound) for place, word, sound in names if sound.weight >= _ENOUGH]
    for place, word in enumerate(words):
        for other, name, sound in () if _is_common(word) else names:
            if word.isascii() != name.isascii() and (likeness := _likeness(sound_of(word), sound)) > _LEAST:
                yield place, other, likeness


def _likeness(word: Sound, name: Sound) -> float:
    if len(word.consonants) >= _EXACT and word.consonants == name.consonants:
        return _SAME_NAME
    longest = max(len(word.consonants), len(name.consonants))
    if (Counter(word.consonants) & Counter(name.consonants)).total() < longest - 1:
        return 0.0  # two consonants apart; this skips nearly all comparisons
    return _SAME_NAME - _distance(word.letters, name.letters) / name.weight


def _distance(word: str, name: str) -> float:
    """Weighted edit distance: letters to change, add and remove."""
    before = [0.0]
    for letter in name:
        before.append(before[-1] + _weight(letter))
    for own in word:
        row = [before[0] + _weight(own)]
        for at, letter in enumerate(name, 1):
            changed = 0.0 if own == letter else max(_weight(own), _weight(letter))
            row.append(min(before[at] + _weight(own), row[-1] + _weight(letter), before[at - 1] + changed))
        before = row
    return before[-1]


def _weight(letter: str) -> float:
    return _VOWEL if letter in _VOWELS else 1.0


def _is_common(word: str) -> bool:
    return word.isascii() and not word[:1].isupper()
