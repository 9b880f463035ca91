"""Chooses which words of the passages to quote: the shortest quote that likely answers.

From a passage it takes a run of consecutive units, or all of it if it is short. A run is valued by the reader's shares
and by the share of the question's words in it. gate.py says how likely a quote is right; quote.py writes it out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from footnoted.domain.book import Passage, Source
from footnoted.domain.reading import Excerpt, Quote
from footnoted.domain.text.parts import Kind
from footnoted.engine.extract.dates import lacks_year
from footnoted.engine.extract.gate import CERTAIN, CUT, DOUBTED, NEVER, SURE, Evidence, right
from footnoted.engine.find.coverage import Coverage
from footnoted.engine.find.finder import Found
from footnoted.engine.talk import page_of
from footnoted.engine.understand.languages.patterns import patterns_for
from footnoted.engine.units import Unit, units_of

# Of 175 answerable questions to four documentation books, the excerpt of the first passage has the answer for .53 with
# 60 words, .62 with 90 and .72 whole (117 words); docs/lab-book.md has the curve.
_MOST_WORDS = 90
_SHORT = 60
"""Words of an excerpt that is taken where even so few surely answer: 403 answers to eighteen documentation books are
right as before, and their middle one has 10 to 20 words less (docs/lab-book.md)."""
_WHOLE, _WHOLE_PROSE = 150, 120
"""A passage with up to this many words is quoted whole: cutting it loses more than it saves. Prose can be cut sooner,
as it has no code, table or list that belongs to a sentence: 433 questions to thirteen books come out the same."""
_PLACES = 2
"""How many passages are quoted whole when the excerpt does not surely answer."""
_BESIDE = 3.5
"""How far below the first passage the reader may find another that is quoted beside it. Of 43 answers to 19 books with
one that is further below, or so far behind that it was not read, one had what was asked for in that one alone."""
_MOST_STEPS = 2
"""How many passages of steps are quoted behind the passage that says what they are for."""
_MOSTLY = 0.8
"""How much of what the reader finds in the usual excerpt a short one must have: else it ends within a list."""
_LEAST = 0.01
"""Value of units that the reader gives no share."""
_FULLNESS = 0.02
"""Small bonus for using the words allowed: breaks ties between runs of equal value."""
_MOST_LEAD = 60
"""Most words of code or table that are added because a run ends with a lead-in to it."""
_MOST_BEFORE = 40
"""Most words that are added so that a run begins where its paragraph does."""


def choose_quote(question: str, found: Found, cut: float = CUT) -> Quote:
    """The shortest quote that likely answers: an excerpt of the first passage, short or not, else two passages whole.

    If neither is likely to answer, these and a part of a third, because the reader should then see the whole place. Nor
    do passages answer that say nothing about the year asked for.
    Passages that are not the book's text never answer; they are quoted as a place only if nothing else was found, or
    if the reader model finds the answer there.
    """
    if not found.sources or not question.strip():
        return Quote()
    coverage = found.coverage or Coverage(question, [source.passage for source in found.sources])
    numbered = list(enumerate(found.sources, 1))
    text = [(number, source) for number, source in numbered if _may_answer(source.passage, question)]
    if not text:
        return Quote(places(numbered), NEVER)
    quote, steps = Quote(), _steps(text, coverage)
    if steps:
        formats = [(places([text[0], *steps], 1 + len(steps)), cut)]
    else:
        usual = best_excerpt(*text[0], coverage)
        short = _short(*text[0], coverage, usual)
        formats = [(short, max(cut, CERTAIN)), (usual, max(cut, SURE)), (places(text), cut)]
    for excerpts, least in formats:
        if excerpts:
            likely = right(_evidence(excerpts, found, coverage))
            texts = [found.sources[excerpt.source - 1].passage.in_context for excerpt in excerpts]
            is_doubtful = found.is_doubtful or lacks_year(question, "\n".join(texts))
            quote = Quote(excerpts, min(likely, DOUBTED) if is_doubtful else likely)
        if quote.right >= least:
            return quote if steps else replace(quote, excerpts=_needed(quote.excerpts, found))
    seen = [(number, source) for number, source in numbered if _is_seen(source)]
    seen.sort(key=lambda place: place[1].passage.role == "changes" and place not in text)
    third = seen[_PLACES : _PLACES + 1]
    further = [part for number, source in third for part in best_excerpt(number, source, coverage)]
    return replace(quote, excerpts=(*places(seen), *further))


def _steps(text: Sequence[tuple[int, Source]], coverage: Coverage) -> list[tuple[int, Source]]:
    """The steps on the first passage's page, if it has none itself: they seldom repeat what they are for."""
    first = text[0][1].passage
    if coverage.is_procedure(first):
        return []
    own = [
        (number, source)
        for number, source in text[1:]
        if page_of(source.passage) == page_of(first) and coverage.is_procedure(source.passage)
    ]
    return sorted(own[:_MOST_STEPS], key=lambda place: place[1].passage.position)


