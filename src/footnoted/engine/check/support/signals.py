"""Signals for and against a sentence, given its source: how much of it is there, and whether it says the same.

Two sets of signals, each with a small fitted head: a claim may be about things the source never mentions, or about
the right things and say the opposite. The weights are in weights.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import exp, log
from typing import NamedTuple

from footnoted.domain.text.remembered import SENTENCE, remembered
from footnoted.engine.check.support.align import Alignment, align
from footnoted.engine.check.support.differences import Differences, differences
from footnoted.engine.check.support.lexicon import english
from footnoted.engine.check.support.source_text import SourceSentence, SourceText
from footnoted.engine.check.support.tokens import Kind, Token, tokens

_CLOSEST = 3
_CLAUSE = 3
"""How many content words make a stretch of the claim worth a sentence of its own in the source."""


class Presence(NamedTuple):
    """Which shares of the claim the source has."""

    known: float
    """Content that is anywhere in the source."""
    together: float
    """Content that is in two sentences in a row."""
    pairs: float
    """Neighbouring words that are neighbours there too."""
    missing_names: float
    missing_number: float
    """1 if a number is missing."""
    length: float
    """The logarithm of the number of content words."""
    bias: float = 1.0


class Agreement(NamedTuple):
    """Signs that the source says something else: 1 or a small count each."""

    turned: float
    other_number: float
    other_name: float
    other_amount: float
    negated_alone: float
    """The claim is negated, the closest sentence is not."""
    negated_there: float
    """The closest sentence is negated, the claim is not."""
    opposed: float
    """Words whose opposite is in the closest sentences, and nothing like them."""
    denying: float
    """Lowering, denying words that the closest sentences lack: "reduces", "inhibits", "worse"."""
    affirming: float
    """Raising words that they lack."""
    prefixed: float
    """Unknown words with a prefix that often denies: "un-", "in-", "dis-"."""
    bias: float = 1.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim compared with its source."""

    closest: SourceSentence | None
    differences: Differences
    presence: Presence
    agreement: Agreement


_NOTHING = Comparison(None, Differences(), Presence(*[0.0] * 6), Agreement(*[0.0] * 10))


@remembered(256, SENTENCE)
def read_claim(sentence: str) -> tuple[Token, ...]:
    """The claim's tokens, without what a writer says before it ("According to the book, …")."""
    lead_in = english().lead_in
    while found := lead_in.match(sentence):
        sentence = sentence[found.end() :]
    return tokens(sentence)


def compare(sentence: str, source: SourceText) -> Comparison:
    """Compare the sentence with the closest one of the source, and the rest of it with other sentences.

    Cached while an answer is checked: each of its sentences is asked about several times.
    """
    is_passage = len(source.sentences) <= _MOST_OF_PASSAGE
    return (_over_passage if is_passage else _over_selection)(sentence, source)


def _compare(sentence: str, source: SourceText) -> Comparison:
    claim = source.named(read_claim(sentence))
    near = source.closest(claim, _CLOSEST)
    if not near or not any(token.is_content for token in claim):
        return _NOTHING
    alignment = align(claim, near[0].tokens)
    found = differences(alignment, source.keys)
    for start, end in _left_over(alignment):
        _compare_part(claim[start:end], source.without(near[0]), found)
    return Comparison(near[0], found, _presence(claim, found, source), _agreement(claim, found, near))


_MOST_OF_PASSAGE = 200
"""Sentences; a source of more is a text that somebody selected, and takes megabytes."""
_over_passage = lru_cache(maxsize=128)(_compare)
_over_selection = lru_cache(maxsize=4)(_compare)


def _left_over(alignment: Alignment) -> list[tuple[int, int]]:
    """Stretches of the claim, as long as a clause, without a word that the sentence has."""
    found: list[tuple[int, int]] = []
    start = content = 0
    for at, token in enumerate((*alignment.claim, None)):
        if token is None or (token.is_content and alignment.places[at] >= 0):
            if content >= _CLAUSE:
                found.append((start, at))
            start, content = at + 1, 0
        else:
            content += token.is_content
    return found


def _compare_part(part: tuple[Token, ...], source: SourceText, found: Differences) -> None:
    """Add the differences of a stretch that another sentence of the source supports."""
    for sentence in source.closest(part, 1):
        alignment = align(part, sentence.tokens)
        placed = sum(place >= 0 and it.is_content for it, place in zip(part, alignment.places, strict=True))
        if placed >= _CLAUSE:
            found.add(differences(alignment, source.keys))


def _presence(claim: tuple[Token, ...], found: Differences, source: SourceText) -> Presence:
    content = {token.key for token in claim if token.is_content}
    pairs = set(pairwise(token.key for token in claim))
    held = [content & sentence.keys for sentence in source.sentences]
    together = max((len(one | other) for one, other in pairwise((*held, set[str]()))), default=0)
    return Presence(
        (found.aligned + found.elsewhere) / found.content,
        together / len(content),
        len(pairs & source.pairs) / len(pairs) if pairs else 1.0,
        found.missing_names / found.content,
        float(found.missing_numbers > 0),
        log(found.content),
    )


def _agreement(claim: tuple[Token, ...], found: Differences, near: list[SourceSentence]) -> Agreement:
    known = english()
    bases = frozenset[str]().union(*(sentence.bases for sentence in near))
    new = {token.base for token in claim if token.kind is not Kind.NEGATION and len(token.base) > 3} - bases
    sided = [base for base in new if base in known.sides]
    there = [base for base in bases if base in known.sides]
    is_negated = any(token.kind is Kind.NEGATION for token in claim)
    opposed = sum(
        any(known.opposed(base, other) for other in there) and not any(known.alike(base, other) for other in there)
        for base in sided
    )
    return Agreement(
        float(found.is_turned),
        float(found.numbers > 0),
        float(found.names > 0),
        float(found.amounts > 0),
        float(is_negated and not near[0].is_negated),
        float(near[0].is_negated and not is_negated),
        min(opposed, 2),
        min(sum(known.denies(base) for base in sided), 2),
        min(sum(known.affirms(base) for base in sided), 2),
        min(sum(known.is_prefixed(base) for base in new), 2),
    )


def probability(signals: tuple[float, ...], weights: tuple[float, ...]) -> float:
    """A logistic head."""
    logit = sum(signal * weight for signal, weight in zip(signals, weights, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))
