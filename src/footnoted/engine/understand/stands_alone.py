"""Whether a question can be understood without what was said before: by its pronouns, its beginning, "the second one".

Rules for English. Knows neither the conversation nor the book.
"""

from __future__ import annotations

import re

from footnoted.domain.text.words import words

_PRONOUN = re.compile(
    r"\b(?:it|its|itself|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|former|latter|"
    r"such|"
    r"one|ones|each other|both|either|neither|any of|some of|all of|same)\b",
    re.I,
)
_NOT_A_PRONOUN = re.compile(
    r"\b(?:is|are|was|were|will|would|can|could) there\b|\bthere (?:is|are|was|were|will|exists?)\b|"
    r"\b(?:is|was|would) it (?:possible|safe|true|necessary|better|best|worth|\w+ (?:to|that|if|for)|"
    r"\w+ \w+ (?:\w+ )?(?:to|that|if|for))\b|"
    r"\b(?:does|did|will|would|can) it (?:take|cost|make sense|matter) (?:to|if|for|when|whether)\b|"
    r"\bwhat time is it\b|"
    r"\b(?:so|such|now|true|mean|means|meant|say|says|said|know|think|sure|fact|ensure|way|the \w+|an? \w+|"
    r"(?!does\b)\w{3,}s) that\b(?! \?)|"
    r"\bthat (?:is|are|was|were|can|could|will|would|has|have|do|does|i|you|we|the|an?)\b|"
    r"\bone(?= of the| or | and |[- ](?:time|day|hour|minute|year|degree|another))|\bonly one\b|\bthis (?:book|"
    r"guide|documentation|site|course|chapter|page)\b|"
    r"\bboth \w+ and\b|\beither \w+ or\b|\bthe same (?:\w+ )?as\b|\bno one\b|\bany ?one\b|\bevery ?one\b|"
    r"\bsome ?one\b|\bsuch as\b",
    re.I,
)
_ELLIPSIS = re.compile(
    r"^\W*(?:and|but|or|also|then|so|ok(?:ay)?|yes|no|sure|what about|how about|what if|what else|anything else|"
    r"any others?|"
    r"who else|where else|which (?:ones?|of)\b|how so|why not|why is that|like what|such as|for example|in what way|"
    r"(?:can|could) you|please|tell me more|give me|show me|go on|more|explain|elaborate|an? example|really|"
    r"since when|"
    r"the (?:first|second|third|fourth|fifth|last|other|former|latter|next|previous)\b)\b",
    re.I,
)
_GOES_ON = re.compile(r"^\W*(?:and|but|so|or|then|also)\b", re.I)
"""Ties a question to what was said; a pronoun in it is hardly about the question's own words then."""
ORDINAL = re.compile(
    r"\bthe (?:(former|latter)\b|(first|second|third|fourth|fifth|last|other)(?: (?:one|item|step|point|option|kind|"
    r"type|way|method)\b|(?= *(?:[?.,!]|$))|(?= (?:is|are|was|were|has|does|do|have|needs?|costs?|takes?)\b)))",
    re.I,
)
"""Points at one of several things."""
_ANTECEDENT = re.compile(r"\b(?:an?|the|my|your|our|\d+) [\w-]+|(?<=\w )[A-Z]\w+")
_MANY = re.compile(r"\b(?!does\b)[a-z]{2,}[^s\W]s\b")


def stands_alone(question: str) -> bool:
    """Whether the question can be understood without what was said before.

    >>> stands_alone("How do I clean an eyepiece without scratching it?"), stands_alone("How long does that take?")
    (True, False)
    """
    content = words(question)
    if not content or ORDINAL.search(question):
        return False
    if _ELLIPSIS.match(question) and len(content) < 4:
        return False
    plain = _NOT_A_PRONOUN.sub(lambda found: "\0" * len(found[0]), question)
    pronoun = _PRONOUN.search(plain)
    if pronoun is None:
        return True
    if _GOES_ON.match(question):
        return False
    before = question[: pronoun.start()]
    if pronoun[0].lower() in ("they", "them", "their", "these", "those") and _MANY.search(before):
        return True
    return bool(_ANTECEDENT.search(before)) and len(content) > 2