def _may_answer(passage: Passage, question: str) -> bool:
    """What a release brought is said in words that fit many questions: it answers those about releases alone."""
    if passage.role == "changes":
        return patterns_for(question).releases.search(question) is not None
    return passage.is_text


def _is_seen(source: Source) -> bool:
    """Whether it may be shown as a place."""
    if source.passage.role in ("text", "changes"):
        return True
    return source.reading is not None and source.reading.answers > 0


def best_excerpt(
    number: int, source: Source, coverage: Coverage, most: int = _MOST_WORDS, whole: int | None = None
) -> tuple[Excerpt, ...]:
    """The excerpt of one passage that answers; empty if the passage has no text."""
    parts = units_of(source.passage)
    if not parts:
        return ()
    first, last = best_run(parts, source, coverage, most, whole)
    return (Excerpt(number, parts[first].start, parts[last].end),)


def _short(number: int, source: Source, coverage: Coverage, usual: tuple[Excerpt, ...]) -> tuple[Excerpt, ...]:
    """A short excerpt of the passage, if it has nearly all of the answer that the usual one has."""
    short = best_excerpt(number, source, coverage, _SHORT, _SHORT)
    pairs = zip(short, usual, strict=False)
    return short if all(_share(one, source) >= _MOSTLY * _share(other, source) for one, other in pairs) else ()


def _share(excerpt: Excerpt, source: Source) -> float:
    """How much of the answer the reader finds there."""
    shares = source.reading.shares if source.reading else ()
    parts = units_of(source.passage)
    own = (excerpt.start <= unit.start and unit.end <= excerpt.end for unit in parts)
    return sum(share for share, is_own in zip(shares, own, strict=False) if is_own)


def places(numbered: Sequence[tuple[int, Source]], most: int = _PLACES) -> tuple[Excerpt, ...]:
    """The first passages, whole."""
    parts = [(number, units_of(source.passage)) for number, source in numbered[:most]]
    return tuple(Excerpt(number, own[0].start, own[-1].end) for number, own in parts if own)


def _needed(excerpts: Sequence[Excerpt], found: Found) -> tuple[Excerpt, ...]:
    """The first excerpt, and those that the reader finds nearly as much of an answer; all if nothing was read."""
    readings = [found.sources[excerpt.source - 1].reading for excerpt in excerpts]
    if readings[0] is None:
        return tuple(excerpts)
    least = readings[0].answers - _BESIDE
    return tuple(
        excerpt for excerpt, own in zip(excerpts, readings, strict=True) if own is not None and own.answers >= least
    )


