"""Which of several languages that write in one script a text is in: by letters that only some of them have, by their
little words, and else by what is expected. Knows the letters; the little words are handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from footnoted.domain.text.script import LETTERS


@dataclass(frozen=True, slots=True)
class _Sign:
    """Letters that only these languages of a script have."""

    letters: re.Pattern[str]
    languages: frozenset[str]


def _sign(letters: str, languages: str) -> _Sign:
    return _Sign(re.compile(letters, re.I), frozenset(languages.split()))


_FAMILIES = {
    "ar": ("ar", "fa", "ur", "ps", "ckb", "sd", "ug"),
    "zh": ("zh", "ja"),
    "ru": ("ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg"),
    "hi": ("hi", "mr", "ne"),
    "bn": ("bn", "as"),
    "he": ("he", "yi"),
}
"""The language that a script is mostly written in, and all that are."""
_SIGNS = {
    "ar": (
        _sign("[ٹڈڑںےھہ]", "ur"),
        _sign("[پچژگکی]", "fa ur ps ckb sd ug"),
        _sign("[ةأإى]|(?<!\\w)ال\\w{3}", "ar"),
    ),
    "zh": (_sign("[么吗呢们这谁怎哪您麼嗎們這誰]", "zh"),),
    "hi": (_sign("ळ|आहे|आणि|नाही", "mr"), _sign("हरू|हुन्छ|गर्न", "ne")),
    "ru": (
        _sign("[іїєґ]", "uk be kk"),
        _sign("[ыэё]", "ru be kk ky mn tg"),
        _sign("[ђјљњћџ]", "sr mk"),
    ),
}
"""Looked for in this order; the first that a text shows leaves only its languages."""
_OFTEN = 50
"""One letter in so many shows it: a name of another language may stand in a long text."""


def language_of(
    text: str, script: str, letters: int, expected: str, stop_words: Callable[[str], frozenset[str]]
) -> str:
    """The language of a text with so many letters of the script that is named after its main language."""
    family = _FAMILIES.get(script, (script,))
    shown = (sign for sign in _SIGNS.get(script, ()) if _OFTEN * len(sign.letters.findall(text)) > letters)
    sign = next(shown, None)
    possible = [code for code in family if sign is None or code in sign.languages]
    if expected in possible and not stop_words(expected):
        return expected  # nothing but a sign can tell; the little words of its neighbours are often its own
    words = set(LETTERS.findall(text))
    return max(possible, key=lambda code: (len(words & stop_words(code)), code == expected))
