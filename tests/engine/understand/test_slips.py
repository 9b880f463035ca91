"""Slips are corrected before a question is understood: in a conversation, about a selection, in a request."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from footnoted.domain.question import Question, Turn
from footnoted.engine.find.finder import Finder
from footnoted.engine.understand.plan import Plan, Planner
from tests.engine.test_ask import TEXTS, AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE
from tests.fakes.catalogue import FakeCatalogue
from tests.fakes.reader import FakeReader

COMMON = frozenset(" ".join(TEXTS.values()).lower().replace(".", "").replace(",", "").split()) | {"simply", "book"}
EARLIER = (Turn("What does a queen bee do?", "It lays eggs.", datetime(2026, 1, 1, tzinfo=UTC)),)


class LexicalEmbedder(AxisEmbedder):
    """Knows common words."""

    def is_word(self, text: str) -> bool:
        return text.lower() in COMMON


async def planned(asked: Question, earlier: Sequence[Turn] = (), reader: FakeReader | None = None) -> Plan:
    finder = Finder(LexicalEmbedder(), await index_of_bees(), GRANITE, reader=reader)
    return await Planner(finder, FakeCatalogue(), None).plan(asked, earlier)


@pytest.mark.parametrize(("typed", "meant"), [("How mnay egsg does it lay?", "How many eggs does it lay?")])
async def test_a_follow_up_is_understood_as_if_it_were_typed_well(typed: str, meant: str) -> None:
    slipped, well = await planned(question(typed), EARLIER), await planned(question(meant), EARLIER)
    assert (slipped.resolved, slipped.found.sources) == (well.resolved, well.found.sources)
    assert slipped.asked == typed


async def test_a_question_about_a_selection_alone_is_read_as_it_is_meant() -> None:
    plan = await planned(question("How lnog is a frmae, smiply?", selection="A frame is 48 cm long."))
    assert plan.resolved == "How long is a frame, simply?"


@pytest.mark.parametrize("typed", ["waht can you do", "what can yuo do?"])
async def test_a_request_about_the_book_is_recognised(typed: str) -> None:
    plan = await planned(question(typed))
    assert plan.needs_no_model
    assert not plan.found.sources
