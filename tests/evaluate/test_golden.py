"""Golden questions: what is counted, and that one failing answer does not cost the run."""

from __future__ import annotations

from footnoted.domain.errors import ModelDown
from footnoted.evaluate.cases import Case, Kind
from footnoted.evaluate.golden import ask_all, figures
from tests.engine.test_ask import Scripted, engine_with

EGGS = Case(
    "eggs",
    "How many eggs does a queen bee lay a day?",
    Kind.ANSWERABLE,
    page="/queens",
    facts=(("2,000", "two thousand"),),
)
FOREIGN = Case("cup", "Who won the cup final in Lisbon in 1967?", Kind.NOT_IN_BOOK, is_answerable=False)


async def test_a_greeting_is_not_counted_as_an_answer() -> None:
    greeting = Case("hi", "Hi there, how's it going?", Kind.NOT_IN_BOOK, is_answerable=False)
    results = await ask_all(await engine_with(), [greeting])
    assert [asked.fault for asked in results] == [""]
    shares = {figure.name: (figure.met, figure.of) for figure in figures(results)}
    assert shares["not in the book, answered"] == (0, 1)


async def test_an_answer_that_breaks_off_is_a_fault_and_neither_a_refusal_nor_the_end() -> None:
    engine = await engine_with(Scripted("Up to", error=ModelDown("The answer was cut off.")))
    eggs, foreign = await ask_all(engine, [EGGS, FOREIGN])
    assert (eggs.fault, eggs.is_declined, eggs.has_facts) == ("no answer: The answer was cut off.", False, False)
    assert foreign.fault == ""
    shares = {figure.name: (figure.met, figure.of) for figure in figures([eggs, foreign])}
    assert shares["fact in the answer"] == (0, 1)
    assert shares["answerable, refused"] == (0, 1)
    assert shares["not in the book, refused"] == (1, 1)
