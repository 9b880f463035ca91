"""The rules of each language, compiled, and which of them are for a text.

Knows no rule itself. A text whose language has no rules is taken as it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from footnoted.domain.text.language import ENGLISH, language_of
from footnoted.domain.text.words import words
from footnoted.engine.understand.languages import english, german
from footnoted.engine.understand.languages.phrasebook import PHRASEBOOKS, phrasebook, rules_of
from footnoted.engine.understand.languages.rules import Request, Rules

_RULES = {rules.code: rules for rules in (english.RULES, german.RULES)}


@dataclass(frozen=True)
class Patterns:
    """A language's rules, ready to be held against a text."""

    rules: Rules

    @property
    def code(self) -> str:
        return self.rules.code

    @cached_property
    def leading(self) -> re.Pattern[str]:
        return _any(self.rules.leading)

    @cached_property
    def trailing(self) -> re.Pattern[str]:
        return re.compile(f"(?:{_any(self.rules.trailing).pattern})$", re.I)

    @cached_property
    def contractions(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple((re.compile(pattern, re.I), whole) for pattern, whole in self.rules.contractions)

    @cached_property
    def contracted(self) -> re.Pattern[str]:
        """Any of the contractions: most texts have none."""
        return _any(tuple(pattern for pattern, _ in self.rules.contractions))

    @cached_property
    def requests(self) -> tuple[tuple[Request, re.Pattern[str]], ...]:
        return tuple((phrase.request, re.compile(phrase.pattern)) for phrase in self.rules.requests)

    @cached_property
    def releases(self) -> re.Pattern[str]:
        return re.compile(self.rules.releases.pattern, re.I)

    @cached_property
    def common(self) -> frozenset[str]:
        """The stems of words that name no subject."""
        return frozenset(words(self.rules.common_words, self.code))

    @cached_property
    def filler(self) -> frozenset[str]:
        """The stems of words that hold none."""
        return frozenset(words(self.rules.leaning.filler, self.code))


def _any(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns) or r"(?!)", re.I)


@cache
def patterns_of(code: str) -> Patterns:
    """Those of a language; of one without rules, such that match nothing."""
    if code in _RULES:
        return Patterns(_RULES[code])
    own = phrasebook(code)
    return Patterns(rules_of(own) if own else Rules(code))


def patterns_for(text: str, expected: str = ENGLISH) -> Patterns:
    """Those of the language that a text is in, or, where it is too short to tell, is expected in."""
    return patterns_of(language_of(text, expected) or ENGLISH)


EVERY = tuple(patterns_of(code) for code in _RULES)
"""Those of every language that has patterns for requests, English first."""


@cache
def starting_points() -> re.Pattern[str]:
    """Names of the page that a newcomer reads first, in every language."""
    return re.compile("|".join(patterns_of(code).rules.starting_points for code in (*_RULES, *PHRASEBOOKS)), re.I)
