"""A book measured by itself: its marks, and what golden questions add."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from footnoted.domain.book import Book, Page, Passage, Vector, passage_id
from footnoted.domain.scores.calibration import calibration
from footnoted.domain.text.words import words
from footnoted.evaluate.calibration.calibrate import (
    BookStore,
    Labelled,
    ScoredQuestion,
    kinship,
    measure,
    own_questions,
    risks_of,
    score_questions,
)
from footnoted.evaluate.calibration.same_kind_questions import SAME_KIND_QUESTIONS
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.index import InMemoryIndex

SUBJECTS = ("kettle", "teapot", "saucer", "spoon", "sugar", "honey", "lemon", "biscuit")


class WordEmbedder:
    """A vector of hashed words: alike in words is alike in meaning."""

    name = "test:words"
    dimensions = 256

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vector(text) for text in texts]

    async def embed_question(self, text: str) -> Vector:
        return self._vector(text)

    async def close(self) -> None: ...

    def _vector(self, text: str) -> Vector:
        found = [0.0] * self.dimensions
        for word in words(text):
            found[zlib.crc32(word.encode()) % self.dimensions] += 1.0
        length = math.sqrt(sum(x * x for x in found)) or 1.0
        return [x / length for x in found]


def text_about(subject: str) -> str:
    return (
        f"The {subject} stands on the table of the old house by the river. "
        f"Every {subject} is washed by hand twice a week in warm water. A broken {subject} is mended with gold lacquer."
    )


@pytest.fixture
async def store() -> tuple[Book, BookStore]:
    index, catalogue, embedder = InMemoryIndex(), FakeCatalogue(), WordEmbedder()
    pages = []
    async with index.revise("tea", "r1") as draft:
        for order, subject in enumerate(SUBJECTS):
            route = f"/{subject}"
            heading = (f"Mending the {subject}",)
            passage = Passage(
                passage_id("tea", route, 0),
                "tea",
                "",
                route,
                "",
                subject.title(),
                heading,
                0,
                order,
                text_about(subject),
            )
            pages.append(Page(f"{subject}.md", route, subject.title(), order, "h", (passage,)))
            await draft.replace_page(route, [passage], await embedder.embed_passages([passage.in_context]))
    book = Book("tea", "Tea", "tea", "", embedder.name, "r1", len(SUBJECTS), len(SUBJECTS))
    await catalogue.record(book, pages, [])
    return book, BookStore(embedder, index, catalogue, None)


async def test_the_marks_lie_in_their_order(store: tuple[Book, BookStore]) -> None:
    marks = await measure(*store)
    assert marks.strange is not None
    assert marks.related is not None
    assert marks.kinship is not None
    assert marks.revision == "r1"
    assert marks.strange < marks.related
    assert 0 < marks.kinship < 1
    assert (marks.cut, marks.risks) == (None, ())


async def test_an_embedder_nobody_measured_tells_its_own_book_from_the_rest(store: tuple[Book, BookStore]) -> None:
    book, parts = store
    own = calibration(book.embedder, await measure(book, parts))
    assert own is not None
    scored = await score_questions(await own_questions(book, parts), book, parts, own)
    scores = {True: [], False: []}  # type: dict[bool, list[float]]
    for case in scored:
        scores[case.question.is_answerable].append(own.score(case.logit))
    assert len(scores[True]) == len(SUBJECTS)
    assert min(scores[True]) > 0.7
    assert sum(score < 0.3 for score in scores[False]) >= 0.95 * len(scores[False])


async def test_golden_questions_move_the_cut_when_there_are_enough(store: tuple[Book, BookStore]) -> None:
    book, parts = store
    yes = [Labelled(f"How is a broken {subject} mended?", True, True) for subject in SUBJECTS]
    no = [Labelled(f"Who sells a {subject} in Paris {n}?", False, True) for n, subject in enumerate(SUBJECTS)]
    assert (await measure(book, parts, [*yes, *no])).cut is None
    marks = await measure(book, parts, [*yes, *no] * 3)
    assert marks.cut is not None
    assert -1 <= marks.cut <= 1
    assert marks.risks[0][1] >= marks.risks[-1][1]


def test_both_kinds_count_alike_however_many_there_are() -> None:
    yes = [ScoredQuestion(Labelled("?", True), 3.0)] * 30
    no = [ScoredQuestion(Labelled("?", False), -3.0)] * 9 + [ScoredQuestion(Labelled("?", False), 3.0)]
    at_zero = next(risk for risk in risks_of([*yes, *no]) if risk.cut == 0)
    assert (at_zero.answered, at_zero.wrong) == (11, 1)


def test_kinship_is_the_mean_cosine_between_pages() -> None:
    a, b = (1.0, 0.0), (0.0, 1.0)
    diagonal = (math.sqrt(0.5), math.sqrt(0.5))
    assert kinship([[a, b], [diagonal]]) == pytest.approx(math.sqrt(0.5))
    assert kinship([[a], [], [b]]) == pytest.approx(0.0)
    assert kinship([[a, b]]) is None


async def _book_of(texts: Sequence[str]) -> tuple[Book, BookStore]:
    index, catalogue, embedder = InMemoryIndex(), FakeCatalogue(), WordEmbedder()
    pages = []
    async with index.revise("own", "r1") as draft:
        for order, text in enumerate(texts):
            route = f"/{order}"
            passage = Passage(passage_id("own", route, 0), "own", "", route, "", f"Part {order}", (), 0, order, text)
            pages.append(Page(f"{order}.md", route, passage.title, order, "h", (passage,)))
            await draft.replace_page(route, [passage], await embedder.embed_passages([passage.in_context]))
    book = Book("own", "Own", "", "", embedder.name, "r1", pages=len(texts), passages=len(texts))
    await catalogue.record(book, pages, ())
    return book, BookStore(embedder, index, catalogue, None)


def _tales() -> list[str]:
    """Tales in the very words that questions to other tales use, each in another order."""
    asked = SAME_KIND_QUESTIONS["stories"]
    return [f"{asked[number % 24]} {asked[(number + 7) % 24]} So tale {number} went." for number in range(64)]


async def test_a_book_that_is_like_other_texts_of_its_kind_begins_to_answer_later() -> None:
    tales = await measure(*await _book_of(_tales()))
    manual = await measure(*await _book_of([text_about(f"valve{number}") for number in range(64)]))
    assert tales.strangers is not None
    assert manual.strangers is not None
    assert tales.strangers > manual.strangers + 2
    assert calibration("test:words", tales).cut > calibration("test:words", manual).cut  # type: ignore[union-attr]


async def test_a_book_that_hardly_changed_keeps_its_strangers_and_another_is_asked_again() -> None:
    book, store = await _book_of(_tales())
    marks = await measure(book, store)
    known = replace(marks, strangers=0.123)
    same = await measure(replace(book, revision="r2", marks=known), store)
    assert same.strangers == 0.123
    for other in (replace(known, passages=8), replace(known, kinship=(known.kinship or 0) + 0.1)):
        again = await measure(replace(book, revision="r2", marks=other), store)
        assert again.strangers == marks.strangers


@pytest.mark.parametrize("change", [{"language": "de"}, {"passages": 20}])
async def test_a_small_book_or_one_in_another_language_has_no_strangers(change: dict[str, str | int]) -> None:
    book, store = await _book_of(_tales())
    assert (await measure(replace(book, **change), store)).strangers is None  # type: ignore[arg-type]
