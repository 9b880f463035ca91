"""Detects the language of a text, and loads what we know about a language. Codes are ISO 639-1; empty means unknown.

A script that only one language uses decides at once. Among languages in Latin letters the little words decide, and in
doubt py3langid. A text that is too short gets the expected language. same_script.py tells apart other languages with
the same script.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from math import inf
from typing import Any

from footnoted.domain.text import same_script
from footnoted.domain.text.messages import Messages
from footnoted.domain.text.script import LETTERS

ENGLISH = "en"
WITH_FILE = tuple(  # English first
    "en de es fr ar ur zh ru tr el hi ro vi th ja ko pt it nl pl fa he bn".split()  # noqa: SIM905
)
"""Languages that have a file of their own in ``languages/``."""

_LEAD = 8.0
"""By how much a language must be likelier than the expected one, as a logarithm: English keywords such as "expose
prometheus metrics endpoint" look a little like French. Of 774 such questions 34 were taken for another language, now 5;
of 170 German and Spanish ones without their little words 7 more are taken for English."""
_READ = 2000
"""Characters that are read; more do not improve the detection."""
_ENOUGH = 30
"""Number of letters from which py3langid is right for 99 of 100 XQuAD texts in Latin letters."""
_MARKED = 20
"""The same for texts with a letter that English does not have."""
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003134f]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("bn", re.compile("[\u0980-\u09ff]")),
    *(
        (code, re.compile(f"[{chr(first)}-{chr(first + 127)}]"))
        for code, first in {"pa": 0xA00, "gu": 0xA80, "ta": 0xB80, "te": 0xC00, "kn": 0xC80, "ml": 0xD00}.items()
    ),
    ("hy", re.compile("[\u0530-\u058f]")),
    ("ka", re.compile("[\u10a0-\u10ff]")),
    ("am", re.compile("[\u1200-\u137f]")),
)
"""The main language of these letters; same_script.py tells it from others."""
_NO_LANGUAGE = "zxx"
_FOREIGN_LETTER = re.compile(r"[^\W\d_a-zA-Z]")
_LATIN = ("en", "de", "es", "fr", "tr", "pt", "it", "nl", "pl", "ro", "vi")
_LIKE_ENGLISH = frozenset({"pt", "it", "nl", "pl", "ro", "vi"})
"""Their little words are words of English too ("pot", "come", "ten"): they count where the language is expected, or
where a letter stands that English has not."""


@dataclass(frozen=True, slots=True)
class Language:
    """What a language's file has."""

    code: str
    name: str
    grammar: frozenset[str]
    """Function words; a search ignores them."""
    stop_words: frozenset[str]
    """Function words, and words that say nothing about a subject."""
    abbreviations: frozenset[str]
    messages: Messages | None
    endings: tuple[re.Pattern[str], ...] = ()
    """What may go from the edges of a word, one after the other, where Snowball does not know the language."""


@cache
def language(code: str) -> Language:
    """What we know about a language; for one without a file, only its code."""
    if code not in WITH_FILE:
        return Language(code, code, frozenset(), frozenset(), frozenset(), None)
    data = import_module(f"footnoted.domain.text.languages.{code}")
    grammar = frozenset(data.GRAMMAR.split())
    return Language(
        code,
        data.NAME,
        grammar,
        grammar | frozenset(data.EMPTY.split()),
        frozenset(data.ABBREVIATIONS.split()),
        getattr(data, "MESSAGES", None),
        tuple(re.compile(endings) for endings in getattr(data, "ENDINGS", ())),
    )


def language_of(text: str, expected: str = "") -> str:
    """The language of a text; the expected one if the text is too short to tell.

    >>> [language_of(text) for text in ("Was ist ein Okular?", "什么是目镜？", "What is an eyepiece?")]
    ['de', 'zh', 'en']
    >>> language_of("پاکستان کب بنا؟"), language_of("من اخترع الهاتف؟"), language_of("تلسکوپ چیست؟")
    ('ur', 'ar', 'fa')
    >>> language_of("Plössl 25 mm"), language_of("Plössl 25 mm", "de")
    ('', 'de')
    >>> language_of("空気"), language_of("空気", "ja"), language_of("زعفران"), language_of("زعفران", "fa")
    ('zh', 'ja', 'ar', 'fa')
    >>> [language_of("O que fazer agora?", expected) for expected in ("pt", "es")], language_of("Que faire ?", "pt")
    (['pt', 'es'], 'fr')
    """
    return _language_of(text[:_READ], expected)


