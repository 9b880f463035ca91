"""Detects the language of a text, and loads what we know about a language. Codes are ISO 639-1; empty means unknown.

A script that only one language uses decides; for Latin letters the stop words do, and in doubt py3langid. A text too
short to tell gets the expected language.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from footnoted.domain.text.messages import Messages

ENGLISH = "en"
WITH_FILE = ("en", "de", "es", "fr", "ar", "ur", "zh", "ru", "tr", "el", "hi", "ro", "vi", "th", "ja", "ko")
"""Languages that have a file of their own in ``languages/``."""

_READ = 2000
"""Characters that are looked at; more do not improve the detection."""
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
)
"""The language that mostly uses these letters; certain letters, listed below, show another."""
_OTHERS = {
    "ar": (("ur", re.compile("[ٹڈڑںےھہ]")), ("fa", re.compile("[پچژگکی]"))),
    "ru": (("uk", re.compile("[іїєґ]", re.I)),),
}
_NO_LANGUAGE = "zxx"
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN_LETTER = re.compile(r"[^\W\d_a-zA-Z]")
_LATIN = ("en", "de", "es", "fr", "tr")


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
    )


def language_of(text: str, expected: str = "") -> str:
    """The language of a text; the expected one if the text is too short to tell.

    >>> [language_of(text) for text in ("Was ist ein Okular?", "什么是目镜？", "What is an eyepiece?")]
    ['de', 'zh', 'en']
    >>> language_of("پاکستان کب بنا؟"), language_of("من اخترع الهاتف؟"), language_of("تلسکوپ چیست؟")
    ('ur', 'ar', 'fa')
    >>> language_of("Plössl 25 mm"), language_of("Plössl 25 mm", "de")
    ('', 'de')
    """
    return _language_of(text[:_READ], expected)


@lru_cache(maxsize=1024)
def _language_of(text: str, expected: str) -> str:
    if not text.isascii() and (code := _by_script(text)):
        return code
    words = [word.lower() for word in _WORD.findall(text) if len(word) > 1]
    counts = Counter([code for word in words for code in _little_words().get(word, ())])
    english = counts.pop(ENGLISH, 0)
    best, count = max(counts.items(), key=lambda entry: entry[1], default=("", 0))
    # Every third English word is a stop word; names, keywords and code have fewer.
    if english > count and (20 if expected == ENGLISH else 8 if text.isascii() else 4) * english > len(words):
        return ENGLISH
    if sum(map(len, words)) >= (_MARKED if _FOREIGN_LETTER.search(text) else _ENOUGH):
        import py3langid

        classify: Any = py3langid.langid.classify  # the package has no type hints
        code = str(classify(text)[0])
        return expected if code == _NO_LANGUAGE else code
    if count > english and 4 * count > len(words) > 1:
        return best
    return expected


def language_of_locale(locale: str) -> str:
    """The language of a locale.

    >>> language_of_locale("pt-BR"), language_of_locale("zh_Hans"), language_of_locale("")
    ('pt', 'zh', '')
    """
    return re.split("[-_]", locale.lower())[0]


def accepted(header: str, among: tuple[str, ...] = WITH_FILE) -> str:
    """The language among these that an ``Accept-Language`` header prefers; empty if it accepts none of them.

    >>> accepted("fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5"), accepted("pl, de;q=0.5"), accepted("pl")
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


def _by_script(text: str) -> str:
    """The language of the script that most letters are in; empty for Latin letters."""
    letters = len("".join(_WORD.findall(text)))
    for code, script in _SCRIPTS:
        found = len(script.findall(text))
        # Names stay in Latin letters, and a short question may have little else.
        if found and 5 * found > letters:
            if code == "ar" and _is_urdu(text):
                return "ur"
            for other, sign in _OTHERS.get(code, ()):
                if 50 * len(sign.findall(text)) > found:
                    return other
            return code
    return ""


def _is_urdu(text: str) -> bool:
    """Whether a text in Arabic letters has more stop words of Urdu than of Arabic."""
    words = set(_WORD.findall(text))
    own, arabic = language("ur").stop_words, language("ar").stop_words
    return len(words & (own - arabic)) > len(words & (arabic - own))


@cache
def _little_words() -> dict[str, tuple[str, ...]]:
    """Each stop word of the languages in Latin letters, with the languages that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for code in _LATIN:
        for word in language(code).stop_words:
            found[word] = (*found.get(word, ()), code)
    return found
