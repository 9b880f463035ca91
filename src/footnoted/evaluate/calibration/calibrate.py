"""Measures a book by itself: how alike it is, how foreign questions look in it, how its own sentences do.

Golden questions, where there are any, say besides where to begin to answer. Knows the ports; no file, no report.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import mul
from statistics import fmean, median
from typing import TypeVar
from uuid import uuid4

from footnoted.domain.book import Book, Marks, Passage, Vector
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.ports import Catalogue, Embedder, PassageIndex, Reader, Search
from footnoted.domain.question import Confidence, Policy, Question, Verdict
from footnoted.domain.scores.calibration import Calibration, Calibrations, calibration
from footnoted.domain.scores.cut import USUAL_CUT
from footnoted.domain.scores.risk import RISKS, Risk
from footnoted.domain.scores.scale import on_scale
from footnoted.domain.text.language import ENGLISH
from footnoted.domain.text.sentences import sentences
from footnoted.engine.find.confidence import covers
from footnoted.engine.find.embedding import as_asked
from footnoted.engine.find.finder import Finder
from footnoted.evaluate.calibration.strange import STRANGE
from footnoted.evaluate.calibration.strangers import STRANGERS
from footnoted.ingest.pipeline.vectors import VectorCache, vectors_of

T = TypeVar("T")

_MOST_PASSAGES = 3000
"""Kinship is a mean; more passages do not change it."""
_SENTENCES = 60
_ENOUGH = 20
"""Golden questions of each kind, answerable and not, below which they say nothing about a cut."""
_FEW = 8
"""Strangers of each kind, to see which is nearest; of that one all are asked."""
_FAR = -4.0
"""What half of the strangers reach where their kind has nothing to do with the book."""
_SMALL = 60
"""Passages below which a book is not like any kind."""
_SAME_KINSHIP, _SAME_LENGTH = 0.01, 0.1
"""How far a book may move from what was measured before its strangers are asked again."""
_POLICY = Policy()
_CUTS = (-1.0, -0.75, -0.5, USUAL_CUT, 0.0, 0.25, 0.5, 0.75, 1.0)
"""Where golden questions may move the beginning of answering to: not far from what public sets say."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a book's passages and vectors are."""

    embedder: Embedder
    index: PassageIndex
    catalogue: Catalogue
    cache: VectorCache | None
    reader: Reader | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question whose answer is known to be in the book, or known not to be."""

    text: str
    is_answerable: bool
    is_golden: bool = False


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the head says to a labelled question."""

    question: Labelled
    logit: float


async def measure(book: Book, shelf: Shelf, golden: Sequence[Labelled] = (), policy: Policy = _POLICY) -> Marks:
    """The book's marks; a few seconds, mostly for embedding some hundred sentences and questions.

    ``policy`` says from which score on a question counts as answered.
    """
    pages = [page async for page in _pages(book, shelf)]
    strange = [await _best_similarity(text, book, shelf) for text in STRANGE]
    marks = Marks(
        revision=book.revision,
        kinship=kinship([vectors for _, vectors in pages]),
        strange=median(strange),
        related=await _related([pair for page in pages for pair in zip(*page, strict=True)], shelf),
        passages=book.passages,
    )
    marks = replace(marks, strangers=await _strangers(book, shelf, marks))
    counts = [sum(question.is_answerable is kind for question in golden) for kind in (True, False)]
    own = calibration(book.embedder, marks, language=book.language)
    if own is None or min(counts) < _ENOUGH:
        return marks
    weighed = await weigh(golden, book, shelf, own)
    risks = tuple((risk.cut, risk.answered, risk.wrong) for risk in risks_of(weighed, policy))
    return replace(marks, cut=_balanced_cut(weighed, policy), risks=risks)


async def _strangers(book: Book, shelf: Shelf, marks: Marks) -> float | None:
    """What half of the questions reach that are about other texts of the kind most like this book.

    A kind that is far off is not read, for the cut is the usual one anyway. A book that has hardly changed keeps its
    own; one that is small or not in English has none.
    """
    known = book.marks
    if known and known.strangers is not None and _is_alike(known, marks):
        return known.strangers
    own = calibration(book.embedder, marks, language=book.language)
    if own is None or book.language not in ("", ENGLISH) or book.passages < _SMALL:
        return None

    async def middle(kind: Sequence[str], reader: Reader | None) -> float:
        weighed = await weigh([Labelled(text, False) for text in kind], book, replace(shelf, reader=reader), own)
        return median([each.logit for each in weighed] or [_FAR])

    reached = {kind: await middle(kind[:_FEW], None) for kind in STRANGERS.values()}
    nearest = max(reached, key=lambda kind: reached[kind])
    return await middle(nearest, shelf.reader) if reached[nearest] > _FAR else reached[nearest]


def _is_alike(known: Marks, marks: Marks) -> bool:
    near = abs((known.kinship or 0.0) - (marks.kinship or 0.0)) <= _SAME_KINSHIP
    return near and abs(known.passages - marks.passages) <= marks.passages * _SAME_LENGTH


