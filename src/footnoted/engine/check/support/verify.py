"""Checks each sentence of an answer against the source it names: exact, supported, not confirmed, contradicted.

A deterministic check without a model. It compares statements; it does not know whether they answer the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from footnoted.domain.answer import Citation, Support
from footnoted.domain.book import Passage, Source
from footnoted.domain.text.markers import MARKER, markers, without_markers
from footnoted.domain.text.sentences import STOPS, sentences
from footnoted.engine.check.support.signals import Comparison, compare, probability
from footnoted.engine.check.support.source_text import SourceText, read_source
from footnoted.engine.check.support.weights import AGREEMENT, PRESENCE
from footnoted.engine.place_line import length_of_place

_PRESENT = 0.7
"""Least presence of a supported sentence. Of four public sets: 4 % of CLAPnq's true sentences are below it, and all
sentences that are paired with another passage."""
_SIDE_BY_SIDE = 0.6
"""The share of a sentence that must be in the closest one before a difference between the two is a contradiction."""
_WORST_FIRST = (Support.CONTRADICTED, Support.NOT_CONFIRMED, Support.SUPPORTED, Support.EXACT)


@dataclass(frozen=True, slots=True)
class Weighed:
    """How well a source supports a sentence, as two probabilities."""

    presence: float
    """How likely the source mentions what the sentence says."""
    agreement: float
    """How likely it then says the same."""

    @property
    def support(self) -> float:
        """Both in one figure, for ranking; disagreement counts half, as it is less certain."""
        return float(self.presence * self.agreement**0.5)


def citations(text: str, sources: Sequence[Source], start: int = 0) -> tuple[Citation, ...]:
    """For the text from ``start`` on: which characters rest on which source, in which words, and the check's result."""
    return tuple(
        Citation(own, end, number, *_checked(text[own:end], passage))
        for begin, end, numbers in _cited_spans(text, start)
        for number in numbers
        if 1 <= number <= len(sources)
        for passage in (sources[number - 1].passage,)
        for own in (begin + length_of_place(text[begin:end], passage),)
    )


def weigh(sentence: str, source: str) -> Weighed:
    """How well the source supports the sentence."""
    return _weighed(compare(sentence, read_source(source)))


def support(sentence: str, source: str) -> float:
    """The same in one figure between 0 and 1."""
    return weigh(sentence, source).support


def check(sentence: str, source: str, headings: str = "") -> Support:
    """What the check finds of one sentence, given a source and the headings it is under."""
    if _verbatim(sentence.split(), source):
        return Support.EXACT
    return _judged(compare(sentence, read_source(source, headings)))


def _cited_spans(text: str, start: int = 0) -> Iterator[tuple[int, int, list[int]]]:
    """Each run of text that ends in markers: where it starts and ends, and the markers' numbers."""
    for found in re.finditer(rf"(?:(?<![ \t])[ \t]++)?{MARKER}(?:[ \t]*+{MARKER})*+[{STOPS}]?", text):
        run = text[start : found.start()]
        lead = len(run) - len(run.lstrip())
        if run.strip():
            yield start + lead, found.start(), markers(found[0])
        start = found.end()


def _checked(cited: str, passage: Passage) -> tuple[str, Support]:
    """The source's words that support the text, verbatim, and how well they do."""
    plain = without_markers(cited).split()
    if not plain:
        return "", Support.NOT_CONFIRMED
    if quote := _verbatim(plain, passage.text):
        return quote, Support.EXACT
    source = read_source(passage.text, " ".join((passage.title, *passage.headings)))
    claim = " ".join(plain)
    whole = compare(claim, source)
    parts = sentences(claim)
    found = [_judged(whole)] if parts == [claim] else [_sentence(part, passage.text, source) for part in parts]
    return whole.closest.text if whole.closest else "", min(found, key=_WORST_FIRST.index)


def _sentence(sentence: str, text: str, source: SourceText) -> Support:
    """Of several sentences under one marker each is checked by itself."""
    return Support.EXACT if _verbatim(sentence.split(), text) else _judged(compare(sentence, source))


def _verbatim(plain: Sequence[str], source: str) -> str:
    """The words as the source has them, with its white space; empty if they are not next to each other there.

    >>> _verbatim(["is", "a", "click"], "This  is\\na clicking lid.")
    'is\\na click'
    """
    # Nearly all sentences have a word that is not there. A pattern of the words would take long to compile.
    if not plain or not all(word in source for word in plain):
        return ""
    (told, starts), wanted = _spaced(source), " ".join(plain)
    start = told.find(wanted)
    if start < 0:
        return ""

    def place(at: int) -> int:
        """Where a character of a word is in the source."""
        return starts[told.count(" ", 0, at)] + at - told.rfind(" ", 0, at) - 1

    return source[place(start) : place(start + len(wanted) - 1) + 1]


@lru_cache(maxsize=4)
def _spaced(source: str) -> tuple[str, list[int]]:
    """The source with one space between its words, and where these begin; an answer's sentences share a few sources."""
    return " ".join(source.split()), [word.start() for word in re.finditer(r"\S+", source)]


def _judged(comparison: Comparison) -> Support:
    if comparison.closest is None:
        return Support.NOT_CONFIRMED
    found = comparison.differences
    if found.contradict and found.aligned >= _SIDE_BY_SIDE * found.content:
        return Support.CONTRADICTED
    is_missing = found.missing_numbers or found.missing_names or found.is_one_word_off
    is_present = not is_missing and probability(comparison.presence, PRESENCE) >= _PRESENT
    return Support.SUPPORTED if is_present else Support.NOT_CONFIRMED


def _weighed(comparison: Comparison) -> Weighed:
    if comparison.closest is None:
        return Weighed(0.0, 0.0)
    return Weighed(probability(comparison.presence, PRESENCE), probability(comparison.agreement, AGREEMENT))
