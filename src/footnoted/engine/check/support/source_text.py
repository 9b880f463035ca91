"""A source prepared for comparing claims with it: its sentences as tokens, and an index of them. Cached for a while."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from footnoted.domain.text.remembered import remembered
from footnoted.domain.text.sentences import sentences
from footnoted.engine.check.support.tokens import Kind, Token, tokens

_PASSAGE = 8000
"""Characters; what is longer is a text that somebody selected."""
_LONG = 500
"""Characters. Longer text with line breaks is not a sentence; its lines are."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One sentence of a source."""

    text: str
    tokens: tuple[Token, ...]
    keys: frozenset[str]
    """Without grammar."""
    pairs: frozenset[Pair]
    """Neighbouring keys, grammar included."""
    bases: frozenset[str]
    is_negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class SourceText:
    """A source, read. Compared by identity: comparing the content would cost more than reading it."""

    sentences: tuple[SourceSentence, ...]
    keys: frozenset[str]
    pairs: frozenset[Pair]
    names: frozenset[str]
    """Keys with a capital inside a sentence."""

    def without(self, sentence: SourceSentence) -> SourceText:
        return replace(self, sentences=tuple(it for it in self.sentences if it is not sentence))

    def named(self, claim: tuple[Token, ...]) -> tuple[Token, ...]:
        """The claim, with its first word as a name if it is one of the source's."""
        if claim and claim[0].kind is Kind.WORD and claim[0].key in self.names:
            return replace(claim[0], kind=Kind.NAME), *claim[1:]
        return claim

    def closest(self, claim: tuple[Token, ...], most: int) -> list[SourceSentence]:
        """The sentences that share most content, and pairs of words, with the claim; best first."""
        wanted = {token.key for token in claim if token.is_content}
        pairs = set(pairwise(token.key for token in claim))
        shared = [2 * len(wanted & it.keys) + len(pairs & it.pairs) for it in self.sentences]
        ranked = sorted(range(len(shared)), key=lambda at: -shared[at])
        return [self.sentences[at] for at in ranked[:most]]


@remembered(256, _PASSAGE)
def read_source(text: str, headings: str = "") -> SourceText:
    """The text as the check sees it; what is in its headings counts as said."""
    found = of_sentences(sentences(text))
    return replace(found, keys=found.keys | _keys(tokens(headings))) if headings else found


def of_sentences(texts: Iterable[str]) -> SourceText:
    """The same for text that is already cut into sentences."""
    parts = (part for text in texts for part in (text.split("\n") if len(text) > _LONG else (text,)))
    found = tuple(_sentence(part) for part in parts if part.strip())
    keys: set[str] = set()
    pairs: set[Pair] = set()
    for sentence in found:
        keys |= sentence.keys
        pairs |= sentence.pairs
    names = frozenset(token.key for sentence in found for token in sentence.tokens if token.kind is Kind.NAME)
    return SourceText(found, frozenset(keys), frozenset(pairs), names)


def _sentence(text: str) -> SourceSentence:
    found = tokens(text)
    return SourceSentence(
        text,
        found,
        _keys(found),
        frozenset(pairwise(token.key for token in found)),
        frozenset(token.base for token in found if token.base),
        any(token.kind is Kind.NEGATION for token in found),
    )


def _keys(found: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(token.key for token in found if token.kind is not Kind.GRAMMAR)
