"""Properties of scripts: letters with several spellings, and words without spaces between them.

Such words are counted by their characters, and found as pairs of characters or by a dictionary. The dictionary is only
for comparing words across languages; a search by pairs finds as much (docs/languages.md).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
"""Their characters, as a regular expression's class writes them."""
SIGNS = "\u0300-\u036f\u0591-\u05c7\u064b-\u0670\u07a6-\u07b0\u0900-\u0963\u0966-\u0dff"
"""What is inside words but not in ``\\w``, as a class: the vowel signs of Arabic, Hebrew and the scripts of India."""
UNSPACED_LETTER = re.compile(f"[{UNSPACED}]")
LETTERS = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{SIGNS}])*")
"""A word of letters only, with its vowel signs."""
_PER_WORD = ((1.6, re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")),
             (5.3, re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")))  # fmt: skip
"""Characters for each English word in scripts without spaces, from XQuAD's Chinese and Thai; Korean has spaces."""


def count_words(text: str) -> int:
    """Number of words; for scripts without spaces, as many as an English text of the same meaning has.

    >>> count_words("The eye needs 30 minutes."), count_words("眼睛需要30分钟才能适应黑暗。")
    (5, 9)
    """
    unspaced = 0.0
    for per_word, script in () if text.isascii() else _PER_WORD:
        text, found = script.subn(" ", text)
        unspaced += found / per_word
    if not unspaced:
        return len(text.split())
    return round(unspaced) + sum(any(map(str.isalnum, run)) for run in text.split())


def spaced(text: str) -> str:
    """The text with spaces around each character of a script without spaces.

    >>> spaced("出瞳5 mm")
    ' 出  瞳 5 mm'
    """
    return text if text.isascii() else UNSPACED_LETTER.sub(r" \g<0> ", text)


_PACKAGES = {"zh": "rjieba"}
"""From the extra ``multilingual``."""
_UNSPACED_WORD = re.compile(f"[{UNSPACED}]{{2,}}")


def pairs(run: str, little_words: frozenset[str]) -> list[str]:
    """Each pair of neighbouring characters between stop words; pairs that touch a stop word mean nothing.

    >>> pairs("幼猫什么时候打疫苗", frozenset({"什么", "时候"}))
    ['幼猫', '打疫', '疫苗']
    """
    parts = [part for part in _edges(little_words).split(run) if len(part) > 1] or [run]
    return [part[at : at + 2] for part in parts for at in range(max(1, len(part) - 1))]


@cache
def _edges(little_words: frozenset[str]) -> re.Pattern[str]:
    words = [word for word in little_words if _UNSPACED_WORD.fullmatch(word)]
    return re.compile("|".join(sorted(words, key=len, reverse=True)) or "(?!)")


def segmented(text: str, language: str) -> tuple[str, ...]:
    """The words in order; empty if there is no dictionary for the language."""
    cut = _segmenter(language)
    return tuple(cut(text)) if cut else ()


@cache
def _segmenter(language: str) -> Callable[[str], list[str]] | None:
    package = _PACKAGES.get(language)
    if package is None or find_spec(package) is None:
        return None
    cut: Callable[[str], list[str]] = import_module(package).cut
    return cut


def without_endings(word: str, endings: Iterable[re.Pattern[str]]) -> str:
    """The word without the endings in a language's file, removed one after the other; Korean letter by letter.

    >>> without_endings("채웁니다", [re.compile(unicodedata.normalize("NFD", "ᆸ니다$"))])
    '채우'
    """
    if is_korean := bool(_KOREAN.match(word)):
        word = unicodedata.normalize("NFD", word)
    for ending in endings:
        word = ending.sub("", word)
    return unicodedata.normalize("NFC", word) if is_korean else word


_KOREAN = re.compile("[\uac00-\ud7af]")
_VARIANT = re.compile(r"(?![0-9])\d|[\u0591-\u05c7\u0640\u064b-\u0655\u0670\u200d]")
"""Digits that readers also write as 0 to 9; then vowel signs, which are mostly left out, a stroke that only widens a
word, and a joiner that only shapes it."""
_OF_ARABIC_KEYBOARDS = str.maketrans("يىك", "ییک")
_OF_PERSIAN_KEYBOARDS = str.maketrans("هةۀ", "ہہہ")


def one_spelling(text: str, language: str) -> str:
    """The text with one spelling for letters and digits that have several, for comparing.

    >>> one_spelling("۱۵ کنهٔ", "fa"), one_spelling("كتاب", "ur") == "کتاب", one_spelling("كتاب", "ar")
    ('15 کنه', True, 'كتاب')
    """
    if language in ("fa", "ur"):
        text = text.translate(_OF_ARABIC_KEYBOARDS)
    if language == "ur":
        text = text.translate(_OF_PERSIAN_KEYBOARDS)
    return _VARIANT.sub(lambda found: str(unicodedata.digit(found[0], "")), text)