async def weigh(questions: Sequence[Labelled], book: Book, shelf: Shelf, own: Calibration) -> list[Weighed]:
    """What the head says to each question, asked alone, of the very search that an answer is made from."""
    finder = Finder(shelf.embedder, shelf.index, Calibrations(own), reader=shelf.reader)
    found = []
    for question in questions:
        searched = await finder.search(Question(question.text, uuid4(), book.name), question.text)
        if searched.calibrations is None:
            raise EmbedderDown("The embedder does not answer, and by words alone no book can be measured.")
        if searched.ranking.candidates:
            found.append(
                Weighed(question, covers(searched.ranking, Calibrations(own), list(searched.readings.values())))
            )
    return found


async def own_questions(book: Book, shelf: Shelf) -> list[Labelled]:
    """What can be asked of a book that came without questions: its headings, and questions about other subjects."""
    headings: dict[str, None] = {}
    async for passages, _ in _pages(book, shelf, with_vectors=False):
        headings |= {passage.section: None for passage in passages if len(passage.section.split()) > 1}
    some = _spread(list(headings), 2 * _SENTENCES)
    return [*(Labelled(text, True) for text in some), *(Labelled(text, False) for text in STRANGE)]


def risks_of(weighed: Sequence[Weighed], policy: Policy = _POLICY) -> list[Risk]:
    """At each cut, how many questions are answered and how many of these wrongly; both kinds count alike."""
    yes = [each.logit for each in weighed if each.question.is_answerable]
    no = [each.logit for each in weighed if not each.question.is_answerable]
    few = min(len(yes), len(no))
    yes, no = _spread(sorted(yes), few), _spread(sorted(no), few)
    rows = []
    for cut in (risk.cut for risk in RISKS):
        wrong = sum(_is_answered(logit, cut, policy) for logit in no)
        rows.append(Risk(cut, wrong + sum(_is_answered(logit, cut, policy) for logit in yes), wrong))
    return rows


def _balanced_cut(weighed: Sequence[Weighed], policy: Policy) -> float:
    """The cut at which fewest golden questions go wrong, refused or answered; among equals the usual one is best."""
    yes = [each.logit for each in weighed if each.question.is_answerable]
    no = [each.logit for each in weighed if not each.question.is_answerable]

    def harm(cut: float) -> float:
        refused = sum(not _is_answered(logit, cut, policy) for logit in yes)
        return refused / len(yes) + sum(_is_answered(logit, cut, policy) for logit in no) / len(no)

    return min(_CUTS, key=lambda cut: (round(harm(cut), 9), abs(cut - USUAL_CUT)))


def _is_answered(logit: float, cut: float, policy: Policy) -> bool:
    best = on_scale(logit - cut)
    return policy.judge(Confidence(best, best, best, 1, 0.0, (best,))) is not Verdict.DECLINE


async def _pages(
    book: Book, shelf: Shelf, *, with_vectors: bool = True
) -> AsyncGenerator[tuple[list[Passage], list[Vector]], None]:
    routes = sorted(await shelf.catalogue.page_hashes(book.name))
    for route in _spread(routes, max(1, len(routes) * _MOST_PASSAGES // max(book.passages, 1))):
        passages = await shelf.catalogue.page(book.name, route)
        yield passages, list(await vectors_of(passages, shelf.embedder, shelf.cache)) if with_vectors else []


async def _best_similarity(text: str, book: Book, shelf: Shelf) -> float:
    vector = await shelf.embedder.embed_question(as_asked(text))
    hits = await shelf.index.search(Search(text, vector, 5, book.name))
    return max([hit.similarity for hit in hits], default=0.0)


async def _related(passages: Sequence[tuple[Passage, Vector]], shelf: Shelf) -> float | None:
    """Mean cosine of a sentence with its own passage; measured close to that of a question with its answer."""
    found = []
    for passage, vector in _spread(passages, _SENTENCES):
        fit = [sentence for sentence in sentences(passage.text) if 40 <= len(sentence) <= 200]
        if fit:
            asked = await shelf.embedder.embed_question(fit[len(fit) // 2])
            found.append(sum(map(mul, asked, vector)))
    return fmean(found) if found else None


def _spread(items: Sequence[T], count: int) -> list[T]:
    """So many of the items, evenly spread.

    >>> _spread("abcdef", 3)
    ['a', 'c', 'e']
    """
    if len(items) <= count:
        return list(items)
    return [items[n * len(items) // count] for n in range(count)]


def kinship(pages: Iterable[Sequence[Vector]]) -> float | None:
    """Mean cosine between passages of different pages: how alike a book is to itself; None for a single page.

    Exact and in one pass: the sum over all pairs is the squared length of the sum of the vectors.
    """
    whole: list[float] = []
    within = passages = pairs_within = 0.0
    for page in pages:
        if not len(page):
            continue
        total = [math.fsum(column) for column in zip(*page, strict=True)]
        whole = [a + b for a, b in zip(whole, total, strict=True)] if whole else total
        within += math.fsum(x * x for x in total)
        passages += len(page)
        pairs_within += len(page) ** 2
    between = passages**2 - pairs_within
    return (math.fsum(x * x for x in whole) - within) / between if between else None
