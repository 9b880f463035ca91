"""Which reading of a question is answered: alone, or with what was talked about."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from footnoted.domain.question import Question, Turn, Verdict
from footnoted.domain.scores.calibration import Calibration, Calibrations
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.talk import NO_TALK, Talk
from footnoted.engine.understand.followup import Resolved
from footnoted.engine.understand.readings import best_reading
from tests.engine.test_ask import AxisEmbedder, always, index_of_bees, question
from tests.fakes.calibrations import GRANITE

EARLIER = [Turn("How many eggs does a queen bee lay?", "Up to 2,000 a day.", datetime.now(UTC))]


class CountingFinder(Finder):
    """Keeps what was searched for."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.asked: list[tuple[str, str]] = []
        self.followed_up: list[bool] = []

    async def find(self, question: Question, text: str, talk: Talk = NO_TALK) -> Found:
        self.asked.append((text, talk.context))
        self.followed_up.append(talk.follows_up)
        return await super().find(question, text, talk)


async def finder(calibrations: Calibrations = GRANITE) -> CountingFinder:
    return CountingFinder(AxisEmbedder(), await index_of_bees(), calibrations)


async def test_a_first_question_costs_one_search() -> None:
    searching, first = await finder(), question("How long is a frame?")
    reading = await best_reading(searching, first, Resolved(first.text, "", True), [])
    assert (reading.text, searching.asked) == (first.text, [(first.text, "")])


async def test_a_whole_question_without_context_is_asked_alone() -> None:
    searching, whole = await finder(), question("How long is a frame?")
    await best_reading(searching, whole, Resolved(whole.text, "", True), EARLIER)
    assert searching.asked == [(whole.text, "")]


async def test_a_whole_question_is_not_answered_from_what_was_talked_about() -> None:
    searching, whole = await finder(), question("How long is a Langstroth frame?")
    reading = await best_reading(searching, whole, Resolved(whole.text, "queen eggs", True), EARLIER)
    assert reading.found.sources[0].passage.route == "/frames"
    assert len(searching.asked) == 2


async def test_a_follow_up_takes_its_subject_from_the_conversation() -> None:
    searching, follow_up = await finder(), question("How many does it lay?")
    resolved = Resolved("How many does it lay? queen bee eggs", "", False)
    reading = await best_reading(searching, follow_up, resolved, EARLIER)
    assert reading.text == resolved.text
    assert reading.found.sources[0].passage.route == "/queens"


async def test_a_follow_up_about_what_the_book_does_not_know_is_asked_alone() -> None:
    searching = await finder()
    follow_up = question("How do I bake it with cinnamon sugar?", policy=always(Verdict.DECLINE))
    resolved = Resolved(f"{follow_up.text} queen bee eggs", "queen", False)
    assert (await best_reading(searching, follow_up, resolved, EARLIER)).text == follow_up.text


def cut_above(own: Calibration, high: float) -> Calibrations:
    """The calibration of a book whose pages are alike, so that it begins to answer far up."""
    return Calibrations(replace(own, cut=own.cut + high, raised=2 * high))


@pytest.mark.parametrize(
    ("text", "is_meant"), [("Does the queen lay a thousand eggs?", True), ("Is a Langstroth frame long?", False)]
)
async def test_where_pages_are_alike_a_whole_question_in_words_of_the_one_talked_about_is_judged_as_a_follow_up(
    text: str, is_meant: bool
) -> None:
    assert GRANITE.usual is not None
    searching, whole = await finder(cut_above(GRANITE.usual, 20)), question(text)
    reading = await best_reading(searching, whole, Resolved(text, "queen eggs", True), EARLIER)
    assert (reading.found.confidence.maximum > 0.5) == is_meant


async def test_in_any_other_book_no_whole_question_is_judged_as_a_follow_up() -> None:
    assert GRANITE.usual is not None
    alike, other = await finder(cut_above(GRANITE.usual, 20)), await finder()
    whole = question("Does the queen lay a thousand eggs?")
    for searching in (alike, other):
        await best_reading(searching, whole, Resolved(whole.text, "queen eggs", True), EARLIER)
    assert (alike.followed_up, other.followed_up) == ([False, True], [False, False])


async def test_a_follow_up_typed_without_its_apostrophe_is_known_by_its_other_words() -> None:
    searching, follow_up = await finder(), question("why hasnt it any honey?")
    resolved = Resolved(f"{follow_up.text} queen bee eggs", "", False)
    assert (await best_reading(searching, follow_up, resolved, EARLIER)).text == resolved.text
