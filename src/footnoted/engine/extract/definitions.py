"""Whether a unit says what a thing is: it opens with it and explains, ends in its name, or is its entry in a glossary.

Knows English; what else speaks for a unit is weighed in score.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from footnoted.domain.words import words
from footnoted.engine.extract.split_passage import GLOSSARY, SHORT, Kind, Unit

_NOT_THE_SUBJECT = re.compile(
    r"\b(?:than|of|for|from|with|by|to|in|on|at|behind|about|under|through|into|during|using|uses?|can|unlike|like)"
    r"(?: (?:the|an?))?$",
    re.I,
)
"""What follows one of these is not what the sentence is about."""
_CALLED = re.compile(r"\b(?:called|termed|known as|referred to as|defin(?:es?|ed)) (?:the |an? )?[\"“*]?", re.I)
_NAMES_A_KIND = re.compile(r"(?:An?|Any|One of|Short for)\b")
_THE_REST = re.compile(r"\b(?:other|more|another|further)\b", re.I)
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")
_SAYS_WHAT = re.compile(
    r".(?: \([^)]*\))?[,:)*]*(?: (?:is|are|was|were) (?:an?|the|any|one|like|when|defined|called|known|what)\b|"
    r" (?:means?|refers?|denotes?|stands? for)\b|,? which (?:is|are)\b| an? | [—–(]|(?<=:)|(?<=:\*\*)|"
    r"(?<=\.) (?=[A-Z]))"
)
_SAYS_SOMETHING = re.compile(r"\b(?:is|are|was|were|describes?|called)\b|[—–(:]")


def defines(unit: Unit, asked: Sequence[str]) -> float:
    """What it is worth that the unit opens with the subject and says what it is."""
    if is_entry(unit, asked):
        return 0.65
    if unit.kind not in SHORT or not asked or not unit.words.issuperset(asked):
        return 0.0
    if _is_called(unit.text, asked):
        return 0.2
    tokens = unit.text.split()[: 5 + 2 * len(asked)]
    left = set(asked)
    for at, token in enumerate(tokens, 1):
        named = left.intersection(words(token))
        if named and len(left) == len(asked) and _NOT_THE_SUBJECT.search(" ".join(tokens[: at - 1])):
            return 0.0
        left -= named
        if not left:
            rest = f"{token[-1]} {' '.join(tokens[at:])}"
            return 0.3 if _SAYS_WHAT.match(rest) else 0.15 if _SAYS_SOMETHING.search(rest) else 0.0
    return 0.0


def _is_called(text: str, asked: Sequence[str]) -> bool:
    """Whether the text says that what it describes is called so."""
    return any(words(text[at.end() :])[: len(asked)] == list(asked) for at in _CALLED.finditer(text))


def is_entry(unit: Unit, asked: Sequence[str]) -> bool:
    """Whether the unit is the first sentence under a heading that is the subject and little else, as in a glossary."""
    if unit.kind is not Kind.SENTENCE or not unit.lead or not asked or unit.leans:
        return False
    if _THE_REST.search(unit.lead) or not (_NAMES_A_KIND.match(unit.text) or GLOSSARY & unit.heading):
        return False
    entry = set(words(_IN_BRACKETS.sub("", unit.lead)))
    return entry == set(asked)
