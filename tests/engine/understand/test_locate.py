"""Where a selected text stands in the book: by its words, its heading, or what is nearest."""

from __future__ import annotations

from footnoted.domain.question import Verdict
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.locate import locate
from tests.engine.test_ask import TEXTS, AxisEmbedder, always, index_of_bees, question
from tests.engine.understand.test_about_book import contents_of
from tests.fakes.calibrations import GRANITE


async def finder() -> Finder:
    return Finder(AxisEmbedder(), await index_of_bees(), GRANITE)


async def test_a_selection_is_found_by_its_words_without_marks_and_case() -> None:
    place = await locate(await finder(), None, question("Explain this"), "smoke makes THEM — fill up; with honey")
    assert place is not None
    assert place.passage.route == "/smoke"
    assert [passage.route for passage in place.around] == ["/smoke"]


async def test_a_selection_that_begins_in_another_sentence_is_found_by_most_of_its_words() -> None:
    selection = f"hives. {TEXTS['Queens']}"
    place = await locate(await finder(), None, question("Explain this"), selection)
    assert place is not None
    assert place.passage.route == "/queens"


async def test_a_heading_is_its_section() -> None:
    contents = await contents_of({"Mirrors": "A mirror gathers light."})
    place = await locate(await finder(), contents, question("Explain this"), "mirrors")
    assert place is not None
    assert (place.is_heading, place.passage.title) == (True, "Mirrors")


async def test_what_the_book_has_not_is_nowhere() -> None:
    declining = question("Explain this", policy=always(Verdict.DECLINE))
    assert await locate(await finder(), None, declining, "The stock market fell by a third in one week.") is None
