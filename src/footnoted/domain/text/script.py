"""Scripts that set no spaces between words, and how many words a reader counts in them. Knows no language."""

from __future__ import annotations

import re

UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
"""Their characters, as a regular expression's class writes them."""
_CHARACTER = re.compile(f"[{UNSPACED}]")
_PER_WORD = ((1.6, re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")),
             (5.3, re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")))  # fmt: skip
"""Characters to an English word in scripts without spaces, as XQuAD's Chinese and Thai have them; Korean has spaces."""


def count_words(text: str) -> int:
    """How many words a reader counts; where none are set apart, as many as an English text that says the same has.

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
    """The text with each character of a script without spaces set apart.

    >>> spaced("出瞳5 mm")
    ' 出  瞳 5 mm'
    """
    return text if text.isascii() else _CHARACTER.sub(r" \g<0> ", text)
