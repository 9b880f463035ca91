"""Finding: thresholds, limits, parts of a book, and what happens when the embedder is down."""

from __future__ import annotations

from dataclasses import replace

from footnoted.domain.book import Filters
from footnoted.domain.scores.calibration import Calibrations
from footnoted.engine.find.finder import Finder
from footnoted.engine.talk import Talk
from tests.engine.test_ask import AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE

ASKED = "How many eggs does a queen bee lay a day?"


async def finder(embedder: AxisEmbedder | None = None) -> Finder:
    return Finder(embedder or AxisEmbedder(), await index_of_bees(), GRANITE)


async def test_the_best_passage_comes_first_and_the_confidence_is_over_what_is_given() -> None:
    found = await (await finder()).find(question(limit=2), ASKED)
    assert found.sources[0].passage.route == "/queens"
    assert len(found.sources) == found.confidence.count == 2
    assert found.confidence.maximum == found.sources[0].score


async def test_nothing_below_the_threshold_is_given() -> None:
    searching = await finder()
    best, *_, last = (await searching.find(question(), ASKED)).sources
    between = (best.score + last.score) / 2
    found = await searching.find(question(threshold=between), ASKED)
    assert best in found.sources
    assert last not in found.sources
    assert found.confidence.minimum >= between


async def test_filters_narrow_it() -> None:
    found = await (await finder()).find(question(filters=Filters(url_prefix="/smoke")), ASKED)
    assert {source.passage.route for source in found.sources} == {"/smoke"}
    assert (await (await finder()).find(question(book="another"), ASKED)).sources == ()


async def test_words_alone_find_when_the_embedder_is_down() -> None:
    embedder = AxisEmbedder()
    embedder.is_down = True
    searching = await finder(embedder)
    assert (await searching.search(question(), ASKED)).calibrations is None
    found = await searching.find(question(limit=1), ASKED)
    assert found.sources[0].passage.route == "/queens"
    assert found.sources[0].similarity == 0


async def test_the_context_of_a_conversation_finds_too() -> None:
    found = await (await finder()).find(question(limit=1), "How long is it?", Talk("Langstroth frame"))
    assert found.sources[0].passage.route == "/frames"


async def test_a_search_is_the_one_that_answers_are_made_from() -> None:
    searching = await finder()
    searched = await searching.search(question(), ASKED)
    found = await searching.find(question(), ASKED)
    assert searched.ranking.candidates[0].hit.passage == found.sources[0].passage
    assert {hit.passage.id for hit in searched.hits} >= {source.passage.id for source in found.sources}


async def test_new_calibrations_are_taken_up() -> None:
    searching = await finder()
    before = (await searching.find(question(), ASKED)).confidence.maximum
    searching.calibrations = Calibrations()
    assert (await searching.find(question(), ASKED)).confidence.maximum != before


async def test_what_lies_just_above_the_cut_is_doubtful() -> None:
    searching = await finder()
    found = await searching.find(question(), ASKED)
    assert not found.is_doubtful
    own = GRANITE.usual
    assert own is not None
    searching.calibrations = Calibrations(replace(own, doubt=found.above_cut + 1))
    assert (await searching.find(question(), ASKED)).is_doubtful


async def test_a_follow_up_below_a_raised_cut_is_shown_a_place() -> None:
    searching = await finder()
    own = GRANITE.usual
    assert own is not None
    found = await searching.find(question(), ASKED)
    high = replace(own, cut=own.cut + found.above_cut + 1, raised=found.above_cut + 2)
    searching.calibrations = Calibrations(high)
    alone = await searching.find(question(), ASKED)
    followed = await searching.find(question(), ASKED, Talk(follows_up=True))
    assert alone.confidence.maximum < 0.5 < followed.confidence.maximum
    assert followed.is_doubtful
    assert followed.above_cut == alone.above_cut, "it is no surer than the same question asked alone"
