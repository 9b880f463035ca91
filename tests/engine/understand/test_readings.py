"""Which reading of a question is answered: alone, or with what was talked about."""

from __future__ import annotations

from datetime import UTC, datetime

from footnoted.domain.question import Turn, Verdict
from footnoted.engine.find.finder import Finder, Found
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

    async def find(self, question: object, text: str, context: str = "", *, follows_up: bool = False) -> Found:
        self.asked.append((text, context))
        return await super().find(question, text, context, follows_up=follows_up)  # type: ignore[arg-type]


async def finder() -> CountingFinder:
    return CountingFinder(AxisEmbedder(), await index_of_bees(), GRANITE)


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
