"""Turns what a search shows into the calibrated 0–1 scale, by figures for the embedder and marks of the book.

Knows no text. Measuring a book and storing its marks are done elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from footnoted.domain.book import Marks
from footnoted.domain.scores.book_size import USUAL_SIZE, BookSize
from footnoted.domain.scores.cut import LOWEST_CUT, USUAL_CUT, cut_above
from footnoted.domain.scores.language_figures import (
    ACROSS,
    ACROSS_CUT,
    ACROSS_IN,
    ACROSS_UNMEASURED,
    BY_WORDS_ALONE,
    BY_WORDS_IN,
    MULTILINGUAL_MARKS,
    POLYGLOT,
    TOGETHER,
    TOGETHER_IN,
    TOGETHER_UNMEASURED,
    UNMEASURED,
)
from footnoted.domain.scores.scale import Gauge, on_scale
from footnoted.domain.text.language import ENGLISH

_HEDGED = 0.49
"""Just below where contracts answer without a hedge."""


@dataclass(frozen=True, slots=True)
class Head:
    """A logistic head: one weight for each signal of a search."""

    intercept: float
    found: float
    """Weight of the best similarity on the gauge; in a search by words, of the share of attainable lexical score."""
    sentence: float
    around: float
    names: float
    length: float
    whole: float = 0.0
    margin: float = 0.0
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything that turns one embedder's searches in one book into scores."""

    gauge: Gauge
    head: Head
    cut: float
    """The logit from which the book covers a question; scores are pushed apart around it."""
    by_words: bool = False
    """Whether similarities are ignored, because the embedder does not know the book's language."""
    is_measured: bool = True
    """Whether questions in the book's language were tried; if not, every answer is hedged."""
    reads: frozenset[str] | None = None
    """Languages of questions that these figures are for; None for any."""
    across: Mapping[str, Calibration] = field(default_factory=dict)
    """Figures for questions in other languages than the book's."""
    size: BookSize = USUAL_SIZE
    doubt: float = 0.0
    """How far above the cut a question must be to be answered; below, a place that may be about it is shown."""
    raised: float = 0.0
    """How far the cut lies above the lowest of any book, which is a follow-up's."""
    lowered: float = 0.0
    """How far the cut lies below the book's own, as a follow-up's does."""
    language: str = ""
    """The book's language; empty if unknown."""

    def for_follow_up(self) -> Calibration:
        """The same for a follow-up: the book covers its subject, so below the cut the place is still shown."""
        cut, doubt = self.cut - self.raised, self.doubt + self.raised
        return replace(self, cut=cut, doubt=doubt, raised=0.0, lowered=self.raised)

    def takes(self, language: str) -> bool:
        """Whether these figures are for questions in this language."""
        return self.reads is None or language in self.reads

    def asked_in(self, language: str) -> Calibration:
        """The figures for questions in this language; if there are none, those for a search by words."""
        if self.takes(language):
            return self
        return replace(self.across.get(language) or _by_words("", Marks()), size=self.size)

    def score(self, logit: float) -> float:
        score = on_scale(logit - self.cut)
        return score if self.is_measured else min(score, _HEDGED)


@dataclass(frozen=True)
class Calibrations:
    """The calibration of every book that is served."""

    usual: Calibration | None = None
    """For books without their own; None scores by words alone."""
    books: Mapping[str, Calibration] = field(default_factory=dict)
    follows_up: bool = False
    """Whether the question is a follow-up."""

    def of(self, book: str) -> Calibration | None:
        own = self.books.get(book, self.usual)
        return own.for_follow_up() if own and self.follows_up else own

    def language(self, book: str | None) -> str:
        """The language that a question to a book, or to all of them, is expected in; English where they differ."""
        if book is None:
            return self._common_language
        own = self.books.get(book)
        return (own and own.language) or ENGLISH

    @cached_property
    def _common_language(self) -> str:
        """Computed once, because there may be thousands of books, and every question needs it."""
        languages = {own.language for own in self.books.values()}
        return languages.pop() or ENGLISH if len(languages) == 1 else ENGLISH

    def asked_in(self, language: str) -> Calibrations:
        """The same for questions in this language; where the embedder does not know it, words alone count."""
        if language not in self._in_languages:
            self._in_languages[language] = self._made_for(language)
        return self._in_languages[language]

    @cached_property
    def _in_languages(self) -> dict[str, Calibrations]:
        """Made once for each language, because there may be thousands of books."""
        return {}

    def _made_for(self, language: str) -> Calibrations:
        every = (self.usual, *self.books.values())
        if all(own is None or own.takes(language) for own in every):
            return self
        usual, *rest = (own and own.asked_in(language) for own in every)
        return Calibrations(usual, {name: own for name, own in zip(self.books, rest, strict=True) if own})


@dataclass(frozen=True, slots=True)
class _Measured:
    """What was measured for an embedder over many books."""

    floor: float
    kinship: float
    strange: float
    reach: float
    """Distance between the lower and the upper cosine of a gauge."""


# Both heads were fitted on public question sets (nine; by words alone, eight): answerable questions against questions
# to other books, to removed pages, and about other subjects. The figures in docs/lab-book.md are cross-validated: each
# set is scored by a fit on the others.
_HEAD = Head(intercept=-10.69, found=8.16, sentence=1.98, around=3.87, names=0.49, length=1.77)
_HEAD_BY_WORDS = Head(intercept=-12.44, found=9.21, sentence=1.08, around=5.76, names=1.73, length=3.01)

