"""Of a longer quote, the sentence that most likely answers is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from footnoted.contracts.rendering.telling import telling_words
from footnoted.domain.answer import Answer, Citation, Outcome, Support
from footnoted.domain.book import Source
from footnoted.domain.question import Verdict
from footnoted.domain.reading import Reading
from tests.scenes import SURE, passage

TEXT = "Bees cluster in winter. The middle is kept at 34 °C. They eat honey.\n\n- Never open the hive.\n- Listen to it."


def answer(
    shares: tuple[float, ...], *quotes: str, support: Support = Support.EXACT, from_selection: bool = False
) -> Answer:
    source = Source(passage(0, TEXT), 0.9, 0.8, Reading(2.0, shares) if shares else None)
    citations = tuple(Citation(0, 9, 1, quote, support) for quote in quotes)
    return Answer("text", Outcome.ANSWERED, Verdict.ANSWER, SURE, (source,), citations, from_selection)


def told(made: Answer) -> list[str | None]:
    citation, words = telling_words(made) or (None, None)
    return [words if cited is citation else None for cited in made.citations]


FIRST, SECOND = TEXT.split("\n\n")


def test_the_sentence_that_answers_is_told() -> None:
    assert told(answer((0.1, 0.8, 0.1, 0, 0), FIRST)) == ["The middle is kept at 34 °C."]


def test_of_two_quotes_the_one_that_holds_it() -> None:
    assert told(answer((0.1, 0.1, 0.1, 0.6, 0.1), FIRST, SECOND)) == [None, "- Never open the hive."]


def test_of_two_passages_the_one_that_answers_has_it() -> None:
    made = answer((0.1, 0.6, 0.3, 0, 0), FIRST)
    other = Source(passage(1, "Mites are small. They are red."), 0.5, 0.5, Reading(-4.0, (1.0, 0.0)))
    both = replace(
        made,
        sources=(other, *made.sources),
        citations=(
            Citation(0, 9, 1, other.passage.text, Support.EXACT),
            replace(made.citations[0], source=2),
        ),
    )
    assert told(both) == [None, "The middle is kept at 34 °C."]


@pytest.mark.parametrize(
    "made",
    [
        answer((0.3, 0.3, 0.3, 0, 0), FIRST),  # none stands out
        answer((0, 1, 0, 0, 0), "The middle is kept at 34 °C."),  # the quote is the sentence
        answer((), FIRST),  # nothing was read
        answer((0.1, 0.8, 0.1, 0, 0), FIRST, support=Support.SUPPORTED),  # a model's words
        answer((0.1, 0.8, 0.1, 0, 0), FIRST, from_selection=True),
        answer((0.1, 0.8, 0.1, 0, 0), "not in the passage"),
    ],
    ids=range(6),
)
def test_else_nothing_is(made: Answer) -> None:
    assert told(made) == [None]
