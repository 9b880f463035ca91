"""Measures a book's marks: how alike its pages are, and how foreign questions and its own sentences score.

Golden questions, if there are any, also set the cut. Knows the ports; no file, no report.
"""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import mul
from statistics import fmean, median
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
from footnoted.engine.find.finder import Finder
from footnoted.engine.find.question_vector import as_asked
from footnoted.evaluate.calibration.off_topic_questions import OFF_TOPIC_QUESTIONS
from footnoted.evaluate.calibration.same_kind_questions import SAME_KIND_QUESTIONS
from footnoted.evaluate.metrics import evenly_spread
from footnoted.ingest.pipeline.vectors import VectorCache, vectors_of

_MOST_PASSAGES = 3000
"""For ``kinship``, which is a mean: more passages do not change it."""
_SENTENCES = 60
_LEAST_GOLDEN = 20
"""Golden questions of each kind, answerable and not, that are needed to set a cut."""
_FIRST_QUESTIONS = 8
"""Questions of each kind of book that are asked to find the nearest kind, of which all are then asked."""
_UNRELATED = -4.0
"""Median logit of questions to a kind of book that has nothing in common with this one."""
_LEAST_PASSAGES = 60
"""A smaller book is not compared with kinds of books."""
_SAME_KINSHIP, _SAME_LENGTH = 0.01, 0.1
"""How much a book may change before ``strangers`` is measured again."""
_POLICY = Policy()
_CUTS = (-1.0, -0.75, -0.5, USUAL_CUT, 0.0, 0.25, 0.5, 0.75, 1.0)
"""The cuts that golden questions may choose: close to the one from public sets."""


