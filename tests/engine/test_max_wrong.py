"""A promise of few wrong answers moves the cuts, and one that cannot be kept is said aloud."""

from __future__ import annotations

import logging

import pytest

from footnoted.domain.book import Book, Marks
from footnoted.domain.scores.risk import RISKS, cut_for
from footnoted.engine import max_wrong
from footnoted.engine.extract.gate import CUT
from tests.engine.test_ask import AxisEmbedder
from tests.fakes.catalogue import FakeCatalogue


class Granite(AxisEmbedder):
    name = "local:granite-embedding-30m-english"


def test_without_a_promise_the_cut_is_the_gates_own() -> None:
    assert max_wrong.cut(None) == CUT


def test_a_stricter_promise_answers_later() -> None:
    assert max_wrong.cut(0.3) < max_wrong.cut(0.2) <= max_wrong.cut(0.15)


def test_a_promise_that_cannot_be_kept_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "footnoted"):
        max_wrong.cut(0.25)
        assert caplog.text == ""
        max_wrong.cut(0.001)
    assert "FOOTNOTED_MAX_WRONG=0.001 cannot be promised" in caplog.text


async def catalogue(*books: Book) -> FakeCatalogue:
    shelf = FakeCatalogue()
    for book in books:
        await shelf.record(book, [], [])
    return shelf


def book(name: str, marks: Marks | None) -> Book:
    return Book(name, name, name, "", Granite.name, "1", marks=marks, language="en")


async def test_a_books_own_golden_questions_count_more_than_public_sets() -> None:
    own = Marks(risks=((0.0, 1000, 400), (2.0, 1000, 1)))
    shelf = await catalogue(book("measured", own), book("plain", None))
    strict = await max_wrong.calibrations(shelf, Granite(), 0.05)
    measured, plain = strict.of("measured"), strict.of("plain")
    assert measured is not None
    assert plain is not None
    assert measured.cut == 2.0
    assert plain.cut == cut_for(0.05, RISKS).cut


async def test_without_a_promise_nothing_is_moved() -> None:
    shelf = await catalogue(book("plain", None))
    strict = (await max_wrong.calibrations(shelf, Granite(), 0.02)).of("plain")
    usual = (await max_wrong.calibrations(shelf, Granite(), None)).of("plain")
    assert usual is not None
    assert strict is not None
    assert usual.cut != strict.cut


async def test_every_book_is_scored_by_its_own_size() -> None:
    marked = [book(name, Marks(passages=passages)) for name, passages in (("small", 40), ("large", 400))]
    known = await max_wrong.calibrations(await catalogue(*marked), Granite(), None)
    assert [own.size.passages for name in ("small", "large") if (own := known.of(name))] == [40, 400]
