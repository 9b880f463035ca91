"""Where in the book a conversation is, by what was said in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from footnoted.domain.question import Turn
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.ground import Ground, ground_of
from tests.engine.test_ask import AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE


async def ground_after(*turns: tuple[str, str]) -> Ground:
    finder = Finder(AxisEmbedder(), await index_of_bees(), GRANITE)
    return await ground_of(finder, question("And why?"), [Turn(*turn, datetime.now(UTC)) for turn in turns])


@pytest.mark.parametrize(
    "turn",
    [
        ("How many eggs does a queen bee lay?", "Up to 2,000 a day."),
        ("And how many?", "A queen bee lays up to 2,000 eggs a day in early summer [1]."),
    ],
)
async def test_it_is_on_the_page_that_has_what_was_asked_and_answered(turn: tuple[str, str]) -> None:
    ground = await ground_after(turn)
    assert ground.pages == {("bees", "/queens")}


async def test_a_question_in_words_of_that_page_is_on_the_ground_and_one_about_something_else_is_not() -> None:
    ground = await ground_after(("How many eggs does a queen bee lay?", "Up to 2,000 a day."))
    assert ground.holds("How many eggs in early summer?") > 0.9
    assert ground.holds("What is the best pizza recipe?") == 0


async def test_an_old_turn_is_no_longer_where_the_conversation_is() -> None:
    old, new = ("How many eggs does a queen bee lay?", "2,000."), ("Why smoke the bees?", "They fill up with honey.")
    assert (await ground_after(old, new, new, new)).pages == {("bees", "/smoke")}


async def test_nothing_found_is_no_ground() -> None:
    assert Ground().holds("How many eggs?") == 0