BY_WORDS = Calibration(Gauge(0.0, 1.0), _HEAD_BY_WORDS, USUAL_CUT)
"""For a search by words alone: the embedder is down, or was never measured."""

_HEAD_IN_ANY_LANGUAGE, _HEAD_TOGETHER = (Head(0.0, *row[:5], size=row[5]) for row in (BY_WORDS_ALONE, TOGETHER))
_HEAD_ACROSS = Head(0.0, ACROSS[0], 0.0, ACROSS[1], 0.0, 0.0, *ACROSS[2:])
_MULTILINGUAL = "local:multilingual"
_READ_BY = {"local:granite-embedding-30m-english": frozenset({ENGLISH}), _MULTILINGUAL: frozenset({ENGLISH})}
"""Languages that an embedder's own figures are for; embedders not listed count for any. Granite's cosines do not tell
foreign questions from answerable ones in Chinese (.77 and .76) and Arabic (.87 both)."""

_MOST_STRANGE = 0.06
"""A book on everything, such as an encyclopaedia, covers the other subjects too and must not refuse for it."""

_MEASURED = {
    "local:granite-embedding-30m-english": _Measured(floor=0.50, kinship=0.55, strange=0.60, reach=0.30),
    # The same model in half of a vector: every figure is multiplied by the square root of 0.5.
    _MULTILINGUAL: _Measured(floor=0.354, kinship=0.389, strange=0.424, reach=0.212),
}


def calibration(embedder: str, marks: Marks | None = None, language: str = ENGLISH) -> Calibration | None:
    """The calibration of a book: by the figures for its embedder, or for an unknown embedder by the book's marks alone.

    In a book whose pages are all alike, such as one of fairy tales, a question to another book scores as high as an
    answer elsewhere. So the marks move the lower end of the gauge, in part. None where nothing was measured.
    """
    own = _of_book(embedder, marks or Marks(), language)
    return own and replace(own, language=language)


def _of_book(embedder: str, marks: Marks, language: str) -> Calibration | None:
    size = BookSize(marks.passages) if marks.passages else USUAL_SIZE
    across = _across(language or ENGLISH) if embedder == _MULTILINGUAL else {}
    if embedder == _MULTILINGUAL and language in TOGETHER_IN.keys() | (POLYGLOT - BY_WORDS_IN.keys() - {ENGLISH}):
        head = replace(_HEAD_TOGETHER, intercept=TOGETHER_IN.get(language, TOGETHER_UNMEASURED))
        known = language in TOGETHER_IN or marks.cut is not None
        own = Calibration(Gauge(*MULTILINGUAL_MARKS), head, marks.cut or 0.0, is_measured=known, size=size)
        return replace(own, reads=frozenset({language}), across=across)
    if language and language not in _READ_BY.get(embedder, {language}):
        own = replace(_by_words(language, marks), size=size)
        return replace(own, reads=frozenset({language}), across=across) if across else own
    measured = _MEASURED.get(embedder) or _from(marks)
    if measured is None:
        return None
    # Multilingual vectors compare passages by both halves, questions by one: the book's own figure does not fit.
    kin = measured.kinship if marks.kinship is None or embedder == _MULTILINGUAL else marks.kinship
    strange = measured.strange if marks.strange is None else min(marks.strange, measured.strange + _MOST_STRANGE)
    lower = 0.4 * measured.floor + 0.3 * kin + 0.3 * strange
    own_cut = cut_above(marks.strangers) if marks.cut is None else marks.cut
    gauge = Gauge(lower, lower + measured.reach)
    own = Calibration(gauge, _HEAD, own_cut, reads=_READ_BY.get(embedder), across=across, size=size)
    if marks.cut is not None:
        return own
    return replace(own, doubt=max(0.0, USUAL_CUT - own_cut), raised=own_cut - LOWEST_CUT)


def is_measured(embedder: str, language: str, marks: Marks | None = None) -> bool:
    """False where answers are hedged because no questions in this language were tried, by us or by the author."""
    own = calibration(embedder, marks, language=language)
    return own is None or own.is_measured


def _across(book: str) -> dict[str, Calibration]:
    """The figures for questions in other languages to a book in this one."""
    found = {}
    for asked in POLYGLOT - {book} if book in POLYGLOT else ():
        head = replace(_HEAD_ACROSS, intercept=ACROSS_IN.get((asked, book), ACROSS_UNMEASURED))
        known = (asked, book) in ACROSS_IN
        found[asked] = Calibration(Gauge(*MULTILINGUAL_MARKS), head, ACROSS_CUT, is_measured=known)
    return found


def _by_words(language: str, marks: Marks) -> Calibration:
    head = replace(_HEAD_IN_ANY_LANGUAGE, intercept=BY_WORDS_IN.get(language, UNMEASURED))
    is_measured = language in BY_WORDS_IN or marks.cut is not None
    return Calibration(
        Gauge(0.0, 1.0), head, USUAL_CUT if marks.cut is None else marks.cut, by_words=True, is_measured=is_measured
    )


def _from(marks: Marks) -> _Measured | None:
    """Figures for an embedder that was not measured, in the proportions of the one that was."""
    if marks.strange is None or marks.related is None:
        return None
    apart = max(marks.related - marks.strange, 0.05)
    kin = marks.strange if marks.kinship is None else marks.kinship
    return _Measured(marks.strange - apart / 2, kin, marks.strange, 1.5 * apart)
