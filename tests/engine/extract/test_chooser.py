"""What the checker says of a quote: one that answers something else is shown, and no passage scores high for it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from footnoted.contracts.book_api import POLICY
from footnoted.domain.answer import Answer, Outcome
from footnoted.domain.book import Source
from footnoted.domain.question import NO_CONFIDENCE, Question
from footnoted.domain.reading import Reading
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.chooser import Chooser
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.extract.gate import CUT, ceiling
from footnoted.engine.find.finder import Finder, Found
from tests.engine.test_ask import AxisEmbedder, index_of_bees
from tests.engine.write.test_draft import source
from tests.fakes.calibrations import GRANITE
from tests.fakes.checker import FakeChecker
from tests.fakes.history import FakeHistory
from tests.fakes.reader import FakeReader

ASKED = "How many eggs does a queen bee lay a day?"


async def engine(checker: FakeChecker | None) -> Engine:
    finder = Finder(AxisEmbedder(), await index_of_bees(), GRANITE, reader=FakeReader("eggs"))
    writer = ExtractiveWriter()
    return Engine(finder, writer, FakeHistory(), writer, chooser=Chooser(checker))


async def answered(checker: FakeChecker | None, text: str = ASKED) -> Answer:
    return await final((await engine(checker)).ask(Question(text, uuid4(), policy=POLICY)))


async def test_a_quote_that_answers_something_else_is_shown_and_scores_less() -> None:
    yes, no, none = [await answered(checker) for checker in (FakeChecker("eggs"), FakeChecker("wax"), None)]
    assert [answer.outcome for answer in (yes, no, none)] == [Outcome.ANSWERED, Outcome.SHOWN, Outcome.ANSWERED]
    assert no.confidence.maximum < yes.confidence.maximum
    assert "2,000 eggs" in no.text


async def test_the_search_scores_as_the_answer_does() -> None:
    asked = Question(ASKED, uuid4(), policy=POLICY)
    for checker in (FakeChecker("eggs"), FakeChecker("wax")):
        found = await (await engine(checker)).search(asked)
        assert found[0].score == pytest.approx((await answered(checker)).confidence.maximum)


async def test_without_the_checker_it_answers_all_the_same() -> None:
    down, none = [await answered(checker) for checker in (FakeChecker("wax", is_down=True), None)]
    assert (down.outcome, down.text, down.confidence) == (none.outcome, none.text, none.confidence)


async def test_it_reads_the_passages_that_are_quoted_and_the_question_as_the_reader_does() -> None:
    checker = FakeChecker("eggs")
    await answered(checker, "  HOW many eggs does a queen bee lay a day??")
    (claim,) = checker.claims
    assert claim.text == "how many eggs does a queen bee lay a day"
    assert claim.is_question
    assert "eggs" in claim.page.units[0]


async def test_it_reads_the_question_as_the_book_spells_it() -> None:
    checker = FakeChecker("eggs")
    await answered(checker, "How many eggs does a qeuen bee lay a day?")
    assert checker.claims[0].text == "how many eggs does a queen bee lay a day"


def of_queens(*, is_read: bool = True, is_doubtful: bool = False) -> Found:
    passage = source("A queen lays eggs.", 0.9).passage
    read = Source(passage, 0.9, 0.9, Reading(20.0, (1.0,)) if is_read else None)
    return Found((read,), NO_CONFIDENCE, covered=9.0, is_doubtful=is_doubtful)


@pytest.mark.parametrize("found", [of_queens(is_read=False), of_queens(is_doubtful=True)], ids=["unread", "doubtful"])
async def test_it_is_not_asked_about_what_nobody_read_or_what_is_only_shown(found: Found) -> None:
    checker = FakeChecker("eggs")
    _, quote = await Chooser(checker).choose(ASKED, found)
    assert quote.exactly is None
    assert not checker.claims


async def test_a_question_completed_from_its_conversation_is_not_checked() -> None:
    checker = FakeChecker("wax")
    chooser = Chooser(checker)
    assert (await chooser.choose(ASKED, of_queens(), is_completed=True))[1].right >= CUT
    assert not checker.claims
    assert (await chooser.choose(ASKED, of_queens()))[1].right < CUT


def test_what_the_checker_says_moves_a_score_both_ways() -> None:
    low, plain, high = [ceiling(CUT, 3.0, exactly) for exactly in (-1.0, None, 2.0)]
    assert low < plain < high
