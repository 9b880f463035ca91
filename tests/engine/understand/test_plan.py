"""What a question is taken for where a text was selected, and what is found for it."""

from __future__ import annotations

import pytest

from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.plan import Plan, Planner
from tests.engine.test_ask import TEXTS, AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE
from tests.fakes.reader import FakeReader


async def planned(text: str, reader: FakeReader | None = None, *, is_down: bool = False, **given: object) -> Plan:
    embedder = AxisEmbedder()
    embedder.is_down = is_down
    finder = Finder(embedder, await index_of_bees(), GRANITE, reader=reader)
    return await Planner(finder, None, None).plan(question(text, **given), ())


@pytest.mark.parametrize("limit", [1, 3])
async def test_the_place_that_a_question_points_at_comes_first_and_was_read(limit: int) -> None:
    plan = await planned("How much smoke does it need?", FakeReader("48"), about=TEXTS["Frames"], limit=limit)
    first = plan.found.sources[0]
    assert first.passage.text == TEXTS["Frames"]
    assert first.reading is not None
    assert first.reading.answers > 0
    assert len({source.passage.id for source in plan.found.sources}) == len(plan.found.sources) <= limit


async def test_without_a_reader_the_place_comes_first_all_the_same() -> None:
    plan = await planned("How much smoke does it need?", about=TEXTS["Frames"], limit=1)
    assert [(source.passage.text, source.reading) for source in plan.found.sources] == [(TEXTS["Frames"], None)]


async def test_a_selection_that_is_the_only_ground_needs_no_search() -> None:
    plan = await planned("How long is it?", FakeReader("48"), is_down=True, selection=TEXTS["Frames"])
    assert [source.passage.text for source in plan.found.sources] == [TEXTS["Frames"]]
    assert plan.quotes is None


async def test_a_selection_to_be_explained_is_not_read() -> None:
    reader = FakeReader("48")
    plan = await planned("Explain this", reader, selection=TEXTS["Frames"])
    assert plan.quotes is not None
    assert reader.pages == []
