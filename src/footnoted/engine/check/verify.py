"""Checks each sentence of an answer against the source it names: the words and their order, the numbers, the names.

A deterministic check that needs no model. It sees invention and wrong numbers; it does not reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from footnoted.domain.answer import Citation
from footnoted.domain.book import Source
from footnoted.domain.markers import MARKER, markers, without_markers
from footnoted.domain.sentences import sentences
from footnoted.domain.words import words

# Fitted on three public sets of claims with evidence, and rounded.
_WORDS, _TOGETHER, _PAIRS, _NAMES, _NEGATION = 1.4, 0.6, 1.0, 0.7, 0.3
"""What counts for a sentence: the share of its words that the source has, that two of its sentences in a row have, of
its neighbouring words that are neighbours there; and against it: names that are missing, a "not" on one side only."""
_SUPPORT = 1.2
"""What these must come to: set where about as many supported sentences pass as did when six tenths of the words
sufficed. A number that the source lacks is never supported, whatever the rest comes to."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<=[\w,;’'\"“(-] )[A-Z][\w’'-]+")
_NOT = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot|lacks?|fails?|unable)\b|n['’]t\b", re.I)


def citations(text: str, sources: Sequence[Source]) -> tuple[Citation, ...]:
    """Which characters of the text rest on which source, in which words, and whether the check found support."""
    return tuple(
        Citation(start, end, number, *_carried(text[start:end], sources[number - 1].passage.text))
        for start, end, numbers in _cited_spans(text)
        for number in numbers
        if 1 <= number <= len(sources)
    )


def _cited_spans(text: str) -> Iterator[tuple[int, int, list[int]]]:
    """Each run of text that ends in markers: where it starts and ends, and the markers' numbers."""
    start = 0
    for found in re.finditer(rf"(?:[ \t]*{MARKER})+[.!?]?", text):
        said = text[start : found.start()]
        lead = len(said) - len(said.lstrip())
        if said.strip():
            yield start + lead, found.start(), markers(found[0])
        start = found.end()


def _carried(sentence: str, source: str) -> tuple[str, bool]:
    """The source's words that carry the sentence, exactly as they stand there, and whether they do."""
    plain = without_markers(sentence).split()
    if not plain:
        return "", False
    # A long pattern takes longer to compile than to find; nearly all sentences need none.
    if all(word in source for word in plain) and (found := re.search(r"\s+".join(map(re.escape, plain)), source)):
        return found[0], True
    held, said = _held(source), " ".join(plain)
    asked = set(words(said))
    closest = max(held.sentences, key=lambda one: len(asked & one.words), default=None)
    numbers = held.numbers.issuperset(_NUMBER.findall(said))
    return closest.text if closest else "", numbers and support(said, source) >= _SUPPORT


def support(sentence: str, source: str) -> float:
    """How well the source's words carry the sentence; comparable between sentences, up to 3."""
    said, held = words(sentence), _held(source)
    if not said:
        return 0.0
    asked, pairs = set(said), set(pairwise(said))
    names = set(words(" ".join(_NAME.findall(sentence))))
    together = max(
        (len(asked & (one.words | two.words)) for one, two in pairwise((*held.sentences, _NOTHING))), default=0
    )
    closest = max(held.sentences, key=lambda one: len(asked & one.words), default=_NOTHING)
    return (
        _WORDS * len(asked & held.words) / len(asked)
        + _TOGETHER * together / len(asked)
        + _PAIRS * (len(pairs & held.pairs) / len(pairs) if pairs else 0.0)
        - _NAMES * (len(names - held.words) / len(names) if names else 0.0)
        - _NEGATION * (bool(_NOT.search(sentence)) != bool(_NOT.search(closest.text)))
    )


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Held:
    """A source, read."""

    sentences: tuple[_Sentence, ...]
    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    numbers: frozenset[str]


_NOTHING = _Sentence("", frozenset())


@lru_cache(maxsize=256)
def _held(source: str) -> _Held:
    content = words(source)
    return _Held(
        tuple(_Sentence(one, frozenset(words(one))) for one in sentences(source)),
        frozenset(content),
        frozenset(pairwise(content)),
        frozenset(_NUMBER.findall(source)),
    )