def _evidence(excerpts: Sequence[Excerpt], found: Found, coverage: Coverage) -> Evidence:
    inside, held, length = [], 0.0, 0
    for excerpt in excerpts:
        source = found.sources[excerpt.source - 1]
        parts = units_of(source.passage)
        own = [excerpt.start <= unit.start and unit.end <= excerpt.end for unit in parts]
        kept = [unit for unit, is_own in zip(parts, own, strict=True) if is_own]
        words = coverage.heading_words(source.passage).union(*(unit.words for unit in kept))
        held = max(held, coverage.share(words))
        length += sum(unit.length for unit in kept)
        if source.reading:
            inside.append(source.reading.answers + math.log(max(_share(excerpt, source), _LEAST)))
    return Evidence(
        covered=found.covered,
        inside=_together(inside) if inside else None,
        held=held,
        length=length,
        margin=found.margin if excerpts[0].source == 1 else 0.0,
        above_cut=None if found.is_english else found.above_cut,
        is_across=found.is_across,
    )


def _together(logits: Sequence[float]) -> float:
    """Logarithm of the sum of likelihoods."""
    most = max(logits)
    return most + math.log(sum(math.exp(logit - most) for logit in logits))


def best_run(
    parts: Sequence[Unit], source: Source, coverage: Coverage, most: int = _MOST_WORDS, whole: int | None = None
) -> tuple[int, int]:
    """First and last unit of the best run of at most ``most`` words; a passage of ``whole`` words is taken whole.

    Asked what a term is, the run begins where the passage says so: what follows speaks of it as known.
    """
    if whole is None:
        whole = _WHOLE_PROSE if all(unit.kind is Kind.SENTENCE for unit in parts) else _WHOLE
    if sum(unit.length for unit in parts) <= whole:
        return 0, len(parts) - 1
    shares = source.reading.shares if source.reading else ()
    best, span = -1.0, (0, 0)
    defined = coverage.definition_in(source.passage)
    for first in range(len(parts)) if defined is None else (defined,):
        held: frozenset[str] = frozenset()
        length, seen, share = 0, 0.0, coverage.share(held)
        for last in range(first, min(len(parts), first + most)):  # a unit of bare marks has no words
            length += parts[last].length
            if length > most and last > first:
                break
            if not parts[last].words <= held:
                held |= parts[last].words
                share = coverage.share(held)
            seen += shares[last] if last < len(shares) else 0.0
            worth = seen + share + _FULLNESS * min(length, most) / most
            if worth > best:
                best, span = worth, (first, last)
    return _completed(parts, *span)


def _from_paragraph(parts: Sequence[Unit], first: int) -> int:
    """Where the paragraph begins, if that is near: its first sentence says what "this" and "it" are."""
    if parts[first].kind is not Kind.SENTENCE:
        return first
    begins = next(at for at in range(first + 1) if parts[at].block == parts[first].block)
    return begins if sum(unit.length for unit in parts[begins:first]) <= _MOST_BEFORE else first


def _completed(parts: Sequence[Unit], first: int, last: int) -> tuple[int, int]:
    """The run with the sentence that leads into it, with what its last sentence leads into, and with whole lists."""
    first, last = _whole_lists(parts, first, last)
    if first and (parts[first].kind is not Kind.SENTENCE or parts[first - 1].leads_in):
        first -= 1
    first = _from_paragraph(parts, first)
    if parts[last].leads_in and last + 1 < len(parts):
        block, room = parts[last + 1].block, _MOST_LEAD
        while last + 1 < len(parts) and parts[last + 1].block == block and parts[last + 1].length <= room:
            last += 1
            room -= parts[last].length
    return _whole_lists(parts, first, last)


def _whole_lists(parts: Sequence[Unit], first: int, last: int) -> tuple[int, int]:
    """The run with all items of the lists in which it begins and ends: half of the steps are no answer."""
    while first and parts[first].kind is Kind.ITEM and parts[first - 1].block == parts[first].block:
        first -= 1
    while last + 1 < len(parts) and parts[last].kind is Kind.ITEM and parts[last + 1].block == parts[last].block:
        last += 1
    return first, last
