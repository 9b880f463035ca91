"""What is left of a name when it moves to another script: its consonants. Knows no meaning.

Romanised by anyascii; the letters that scripts render by one another's are taken for the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from footnoted.domain.text.remembered import WORD, remembered

_ARABIC_ARTICLE = re.compile("^(?:[\u0648\u0641\u0628\u0643\u0644]?\u0627\u0644|\u0644\u0644)(?=..)")
"""It is written together with its word."""
_SAME = (
    (re.compile("ngh?"), "n"), (re.compile("ph|v"), "f"), (re.compile("sch|sh|ch|zh|ts|c(?=[eiy])|z"), "s"),
    (re.compile("x"), "ks"), (re.compile("ck|kh|[cq]"), "k"), (re.compile("gh|j"), "g"), (re.compile("th"), "t"),
    (re.compile("p"), "b"), (re.compile(r"(.)\1+"), r"\1"), (re.compile("[^bdfgklmnrst0-9]"), ""),
)  # fmt: skip
_ENOUGH = 3
"""Consonants: fewer are shared by names that are not the same."""


@remembered(16_384, WORD)
def consonants(word: str) -> str:
    """The consonants of a word; empty where they are too few to tell a name.

    >>> consonants("Broncos"), consonants("البرونكوس"), consonants("Бронкос"), consonants("特斯拉"), consonants("Tesla")
    ('brnks', 'brnks', 'brnks', 'tsl', 'tsl')
    """
    from anyascii import anyascii

    sound = anyascii(_ARABIC_ARTICLE.sub("", word)).lower()
    for letters, as_one in _SAME:
        sound = letters.sub(as_one, sound)
    return sound if len(sound) >= _ENOUGH else ""


def same_names(words: Sequence[str], others: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Places of a name and of what it is in another script; a word that Latin letters begin small is no name.

    >>> list(same_names(["البرونكوس", "broncos"], ["the", "Broncos"]))
    [(0, 1)]
    """
    by_sound: dict[str, list[int]] = {}
    for place, word in enumerate(others):
        if not _is_common(word) and (sound := consonants(word)):
            by_sound.setdefault(sound, []).append(place)
    for place, word in enumerate(words):
        for other in () if _is_common(word) else by_sound.get(consonants(word), ()):
            if word.isascii() != others[other].isascii():
                yield place, other


def _is_common(word: str) -> bool:
    return word.isascii() and not word[:1].isupper()
