"""Whether a question can be understood without the conversation: by its pronouns, its beginning, "the second one".

Uses the rules of the question's language; without rules, whether it has content words. Knows neither the conversation
nor the book.
"""

from __future__ import annotations

import re

from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.script import UNSPACED_LETTER
from footnoted.domain.text.words import GRAMMAR, words
from footnoted.engine.understand.languages.patterns import patterns_for
from footnoted.engine.understand.plain import folded

_FEW_WORDS, _FEW_PAIRS = 4, 8
"""Fewer lean on what was said, behind "and"; of a script without spaces, which is taken apart in pairs of letters."""


def stands_alone(question: str, expected: str = ENGLISH) -> bool:
    """Whether the question can be understood without the conversation.

    >>> stands_alone("How do I clean an eyepiece without scratching it?"), stands_alone("How long does that take?")
    (True, False)
    >>> stands_alone("Wie lange dauert das?"), stands_alone("Wie reinige ich ein Okular, ohne es zu zerkratzen?")
    (False, True)
    """
    patterns = patterns_for(question, expected)
    leaning, content = patterns.rules.leaning, words(question, patterns.code)
    if not content or re.search(leaning.ordinal, question, re.I):
        return False
    few = _FEW_PAIRS if any(map(UNSPACED_LETTER.search, content)) else _FEW_WORDS
    if re.match(leaning.ellipsis, question, re.I) and len(content) < few:
        return False
    plain = re.sub(leaning.not_a_pronoun, lambda found: "\0" * len(found[0]), question, flags=re.I)
    pronoun = re.search(leaning.pronoun, plain, re.I)
    if pronoun is None:
        return True
    if re.match(leaning.goes_on, question, re.I):
        return False
    before = question[: pronoun.start()]
    if pronoun[0].lower() in leaning.of_many and re.search(leaning.many, before):
        return True
    return bool(re.search(leaning.antecedent, before)) and len(content) > 2


def is_keywords(question: str) -> bool:
    """Whether a question is typed as for a search engine, in English: content words alone.

    >>> [is_keywords(text) for text in ("eyepiece clean", "long period?", "clean it", "what's a hook", "")]
    [True, True, False, False, False]
    """
    typed = folded(question).split()
    return bool(typed) and GRAMMAR.isdisjoint(typed)


def names_nothing(question: str, expected: str = ENGLISH) -> bool:
    """Whether a first question finds something in every book and never the answer: all that it names is a pronoun.

    >>> [names_nothing(text) for text in ("How long does it take?", "Can I build one?", "What is tea, does it keep?")]
    [True, True, False]
    >>> names_nothing("what's celery and what would i use it for"), names_nothing("what's it for")
    (False, True)
    """
    patterns = patterns_for(question, expected)
    leaning, content = patterns.rules.leaning, set(words(question, patterns.code))
    if len(content) > 1 and not patterns.common >= content:
        return False
    if stands_alone(question, expected):
        return False
    pronoun = re.search(leaning.pronoun, question, re.I)
    points_back = pronoun is not None and not re.search(leaning.antecedent, question[: pronoun.start()])
    return patterns.common >= content or (points_back and len(content) == 1)
