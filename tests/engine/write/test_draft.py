"""A draft: what is tried after what, and what the reader is told of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

import pytest

from footnoted.domain.answer import Answer, Citation, Outcome, Support
from footnoted.domain.book import Passage, Source
from footnoted.domain.errors import ModelBusy, ModelDown
from footnoted.domain.question import Confidence, Policy, Question, Verdict
from footnoted.domain.writing import Brief, LookUp
from footnoted.engine.write.draft import Draft, _opened

BEES = "A queen bee lays up to 2,000 eggs a day in early summer."
SMOKE = "A smoker calms bees, because smoke makes them fill up with honey."
POLICY = Policy(refusal="No.", fallback="Read these.", corrected="Rather: ", hedge="Perhaps: ", unclear="Which?")
TEXT = "How many eggs does a queen bee lay a day?"


def source(text: str, score: float) -> Source:
    return Source(Passage(text[:8], "bees", "", "/bees", "", "Bees", (), 0, 0, text), score, score)


@dataclass
class Pen:
    """Writes these pieces, the first time and whenever it is asked again; then fails if it is told to."""

    pieces: Sequence[str] = ()
    quotes: bool = True
    error: Exception | None = None
    searches: Sequence[str] = ()
    briefs: list[Brief] = field(default_factory=list)
    name: str = "pen"

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        self.briefs.append(brief)
        for query in self.searches:
            await look_up(query)
        for piece in self.pieces:
            yield piece
        if self.error:
            raise self.error

    async def ping(self) -> None: ...


async def written(
    writer: Pen, spare: Pen | None = None, verdict: Verdict = Verdict.ANSWER, text: str = TEXT, **given: object
) -> tuple[str, Answer]:
    sources = (source(BEES, 0.9), source(SMOKE, 0.6))

    async def look_up(query: str) -> tuple[Source, ...]:
        return (*sources, source(f"All about {query}.", 0.95))

    brief = Brief(text, text, sources, partly_covered=verdict is Verdict.HEDGE, **given)  # type: ignore[arg-type]
    draft = Draft(
        Question(text, uuid4(), policy=POLICY), brief, look_up, Confidence(0.9, 0.6, 0.9, 2, 0.0, (0.9, 0.6)), verdict
    )
    pieces = [piece async for piece in draft.write(writer, spare or writer)]
    return "".join(pieces), draft.answer()


async def test_one_attempt_that_quotes_is_the_answer() -> None:
    pen = Pen([BEES[:-1], " [1]."])
    text, answer = await written(pen)
    assert text == answer.text == f"{BEES[:-1]} [1]."
    assert (answer.outcome, len(pen.briefs)) == (Outcome.ANSWERED, 1)


async def test_a_question_that_is_declined_is_not_written() -> None:
    pen = Pen(["never"])
    text, answer = await written(pen, verdict=Verdict.DECLINE)
    assert (text, answer.outcome, answer.sources, pen.briefs) == ("No.", Outcome.DECLINED, (), [])


async def test_a_place_is_shown_behind_a_sentence_that_says_so() -> None:
    pen = Pen([f"{SMOKE[:-1]} [2]."])
    text, answer = await written(pen, verdict=Verdict.SHOW)
    assert text == f"This part of the book is about it:\n\n{SMOKE[:-1]} [2]."
    assert (answer.outcome, answer.verdict, answer.declined) == (Outcome.SHOWN, Verdict.SHOW, False)


async def test_a_place_that_hardly_covers_the_question_only_comes_closest() -> None:
    text, answer = await written(Pen([f"{SMOKE[:-1]} [2]."]), verdict=Verdict.SHOW, hardly_covered=True)
    assert text == f"The book may not say this. This part comes closest:\n\n{SMOKE[:-1]} [2]."
    assert answer.outcome is Outcome.SHOWN


@pytest.mark.parametrize(("verdict", "hardly"), [(Verdict.HEDGE, False), (Verdict.SHOW, False), (Verdict.SHOW, True)])
async def test_our_own_words_before_a_quote_are_not_held_against_its_source(verdict: Verdict, hardly: bool) -> None:
    text, answer = await written(Pen([f"{BEES[:-1]} [1]."]), verdict=verdict, hardly_covered=hardly)
    (citation,) = answer.citations
    assert text[citation.start : citation.end] == BEES[:-1]
    assert citation.support is Support.EXACT


async def test_nothing_is_written_and_the_book_does_not_say() -> None:
    text, answer = await written(Pen())
    assert (text, answer.outcome, answer.verdict) == ("No.", Outcome.DECLINED, Verdict.DECLINE)


async def test_after_a_hedge_nothing_looser_is_tried() -> None:
    pen = Pen()
    text, _ = await written(pen, verdict=Verdict.HEDGE)
    assert (text, len(pen.briefs)) == ("No.", 1)


@pytest.mark.parametrize("error", [ModelDown("gone"), ModelBusy("busy")])
async def test_the_books_sentences_stand_in_for_a_model_that_is_down(error: ModelDown) -> None:
    text, answer = await written(Pen(quotes=False, error=error), Pen([f"{BEES[:-1]} [1]."]))
    assert text == f"{BEES[:-1]} [1]."
    assert answer.outcome is Outcome.UNWRITTEN


async def test_when_they_have_nothing_either_the_sources_are_left_to_the_reader() -> None:
    spare = Pen()
    text, answer = await written(Pen(quotes=False, error=ModelDown("gone")), spare)
    assert (text, answer.outcome, len(answer.sources)) == ("Read these.", Outcome.UNWRITTEN, 2)
    assert len(spare.briefs) == 1


async def test_a_model_that_fails_midway_fails_the_answer() -> None:
    spare = Pen(["never"])
    with pytest.raises(ModelDown):
        await written(Pen(["A queen"], quotes=False, error=ModelDown("cut")), spare)
    assert spare.briefs == []


async def test_what_a_model_invents_is_followed_by_what_the_sources_say() -> None:
    invented = "The Sun is very sad. It likes jazz [1]."
    text, answer = await written(Pen([invented], quotes=False), Pen([f"{BEES[:-1]} [1]."]))
    assert text == f"{invented}\n\nRather: {BEES[:-1]} [1]."
    assert answer.outcome is Outcome.SHOWN


async def test_one_sentence_of_a_models_own_is_left_to_its_citation() -> None:
    spare = Pen(["never"])
    text, answer = await written(Pen([f"{BEES[:-1]} [1]. It likes jazz [1]."], quotes=False), spare)
    assert text.endswith("It likes jazz [1].")
    assert (answer.outcome, spare.briefs) == (Outcome.ANSWERED, [])
    assert [citation.supported for citation in answer.citations] == [True, False]


async def test_a_model_that_says_nothing_declines_and_is_not_corrected() -> None:
    spare = Pen(["never"])
    text, answer = await written(Pen(quotes=False), spare)
    assert (text, answer.outcome, spare.briefs) == ("No.", Outcome.DECLINED, [])


async def test_what_a_second_search_brings_is_sorted_in_and_numbered_so() -> None:
    text, answer = await written(Pen(["New [3], old [1], never [7]."], searches=["frames"]))
    assert text == "New [1], old [2], never."
    assert [source.score for source in answer.sources] == [0.95, 0.9, 0.6]


async def test_a_first_question_that_names_nothing_is_asked_back() -> None:
    pen = Pen(["never"])
    text, answer = await written(pen, verdict=Verdict.DECLINE, text="How long does it take?")
    assert (text, answer.outcome, pen.briefs) == ("Which?", Outcome.UNCLEAR, [])


async def test_a_selection_that_does_not_say_keeps_its_source_and_no_confidence() -> None:
    _, answer = await written(Pen(), from_selection=True)
    assert (answer.outcome, len(answer.sources), answer.confidence.maximum) == (Outcome.DECLINED, 2, 0.0)


def test_a_source_opens_at_the_sentence_that_is_cited_from_it() -> None:
    found = source("Smoke calms bees. A queen lays eggs.", 0.9)
    passage = replace(found.passage, fragment="Smoke", fragments=((0, "Smoke"), (18, "A%20queen")))
    cited = Citation(0, 20, 1, "A queen lays eggs.", Support.EXACT)
    (opened, other) = _opened((replace(found, passage=passage), found), (cited,))
    assert opened.passage.url == "/bees#:~:text=A%20queen"
    assert other == found
