"""The words of a question that a passage should have, without those that only name the kind of answer.

"The difference between", "what kind of" and "in which year" ask for a kind of answer, which an answer gives without
naming it. English only; in other languages every content word counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.words import words


@dataclass(frozen=True, slots=True)
class KindOfAnswer:
    """A kind of answer: how a question asks for it, the words that name it, and an example with the words that stay."""

    pattern: str
    names: str
    example: tuple[str, str]


# Eleven kinds replace the sixteen that the heads in domain/scores/calibration.py were fitted with: of 11,707 questions
# of the evaluation sets and of training/questions.jsonl, 1 in 100 keeps other words.
KINDS = (
    KindOfAnswer(
        r"^\W*(?:list|name|give|enumerate)\b|\b(?:what|which) (?:\w+ )?(?:kinds?|types?|sorts?|examples?) of\b|"
        r"\b(?:what|which) (?:are|were)\b|"
        r"\b(?:what|which) (?:\w+ )?\w+s (?:do|can|should|are|were|will|have|must)\b",
        "list enumerate kind type sort example different various main",
        ("What kinds of eyepiece are there?", "eyepiece"),
    ),
    KindOfAnswer(
        r"\b(?:compare|versus|vs\b|differ)",
        "compare compared difference versus differ",
        ("What is the difference between Uranus and Neptune?", "Uranus Neptune"),
    ),
    KindOfAnswer(
        r"\b(?:what|which) (?:year|date|day|month|time)\b",
        "year date day month time",
        ("In which year was Uranus discovered?", "Uranus discovered"),
    ),
    KindOfAnswer(
        r"\b(?:code|snippet|command|syntax|script|source|one-liner)\b(?! of conduct)|"
        r"\b(?:in|with|using) (?:python|rust|javascript|typescript|sql|bash|go|java|c)\b",
        "code snippet command syntax script example show write",
        ("Show the command that measures the dew point", "measures dew point"),
    ),
    KindOfAnswer(
        r"\bhow (?:many|much)\b|"
        r"\b(?:what|which) (?:(?:is|was|are|were) the (?:\w+ )?)?(?:number|percent(?:age)?|amount|total|value)\b",
        "number percentage percent amount total value",
        ("What percentage of the light does aluminium reflect?", "light aluminium reflect"),
    ),
    KindOfAnswer(
        r"\bdefin(?:e|ition)\b|\bmeaning of\b|\bis meant by\b|"
        r"\bwhat (?:does|do|did) (?:(?!\bwhat (?:does|do|did) ).)* (?:mean|stand for|refer to)\b",
        "define definition mean meaning stand refer term",
        ("What does averted vision mean?", "averted vision"),
    ),
    KindOfAnswer(
        r"\bwhy\b|\bhow come\b|\bwhat (?:caused|causes|made|makes)\b|"
        r"\bwhat (?:is|was|were|are) the (?:\w+ )?(?:reasons?|causes?|purpose)\b",
        "reason cause purpose come happen",
        ("What is the reason for coma?", "coma"),
    ),
    KindOfAnswer(
        r"\b(?:formula|equation)s?\b|\bhow (?:(?!\bhow ).)*\b(?:calculate|compute)",
        "formula equation calculate compute calculated computed",
        ("exit pupil formula", "exit pupil"),
    ),
    KindOfAnswer(
        r"\bwhere\b|\b(?:what|which) (?:place|location|city|country|state|continent|region|area|town)\b",
        "place location located",
        ("Where is the observatory located?", "observatory"),
    ),
    KindOfAnswer(
        r"\b(?:who|whom|whose)\b|\b(?:what|which) (?:person|people)\b",
        "person people",
        ("Which person found Neptune?", "found Neptune"),
    ),
    KindOfAnswer(
        r"\bhow (?:to|(?:do|can|should) (?:i|you|we))\b|\bwhat steps\b|\bsteps (?:to|for)\b",
        "step steps way",
        ("What steps clean a mirror?", "clean mirror"),
    ),
)
_LONGEST = 500
"""Characters; a longer question says in its beginning what it wants."""
_RULES = tuple((re.compile(kind.pattern, re.I), frozenset(words(kind.names))) for kind in KINDS)


_MEASURED = re.compile(r"(?:much|many|long|often|far|quickly|soon|big|wide|large|steep|old|heavy|tall|fast)\b", re.I)
"""What "how" asks for."""


def as_question(keywords: str) -> str:
    """Keywords as the question that they likely stand for, for a selected text. Where the book is searched nothing is
    gained: of 250 questions to five books, typed as keywords, as many keep outcome and quote without it.

    >>> as_question("steep"), as_question("neptune magnitude")
    ('how steep', 'what is neptune magnitude')
    """
    return f"{'how' if _MEASURED.match(keywords) else 'what is'} {keywords}"


def question_words(question: str, language: str = "") -> list[str]:
    """The content words in order; all of them if none would be left.

    >>> question_words("What is the difference between a Barlow and a reducer?")
    ['barlow', 'reduc']
    """
    found = words(question, language)
    if language not in ("", ENGLISH):
        return found
    compounds = {first + second for first, second in pairwise(found)}  # "page-boy" is also "page" and "boy"
    parts = [word for word in found if word not in compounds]
    named = frozenset[str]().union(*(names for pattern, names in _RULES if pattern.search(question[:_LONGEST])))
    return [word for word in parts if word not in named] or parts
