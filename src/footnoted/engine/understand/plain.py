"""Removes greeting and politeness from a question before anything else looks at it; the only place that does.

Changes no other word; knows neither the book nor the conversation.
"""

from __future__ import annotations

import re

from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.remembered import remembered
from footnoted.domain.text.words import words
from footnoted.engine.understand.languages.patterns import patterns_for, patterns_of

_MOST_PLEASANTRIES = 8
_LONGEST_ENDING = 120
"""Most characters of "please", "thanks in advance" and the words around them."""
_QUESTION = 400
"""Longest text worth caching, in characters: a question is looked at by the rules of several languages."""
_MARK = re.compile(r"[^\w\s'’/+#.-]|[.-](?!\w)|(?<!\w)[.-]|['’](?!\w)|(?<!\w)['’]")
_SENTENCE_MARK = re.compile(r"(?<![?!.,;:…\"“”()])[?!.,;:…\"“”()]+(?=\s|$)|(?<!\S)[\"“”(]+")


def plain(question: str, expected: str = ENGLISH) -> str:
    """The question alone; as it was where nothing would be left that asks. It is expected in this language.

    >>> plain("Hi! Could you please tell me how long my eyes need? Thanks!")
    'how long my eyes need?'
    """
    rest, patterns = question.strip(), patterns_for(question, expected)
    for _ in range(_MOST_PLEASANTRIES):
        found = patterns.leading.match(rest)
        if not found or not _has_subject(left := rest[found.end() :].lstrip(" ,.:;-–—"), patterns.code):
            break
        rest = left
    for _ in range(_MOST_PLEASANTRIES):
        found = patterns.trailing.search(rest, max(0, len(rest) - _LONGEST_ENDING))
        if not found or not _has_subject(left := rest[: found.start()], patterns.code):
            break
        rest = left + ("?" if "?" in found[0] or found[0].startswith("?") else "")
    return rest


@remembered(512, _QUESTION)
def folded(text: str) -> str:
    """The text in lower case, contractions written out, without punctuation; the patterns of requests expect this.

    >>> folded("What's  this book ABOUT, in short?!")
    'what is this book about in short'
    """
    return _without(_MARK, text)


def normalised(text: str) -> str:
    """The text as it is embedded and read: capitals, sentence punctuation and contractions make no difference.

    >>> normalised("What's `--no-deps` for, (in short)?"), normalised("?!")
    ('what is `--no-deps` for in short', '?!')
    """
    return _without(_SENTENCE_MARK, text) or text


def _without(marks: re.Pattern[str], text: str) -> str:
    """The text in lower case, contractions written out, without these marks."""
    text, english = text.lower(), patterns_of(ENGLISH)
    if english.contracted.search(text):
        for pattern, whole in english.contractions:
            text = pattern.sub(whole, text)
    return " ".join(marks.sub(" ", text).split())


def _has_subject(text: str, language: str) -> bool:
    """Whether what is left has a subject, or at least a whole clause."""
    return bool(words(text, language)) or len(text.split()) >= 3