@dataclass(frozen=True, slots=True)
class BookStore:
    """Where a book's passages and vectors are kept, and the models that read them."""

    embedder: Embedder
    index: PassageIndex
    catalogue: Catalogue
    cache: VectorCache | None
    reader: Reader | None = None


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question that the book is known to answer, or known not to."""

    text: str
    is_answerable: bool
    is_golden: bool = False


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """A labelled question with its logit."""

    question: Labelled
    logit: float


async def measure(book: Book, store: BookStore, golden: Sequence[Labelled] = (), policy: Policy = _POLICY) -> Marks:
    """The book's marks. Takes a few seconds, mostly to embed some hundred sentences and questions.

    ``policy`` decides from which score a question counts as answered.
    """
    pages = [page async for page in _pages(book, store)]
    strange = [await _best_similarity(text, book, store) for text in OFF_TOPIC_QUESTIONS]
    marks = Marks(
        revision=book.revision,
        kinship=kinship([vectors for _, vectors in pages]),
        strange=median(strange),
        related=await _related([pair for page in pages for pair in zip(*page, strict=True)], store),
        passages=book.passages,
    )
    marks = replace(marks, strangers=await _same_kind_logit(book, store, marks))
    counts = [sum(question.is_answerable is kind for question in golden) for kind in (True, False)]
    own = calibration(book.embedder, marks, language=book.language)
    if own is None or min(counts) < _LEAST_GOLDEN:
        return marks
    scored = await score_questions(golden, book, store, own)
    risks = tuple((risk.cut, risk.answered, risk.wrong) for risk in risks_of(scored, policy))
    return replace(marks, cut=_balanced_cut(scored, policy), risks=risks)


async def _same_kind_logit(book: Book, store: BookStore, marks: Marks) -> float | None:
    """Median logit of questions about other texts, of the kind that comes nearest to this book.

    The reader model is only used if a kind is near. A book that has hardly changed keeps its value; a small one, or one
    that is not in English, has none.
    """
    known = book.marks
    if known and known.strangers is not None and _is_alike(known, marks):
        return known.strangers
    own = calibration(book.embedder, marks, language=book.language)
    if own is None or book.language not in ("", ENGLISH) or book.passages < _LEAST_PASSAGES:
        return None

    async def median_logit(kind: Sequence[str], reader: Reader | None) -> float:
        asked = [Labelled(text, False) for text in kind]
        scored = await score_questions(asked, book, replace(store, reader=reader), own)
        return median([each.logit for each in scored] or [_UNRELATED])

    reached = {kind: await median_logit(kind[:_FIRST_QUESTIONS], None) for kind in SAME_KIND_QUESTIONS.values()}
    nearest = max(reached, key=lambda kind: reached[kind])
    return await median_logit(nearest, store.reader if reached[nearest] > _UNRELATED else None)


def _is_alike(known: Marks, marks: Marks) -> bool:
    near = abs((known.kinship or 0.0) - (marks.kinship or 0.0)) <= _SAME_KINSHIP
    return near and abs(known.passages - marks.passages) <= marks.passages * _SAME_LENGTH


async def score_questions(
    questions: Sequence[Labelled], book: Book, store: BookStore, own: Calibration
) -> list[ScoredQuestion]:
    """The logit of each question, asked alone, from the same search that answers use."""
    finder = Finder(store.embedder, store.index, Calibrations(own), reader=store.reader)
    found = []
    for question in questions:
        searched = await finder.search(Question(question.text, uuid4(), book.name), question.text)
        if searched.calibrations is None:
            raise EmbedderDown("The embedder does not answer; a book cannot be measured by words alone.")
        if searched.ranking.candidates:
            found.append(
                ScoredQuestion(question, covers(searched.ranking, Calibrations(own), list(searched.readings.values())))
            )
    return found


async def own_questions(book: Book, store: BookStore) -> list[Labelled]:
    """Questions for a book that comes without any: its headings, and questions about other subjects."""
    headings: dict[str, None] = {}
    async for passages, _ in _pages(book, store, with_vectors=False):
        headings |= {passage.section: None for passage in passages if len(passage.section.split()) > 1}
    some = evenly_spread(list(headings), 2 * _SENTENCES)
    return [*(Labelled(text, True) for text in some), *(Labelled(text, False) for text in OFF_TOPIC_QUESTIONS)]


def risks_of(scored: Sequence[ScoredQuestion], policy: Policy = _POLICY) -> list[Risk]:
    """At each cut, how many questions are answered and how many of them wrongly; both kinds weigh the same."""
    yes = [each.logit for each in scored if each.question.is_answerable]
    no = [each.logit for each in scored if not each.question.is_answerable]
    few = min(len(yes), len(no))
    yes, no = evenly_spread(sorted(yes), few), evenly_spread(sorted(no), few)
    rows = []
    for cut in (risk.cut for risk in RISKS):
        wrong = sum(_is_answered(logit, cut, policy) for logit in no)
        rows.append(Risk(cut, wrong + sum(_is_answered(logit, cut, policy) for logit in yes), wrong))
    return rows


def _balanced_cut(scored: Sequence[ScoredQuestion], policy: Policy) -> float:
    """The cut with the fewest errors, refusals and wrong answers; the usual cut wins a tie."""
    yes = [each.logit for each in scored if each.question.is_answerable]
    no = [each.logit for each in scored if not each.question.is_answerable]

    def errors(cut: float) -> float:
        refused = sum(not _is_answered(logit, cut, policy) for logit in yes)
        return refused / len(yes) + sum(_is_answered(logit, cut, policy) for logit in no) / len(no)

    return min(_CUTS, key=lambda cut: (round(errors(cut), 9), abs(cut - USUAL_CUT)))


def _is_answered(logit: float, cut: float, policy: Policy) -> bool:
    best = on_scale(logit - cut)
    return policy.judge(Confidence(best, best, best, 1, 0.0, (best,))) is not Verdict.DECLINE


async def _pages(
    book: Book, store: BookStore, *, with_vectors: bool = True
) -> AsyncGenerator[tuple[list[Passage], list[Vector]], None]:
    routes = sorted(await store.catalogue.page_hashes(book.name))
    chosen = list(evenly_spread(routes, max(1, len(routes) * _MOST_PASSAGES // max(book.passages, 1))))
    async for _, passages in store.catalogue.page_by_page(book.name, chosen):
        yield passages, list(await vectors_of(passages, store.embedder, store.cache)) if with_vectors else []


async def _best_similarity(text: str, book: Book, store: BookStore) -> float:
    vector = await store.embedder.embed_question(as_asked(text))
    hits = await store.index.search(Search(text, vector, 5, book.name))
    return max([hit.similarity for hit in hits], default=0.0)


async def _related(passages: Sequence[tuple[Passage, Vector]], store: BookStore) -> float | None:
    """Mean cosine of a sentence with its own passage; close to that of a question with its answer."""
    found = []
    for passage, vector in evenly_spread(passages, _SENTENCES):
        fit = [sentence for sentence in sentences(passage.text) if 40 <= len(sentence) <= 200]
        if fit:
            asked = await store.embedder.embed_question(fit[len(fit) // 2])
            found.append(sum(map(mul, asked, vector)))
    return fmean(found) if found else None


def kinship(pages: Iterable[Sequence[Vector]]) -> float | None:
    """Mean cosine between passages of different pages; None for a single page.

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