@lru_cache(maxsize=1024)
def _language_of(text: str, expected: str) -> str:
    if not text.isascii() and (code := _by_script(text, expected)):
        return code
    words = [word.lower() for word in LETTERS.findall(text) if len(word) > 1]
    likely = _LIKE_ENGLISH if _FOREIGN_LETTER.search(text) else frozenset((expected,))
    english, best, count = _by_little_words(words, expected, _LIKE_ENGLISH - likely)
    # In English every third word is one of these; names, keywords and code leave fewer.
    if english > count and (20 if expected == ENGLISH else 8 if text.isascii() else 4) * english > len(words):
        return ENGLISH
    if sum(map(len, words)) >= (_MARKED if _FOREIGN_LETTER.search(text) else _ENOUGH):
        import py3langid

        rank: Any = py3langid.langid.rank  # the package has no type hints
        likelihoods = dict[str, float](rank(text))
        code = max(likelihoods, key=likelihoods.__getitem__)
        is_sure = likelihoods[code] - likelihoods.get(expected, -inf) >= _LEAD
        return code if is_sure and code != _NO_LANGUAGE else expected
    if count > english and 4 * count > len(words) > 1:
        return best
    return expected


def _by_little_words(words: list[str], expected: str, unlikely: frozenset[str]) -> tuple[int, str, int]:
    """How many of the little words are English; the other language that has most of them, and how many.

    A word that English has too counts for another language only if that is expected: "is" is Dutch as well.
    """
    known = [codes for word in words if (codes := _little_words().get(word))]
    english = sum(ENGLISH in codes for codes in known)
    counts = Counter([code for codes in known for code in codes if ENGLISH not in codes or code == expected])
    for code in (ENGLISH, *unlikely):
        counts.pop(code, None)
    best = max(counts, key=lambda code: (counts[code], code == expected), default="")
    return english, best, counts[best]


def language_of_locale(locale: str) -> str:
    """The language of a locale.

    >>> language_of_locale("pt-BR"), language_of_locale("zh_Hans"), language_of_locale("")
    ('pt', 'zh', '')
    """
    return re.split("[-_]", locale.lower())[0]


def accepted(header: str, among: tuple[str, ...] = WITH_FILE) -> str:
    """The language among these that an ``Accept-Language`` header prefers; empty if it accepts none of them.

    >>> accepted("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5"), accepted("fi, de;q=0.5"), accepted("fi")
    ('fr', 'de', '')
    """
    liked: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        tag, _, weight = part.partition(";")
        match = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight)
        quality = float(match[1]) if match else 0.0 if weight.strip() else 1.0
        if (code := language_of_locale(tag.strip())) in among and quality > 0:
            liked.append((quality, code))
    return max(liked, key=lambda entry: entry[0])[1] if liked else ""


def _by_script(text: str, expected: str) -> str:
    """The language whose script most letters are in; empty for Latin letters."""
    letters = len("".join(LETTERS.findall(text)))
    for code, script in _SCRIPTS:
        found = len(script.findall(text))
        # Names stay in Latin letters, and a short question may have little else.
        if found and 5 * found > letters:
            return same_script.language_of(text, code, found, expected, _stop_words)
    return ""


def _stop_words(code: str) -> frozenset[str]:
    return language(code).stop_words


@cache
def _little_words() -> dict[str, tuple[str, ...]]:
    """Each stop word of the languages in Latin letters, with its languages."""
    found: dict[str, tuple[str, ...]] = {}
    for code in _LATIN:
        for word in language(code).stop_words:
            found[word] = (*found.get(word, ()), code)
    return found
