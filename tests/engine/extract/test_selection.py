"""Answers from a selected text alone: the words that say it, the gist, or nothing."""

from __future__ import annotations

import pytest

from footnoted.domain.answer import Answer, Outcome
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from tests.engine.test_ask import AxisEmbedder, index_of_bees, question
from tests.fakes.calibrations import GRANITE
from tests.fakes.history import FakeHistory
from tests.fakes.reader import FakeReader

DROPS = "Rupert's drops are beads of glass. Their tails shatter when cut, because the inside is under tension."
LONG = " ".join(f"Sentence number {number} speaks of quite other matters." for number in range(40))
REFUSAL = "The selected text does not say."


async def asked(text: str, selection: str, reader: FakeReader | None = None) -> Answer:
    finder = Finder(AxisEmbedder(), await index_of_bees(), GRANITE, reader=reader)
    writer = ExtractiveWriter()
    return await final(Engine(finder, writer, FakeHistory(), writer).ask(question(text, selection=selection)))


@pytest.mark.parametrize(
    "text", ["Explain this", "What does this mean?", "Summarise the selected text", "Can you simplify it?"]
)
async def test_a_request_to_explain_gets_the_selections_own_words(text: str) -> None:
    answer = await asked(text, DROPS)
    assert answer.text == f"{DROPS[:-1]} [1]."
    assert (answer.outcome, answer.from_selection) == (Outcome.ANSWERED, True)
    assert [citation.source for citation in answer.citations] == [1]


async def test_of_a_long_selection_to_explain_the_part_that_holds_most_of_it() -> None:
    told = "Glass cools from outside to inside, so that the core pulls at its shell and a scratch undoes all."
    answer = await asked("Explain this", f"{LONG} {told} {LONG}")
    assert "the core pulls at its shell" in answer.text
    assert len(answer.text.split()) <= 100


async def test_what_the_reader_sees_is_given_and_no_more_of_a_long_selection_than_a_few_sentences() -> None:
    answer = await asked("Why do they break?", f"{LONG} {DROPS} {LONG}", FakeReader("under tension"))
    assert "because the inside is under tension" in answer.text
    assert len(answer.text.split()) <= 65


async def test_where_the_reader_sees_nothing_the_selection_does_not_say() -> None:
    answer = await asked("How many drops of glass shatter?", DROPS, FakeReader("a thousand"))
    assert (answer.outcome, answer.text) == (Outcome.DECLINED, REFUSAL)


async def test_without_a_reader_the_words_in_common_decide() -> None:
    assert "under tension [1]" in (await asked("Why do the tails shatter?", DROPS)).text
    assert (await asked("Who discovered the telescope?", DROPS)).text == REFUSAL


async def test_a_blank_selection_says_nothing() -> None:
    for text in ("Explain this", "Why do the tails shatter?"):
        assert (await asked(text, " \n ", FakeReader(""))).text == REFUSAL
