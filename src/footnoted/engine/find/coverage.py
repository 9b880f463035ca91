"""How much of a question's words a passage has; rare words count most. Knows no scores."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from footnoted.domain.book import Passage
from footnoted.domain.text.clean import without_number
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.words import words
from footnoted.engine.find.question_words import question_words
from footnoted.engine.understand.definition import definition_in, term_of

_SENTENCE = re.compile(r"(?<=[.!?؟۔।])\s+|(?<=[。！？])")
"""Not ``sentences``: the calibrated scores were fitted with these cuts, and other cuts would change them."""
_NAME = re.compile(r"(?<=[\w,;:] )[\"“‘'(]?([^\W\d_a-z][\w-]+)|\b(\w*\d[\w.]*\w|\d)\b|`([^`]+)`")
_CODE = re.compile(r"(?<![\w-])(?:--?[^\W\d_][\w-]*+|[^\W_]++(?:[._][^\W_]++)++|[a-z]++[A-Z]\w*+)")
"""A name that only code has: an option, parts joined by full stops or underscores, a capital within."""
_DEFINING = frozenset(words("mean meaning definition def define explain explained short brief exactly"))
"""What a question asks for when it asks what a term is."""
_HOW_TO = re.compile(r"\bhow (?:to|(?:do|can|should|could|would) (?:i|you|we|one))\b|\bsteps (?:to|for)\b", re.I)
_STEP = re.compile(r"^\s*\d{1,2}[.)]\s", re.M)
_FEWEST_STEPS = 2
_ABOUT = 1 / 3
"""Share of the question's words in the headings above steps from which these are steps to it."""
_REMEMBERED = 4096
"""Passages whose analysis is cached."""


@dataclass(slots=True)
class _Parts:
    """An analysed passage: its words with those of its headings, its word pairs, and its sentences when needed."""

    passage: Passage
    held: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    sentences: tuple[frozenset[str], ...] = field(default=())


class Coverage:
    """The content words of one question, weighted by how few candidates have them.

    A word that no candidate has is rare in the book, or the search by words would have found it. So the candidates
    replace word counts of the whole book, which no index needs to store.
    """

    def __init__(self, question: str, candidates: Sequence[Passage]) -> None:
        language = candidates[0].language if candidates else ""
        self.question = question
        found = question_words(question, language)
        self.words = tuple(dict.fromkeys(found))
        self._asked = frozenset(found)
        self._pairs = frozenset(pairwise(found))
        held = Counter([word for passage in candidates for word in _parts(passage).held & self._asked])
        self._weights = {word: _rarity(held[word], len(candidates)) for word in self.words}
        self.total = sum(self._weights.values())
        names = " ".join(group for found in _NAME.findall(question) for group in found)
        self._names = frozenset(words(names, language))
        self._entries = frozenset(map(_entry_key, _CODE.findall(question)))
        self._asks_how_to = language in ("", ENGLISH) and _HOW_TO.search(question) is not None
        self._term = term_of(question, language)
        self._openings = _openings(candidates) if self._term else frozenset()

    def by(self, passage: Passage) -> float:
        """Share of the question's weight that is in the passage or its headings; 0–1."""
        return self.share(_parts(passage).held)

    def by_words_and_pairs(self, passage: Passage) -> tuple[float, float]:
        """The same, and the share of the question's pairs of neighbouring words that the passage has too."""
        parts = _parts(passage)
        pairs = len(self._pairs & parts.pairs) / len(self._pairs) if self._pairs else 0.0
        return self.share(parts.held), pairs

    def by_one_sentence(self, passage: Passage) -> float:
        """Share of the question's weight that is in the best single sentence of the passage; 0–1."""
        return max(map(self.share, _sentences(passage)), default=0.0)

    def of_names(self, passages: Iterable[Passage]) -> float:
        """Share of the question's names, numbers and code that the passages have; 1 if it has none."""
        if not self._names:
            return 1.0
        held: frozenset[str] = frozenset().union(*(_parts(passage).held for passage in passages))
        return len(self._names & held) / len(self._names)

    def is_entry(self, passage: Passage) -> bool:
        """Whether the passage is the entry of a name of code in the question: its heading is that name."""
        return bool(self._entries) and _entry_key(without_number(passage.section)) in self._entries

    def is_procedure(self, passage: Passage) -> bool:
        """Whether the question asks how to do something, and the passage has steps below headings that are about it."""
        if not self._asks_how_to or len(_STEP.findall(passage.text)) < _FEWEST_STEPS:
            return False
        return self.share(self.heading_words(passage)) >= _ABOUT

    def is_definition(self, passage: Passage) -> bool:
        """Whether the passage defines the term that the question asks about, and holds its other words."""
        return self.definition_in(passage) is not None

    def definition_in(self, passage: Passage) -> int | None:
        """The number of the unit that begins to define it."""
        if not self._term or not _parts(passage).held.issuperset(self._asked - _DEFINING):
            return None
        return definition_in(passage, self._term, opens_section=passage.id in self._openings)

    def heading_words(self, passage: Passage) -> frozenset[str]:
        """Content words of the page title and the headings above a passage."""
        return frozenset(words(" \n ".join(passage.path), passage.language))

    def share(self, held: frozenset[str]) -> float:
        """Share of the question's weight that these words have; 0–1."""
        if not self.total:
            return 0.0
        weights = self._weights
        return sum([weights[word] for word in self._asked & held]) / self.total


def words_of(passage: Passage) -> frozenset[str]:
    """Content words of a passage and of its headings."""
    return _parts(passage).held


def _openings(candidates: Sequence[Passage]) -> frozenset[str]:
    """Ids of the first candidate of each section."""
    first: dict[tuple[str, str, tuple[str, ...]], Passage] = {}
    for passage in sorted(candidates, key=lambda passage: passage.position):
        first.setdefault((passage.book, passage.route, passage.headings), passage)
    return frozenset(passage.id for passage in first.values())


def _entry_key(name: str) -> str:
    """A name of code without what is put around it.

    >>> [_entry_key(name) for name in ("$read_inc", "--Jobs", "`bind(key)`", "net.retry")]
    ['read_inc', 'jobs', 'bind', 'net.retry']
    """
    return name.strip("`$ ").partition("(")[0].strip("-").casefold()


def _rarity(held: int, of: int) -> float:
    # Thirty candidates overstate rarity; the constant corrects it, measured against counts of whole books.
    return 2 + math.log(1 + (of - held + 0.5) / (held + 0.5))


# The same passages come up again and again; analysing one costs hundreds of times what a lookup does.
_taken_apart: dict[str, _Parts] = {}


def _parts(passage: Passage) -> _Parts:
    known = _taken_apart.get(passage.id)
    if known and (known.passage is passage or known.passage == passage):
        return known
    if len(_taken_apart) >= _REMEMBERED:
        _taken_apart.clear()
    language = passage.language
    body, above = words(passage.text, language), words(" \n ".join(passage.path), language)
    fresh = _Parts(passage, frozenset([*body, *above]), frozenset(pairwise(body)))
    _taken_apart[passage.id] = fresh
    return fresh


def _sentences(passage: Passage) -> tuple[frozenset[str], ...]:
    parts = _parts(passage)
    if not parts.sentences:
        language = passage.language
        parts.sentences = tuple(frozenset(words(sentence, language)) for sentence in _SENTENCE.split(passage.text))
    return parts.sentences
