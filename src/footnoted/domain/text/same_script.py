"""Tells languages with the same script apart: by letters that only some of them have, by their little words, else by
the expected language. Knows the letters; the little words are passed in.
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
"""The main language of each script, and all of its languages."""
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
"""Checked in this order; the first that a text has leaves only its languages."""
_OFTEN = 50
"""One letter in so many is enough evidence: a long text may have a name in another language."""


def language_of(
    text: str, script: str, letters: int, expected: str, stop_words: Callable[[str], frozenset[str]]
) -> str:
    """The language of a text with so many letters of the script that is named after its main language."""
    family = _FAMILIES.get(script, (script,))
    shown = (sign for sign in _SIGNS.get(script, ()) if _OFTEN * len(sign.letters.findall(text)) > letters)
    sign = next(shown, None)
    possible = [code for code in family if sign is None or code in sign.languages]
    if expected in possible and not stop_words(expected):
        return expected  # only a sign could tell: related languages share their little words
    words = set(LETTERS.findall(text))
    return max(possible, key=lambda code: (len(words & stop_words(code)), code == expected))
