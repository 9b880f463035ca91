"""Where a selected text stands in the book: by its words, its heading, or what is nearest."""

from __future__ import annotations

from dataclasses import replace

from footnoted.domain.question import Question, Verdict
from footnoted.engine.find.finder import Finder, Found
from footnoted.engine.talk import NO_TALK, Talk
from footnoted.engine.understand.about_book.locate import locate
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


class ShallowFinder(Finder):
    """Ranks the passage about smoke below all that are kept."""

    async def find(self, question: Question, text: str, talk: Talk = NO_TALK) -> Found:
        found = await super().find(question, text, talk)
        return replace(found, sources=tuple(kept for kept in found.sources if kept.passage.route != "/smoke"))


async def test_a_selection_is_found_where_the_ranking_has_dropped_its_passage() -> None:
    shallow = ShallowFinder(AxisEmbedder(), await index_of_bees(), GRANITE)
    place = await locate(shallow, None, question("Explain this"), TEXTS["Smoke"])
    assert place is not None
    assert place.passage.route == "/smoke"


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
