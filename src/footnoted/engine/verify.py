"""Checks each sentence of an answer against the source it names: the words, the numbers, the names.

A deterministic check that needs no model. It sees invention and wrong numbers; it does not reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from footnoted.domain.answer import Citation
from footnoted.domain.book import Source
from footnoted.domain.sentences import sentences
from footnoted.domain.words import words
from footnoted.engine.cite import MARKER, markers

_SUPPORT = 0.6
"""Share of a sentence's content words that must stand in its source."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def citations(text: str, sources: Sequence[Source]) -> tuple[Citation, ...]:
    """Which characters of the text rest on which source, in which words, and whether the check found support."""
    return tuple(
        Citation(start, end, number, *_support(text[start:end], sources[number - 1].passage.text))
        for start, end, numbers in _cited_spans(text)
        for number in numbers
        if 1 <= number <= len(sources)
    )


def _cited_spans(text: str) -> Iterator[tuple[int, int, list[int]]]:
    """Each run of text that ends in markers: where it starts and ends, and the markers' numbers."""
    start = 0
    for found in re.finditer(r"(?:[ \t]*\[\d{1,4}\])+[.!?]?", text):
        said = text[start : found.start()]
        lead = len(said) - len(said.lstrip())
        if said.strip():
            yield start + lead, found.start(), markers(found[0])
        start = found.end()


def _support(sentence: str, source: str) -> tuple[str, bool]:
    """The source's words that carry the sentence, and whether they do."""
    plain, flat = _flat(MARKER.sub("", sentence)), _flat(source)
    if plain and plain in flat:
        return plain, True
    said, held = set(words(plain)), set(words(flat))
    numbers = set(_NUMBER.findall(plain)) <= set(_NUMBER.findall(flat))
    share = len(said & held) / len(said) if said else 0.0
    return _closest(said, source), numbers and share >= _SUPPORT


def _closest(said: set[str], source: str) -> str:
    """The source sentence that shares most words with what was said."""
    return max((_flat(one) for one in sentences(source)), key=lambda one: len(said & set(words(one))), default="")


def _flat(text: str) -> str:
    return " ".join(text.split())
