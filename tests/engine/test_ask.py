"""The engine: the order of its events, what it decides, what it remembers, how it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from footnoted.domain.answer import Answered, Assessed, Event, Outcome, Retrieved, TextDelta, Usage
from footnoted.domain.book import Passage, Vector, passage_id
from footnoted.domain.errors import BudgetSpent, EmbedderDown, ModelDown, OutOfTime
from footnoted.domain.ports import PassageIndex
from footnoted.domain.question import Confidence, Policy, Question, Verdict
from footnoted.domain.writing import Brief, LookUp
from footnoted.engine.ask import Engine, final
from footnoted.engine.extract.extractive_writer import ExtractiveWriter
from footnoted.engine.find.finder import Finder
from tests.fakes.calibrations import GRANITE
from tests.fakes.history import FakeHistory
from tests.fakes.index import InMemoryIndex

TEXTS = {
    "Queens": "A queen bee lays up to 2,000 eggs a day in early summer.",
    "Smoke": "A smoker calms bees, because smoke makes them fill up with honey.",
    "Frames": "A Langstroth frame is 48 centimetres long.",
}


class AxisEmbedder:
    """Each subject has an axis of its own; a question about none of them lies between all axes."""

    name, dimensions = "fake:axes", 4

    def __init__(self) -> None:
        self.is_down = False

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vector(text) for text in texts]

    async def embed_question(self, text: str) -> Vector:
        if self.is_down:
            raise EmbedderDown("no embedder")
        return self._vector(text)

    def _vector(self, text: str) -> Vector:
        hits = [float(word in text.lower()) for word in ("queen", "smoke", "frame")] + [0.3]
        length = sum(x * x for x in hits) ** 0.5
        return [x / length for x in hits]

    async def close(self) -> None: ...


class Scripted:
    """A writer that says what it is told, after the searches it is told to make."""

    name, quotes = "scripted", True

    def __init__(self, *pieces: str, searches: Sequence[str] = (), error: Exception | None = None) -> None:
        self.pieces, self.searches, self.error = pieces, searches, error
        self.briefs: list[Brief] = []
        self.is_closed = False

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        self.briefs.append(brief)
        try:
            for search in self.searches:
                await look_up(search)
            for piece in self.pieces:
                yield piece
            if self.error:
                raise self.error
        finally:
            self.is_closed = True

    async def ping(self) -> None: ...


async def index_of_bees() -> PassageIndex:
    index, embedder = InMemoryIndex(), AxisEmbedder()
    async with index.revise("bees", "1") as revision:
        for order, (title, text) in enumerate(TEXTS.items()):
            route = f"/{title.lower()}"
            passage = Passage(passage_id("bees", route, 0), "bees", "", route, "", title, (), 0, order, text)
            await revision.replace_page(route, [passage], await embedder.embed_passages([passage.in_context]))
    return index


async def engine_with(writer: Scripted | None = None, embedder: AxisEmbedder | None = None) -> Engine:
    finder = Finder(embedder or AxisEmbedder(), await index_of_bees(), GRANITE)
    spare = ExtractiveWriter()
    return Engine(finder, writer or spare, FakeHistory(), spare)


def always(verdict: Verdict) -> Policy:
    def judge(confidence: Confidence) -> Verdict:
        return verdict

    return Policy(judge=judge, refusal="Not here.", hedge="Perhaps: ")


def question(text: str = "How many eggs does a queen bee lay a day?", **given: object) -> Question:
    return Question(text, uuid4(), **({"policy": always(Verdict.ANSWER), "threshold": 0.0} | given))  # type: ignore[arg-type]


async def events(engine: Engine, asked: Question) -> list[Event]:
    return [event async for event in engine.ask(asked)]


def text_of(happened: Sequence[Event]) -> str:
    return "".join(event.text for event in happened if isinstance(event, TextDelta))


async def test_events_come_in_their_order_and_the_pieces_are_the_answer() -> None:
    happened = await events(await engine_with(Scripted("Eggs", " are laid [1]", ".")), question())
    assert [type(event) for event in happened] == [Retrieved, Assessed, TextDelta, TextDelta, TextDelta, Answered]
    assert isinstance(happened[-1], Answered)
    assert text_of(happened) == happened[-1].answer.text == "Eggs are laid [1]."


async def test_the_default_writer_answers_in_the_books_words() -> None:
    answer = await final((await engine_with()).ask(question()))
    assert answer.text == "A queen bee lays up to 2,000 eggs a day in early summer [1]."
    assert answer.sources[0].passage.route == "/queens"
    assert answer.citations[0].supported


async def test_sources_descend_and_markers_follow_them() -> None:
    writer = Scripted("Second [2], first [1].", searches=["smoke for bees"])
    answer = await final((await engine_with(writer)).ask(question(limit=1)))
    scores = [source.score for source in answer.sources]
    assert scores == sorted(scores, reverse=True)
    texts = {"/queens": "first", "/smoke": "second"}
    first, second = (texts[source.passage.route] for source in answer.sources)
    assert f"{first.capitalize() if first == 'second' else first} [1]" in answer.text
    assert f"{second.capitalize() if second == 'second' else second} [2]" in answer.text


async def test_searching_again_shows_before_the_assessment() -> None:
    writer = Scripted("Both [1].", searches=["smoke", "frame"])
    happened = await events(await engine_with(writer), question())
    assert [type(event) for event in happened[:4]] == [Retrieved, Retrieved, Retrieved, Assessed]


async def test_a_marker_that_names_nothing_never_leaves() -> None:
    happened = await events(await engine_with(Scripted("True [1]. Invented [", "9]. ", "Odd [0].")), question(limit=1))
    assert text_of(happened) == "True [1]. Invented. Odd."


async def test_brackets_in_code_are_the_books_own() -> None:
    code = "Use this [1].\n\n```python\nx[7] = 1\n```\n"
    happened = await events(await engine_with(Scripted(*code)), question(limit=1))
    assert "x[7]" in text_of(happened)


async def test_declining_does_not_call_the_writer() -> None:
    writer = Scripted("never")
    happened = await events(await engine_with(writer), question(policy=always(Verdict.DECLINE)))
    assert isinstance(happened[-1], Answered)
    answer = happened[-1].answer
    assert (answer.text, answer.outcome, answer.sources, writer.briefs) == ("Not here.", Outcome.DECLINED, (), [])


async def test_a_writer_that_finds_nothing_declines() -> None:
    happened = await events(await engine_with(Scripted()), question())
    assert isinstance(happened[-2], TextDelta)
    assert [event.verdict for event in happened if isinstance(event, Assessed)] == [Verdict.DECLINE]
    assert text_of(happened) == "Not here."


async def test_a_place_that_may_not_answer_is_shown_as_such() -> None:
    happened = await events(await engine_with(), question("What calms bees in the rain?", policy=always(Verdict.HEDGE)))
    assert text_of(happened).startswith("The book may not say this. This part comes closest:\n\n")
    assert isinstance(happened[-1], Answered)
    assert (happened[-1].answer.outcome, happened[-1].answer.verdict) == (Outcome.SHOWN, Verdict.SHOW)


class Using(Scripted):
    """A model's writer: what it writes is checked, and it says what it took."""

    quotes = False

    async def write(self, brief: Brief, look_up: LookUp) -> AsyncGenerator[str, None]:
        brief.on_usage(Usage("scripted", 1, 10, 10))
        async for piece in super().write(brief, look_up):
            yield piece


async def test_what_a_model_invents_altogether_is_followed_by_what_the_book_says() -> None:
    writer = Using("The Sun is very sad. It likes jazz [1].")
    happened = await events(await engine_with(writer), question(policy=always(Verdict.ANSWER)))
    invented, _, rest = text_of(happened).partition("\n\nThe sources do not say this. They say: ")
    assert invented == "The Sun is very sad. It likes jazz [1]."
    assert rest == "A queen bee lays up to 2,000 eggs a day in early summer [1]."
    assert isinstance(happened[-1], Answered)
    assert happened[-1].answer.outcome is Outcome.SHOWN


async def test_what_a_model_takes_from_the_book_is_left_alone() -> None:
    writer = Using("A queen bee lays up to 2,000 eggs a day [1].")
    happened = await events(await engine_with(writer), question(policy=always(Verdict.ANSWER)))
    assert text_of(happened) == "A queen bee lays up to 2,000 eggs a day [1]."


async def test_hedging_says_so_first() -> None:
    writer = Scripted("eggs [1].")
    happened = await events(await engine_with(writer), question(policy=always(Verdict.HEDGE)))
    assert text_of(happened) == "Perhaps: eggs [1]."
    assert writer.briefs[0].partly_covered


async def test_selected_text_is_the_only_source() -> None:
    selection = "A drone lives for eight weeks."
    answer = await final((await engine_with()).ask(question("How many weeks does a drone live?", selection=selection)))
    assert answer.from_selection
    assert "eight weeks [1]" in answer.text
    assert [source.passage.text for source in answer.sources] == [selection]


async def test_a_selection_that_does_not_say() -> None:
    asked = question("Who invented the telephone?", selection="A drone lives for eight weeks.")
    answer = await final((await engine_with()).ask(asked))
    assert (answer.outcome, answer.text) == (Outcome.DECLINED, "The selected text does not say.")


async def test_a_model_that_fails_early_leaves_the_books_own_words() -> None:
    answer = await final((await engine_with(Scripted(error=ModelDown("busy")))).ask(question()))
    assert answer.outcome is Outcome.UNWRITTEN
    assert "2,000 eggs" in answer.text


@pytest.mark.parametrize("error", [ModelDown("cut"), OutOfTime("late")])
@pytest.mark.parametrize("pieces", [("Half",), ("Half", " of it [1]."), ("A queen lays none [1]. " * 3,)])
async def test_who_waits_for_the_whole_answer_gets_one_though_the_model_dies_midway(
    pieces: tuple[str, ...], error: Exception
) -> None:
    engine, session = await engine_with(Scripted(*pieces, error=error)), uuid4()
    asked = question(session=session)
    answer = await final(engine.ask(replace(asked, is_whole=True)))
    assert answer.text == f"{TEXTS['Queens'][:-1]} [1]."
    assert answer.outcome is Outcome.UNWRITTEN
    assert [turn.answer for turn in await engine.history_of("").turns(session, 5)] == [answer.text]


async def test_quoted_sentences_go_through_the_same_gate_as_a_models() -> None:
    engine = await engine_with(Scripted("See [this](https://evil.example) and ![that](//evil.example/x) [1]."))
    assert (await final(engine.ask(question()))).text == "See this and that [1]."


async def test_a_model_that_fails_midway_raises_and_nothing_is_remembered() -> None:
    engine, session = await engine_with(Scripted("Half", error=ModelDown("cut"))), uuid4()
    with pytest.raises(ModelDown):
        await events(engine, question(session=session))
    assert await engine.history.turns(session, 10) == []


async def test_the_turn_is_remembered_before_the_answer_is_passed_on() -> None:
    engine, session = await engine_with(Scripted("Eggs [1].")), uuid4()
    async for event in engine.ask(question(session=session)):
        if isinstance(event, Answered):
            assert [turn.answer for turn in await engine.history.turns(session, 10)] == ["Eggs [1]."]


async def test_earlier_turns_shape_the_search() -> None:
    engine, session = await engine_with(), uuid4()
    await final(engine.ask(question("What calms bees?", session=session)))
    happened = await events(engine, question("Why does it?", session=session))
    assert isinstance(happened[0], Retrieved)
    assert "bees" in happened[0].query


async def test_without_a_session_nothing_is_remembered() -> None:
    engine = await engine_with()
    await final(engine.ask(question()))
    assert isinstance(engine.history, FakeHistory)


async def test_without_an_embedder_words_still_find() -> None:
    embedder = AxisEmbedder()
    engine = await engine_with(embedder=embedder)
    embedder.is_down = True
    answer = await final(engine.ask(question()))
    assert answer.sources[0].passage.route == "/queens"


async def test_a_reader_who_leaves_closes_the_writer_at_once() -> None:
    writer = Scripted("One", " two", " three")
    stream = (await engine_with(writer)).ask(question())
    async for event in stream:
        if isinstance(event, TextDelta):
            break
    await stream.aclose()
    assert writer.is_closed


async def test_health_names_what_is_down() -> None:
    embedder = AxisEmbedder()
    engine = await engine_with(embedder=embedder)
    embedder.is_down = True
    health = await engine.health()
    assert {name: part.is_up for name, part in health.items()} == {
        "index": True,
        "database": True,
        "embedder": False,
        "model": True,
    }


async def test_health_is_asked_once_a_while_however_many_ask() -> None:
    class Counting(Scripted):
        pings = 0

        async def ping(self) -> None:
            self.pings += 1
            await asyncio.sleep(0.01)

    writer = Counting("x")
    engine = await engine_with(writer)
    engine._health_seconds = 1000.0
    reports = await asyncio.gather(*(engine.health() for _ in range(50)))
    assert writer.pings == 1
    assert all(report == reports[0] for report in reports)
    engine._known_until = 0.0
    await engine.health()
    assert writer.pings == 2


class Unpaid(Scripted):
    """A writer with a model behind it that may not be called any more."""

    quotes = False

    def __init__(self) -> None:
        super().__init__(error=BudgetSpent("none left"))


@pytest.mark.parametrize("text", ["How many eggs does a queen bee lay a day?", "What about wolves?"])
async def test_with_no_calls_left_it_answers_as_if_there_were_no_model(text: str) -> None:
    asked = question(text, policy=Policy())
    without = await final((await engine_with()).ask(asked))
    assert await final((await engine_with(Unpaid())).ask(asked)) == without


async def test_a_burst_of_questions_leaves_the_loop_to_others() -> None:
    engine, loop_turn, judged = await engine_with(), 0, list[int]()

    def judge(confidence: Confidence) -> Verdict:
        judged.append(loop_turn)  # straight after ranking, in the same step
        return Verdict.ANSWER

    async def count() -> None:
        nonlocal loop_turn
        while True:
            loop_turn += 1
            await asyncio.sleep(0)

    counting = asyncio.ensure_future(count())
    await asyncio.gather(*(events(engine, question(policy=Policy(judge=judge))) for _ in range(20)))
    counting.cancel()
    assert len(judged) == 20
    assert len(set(judged)) == 20, "two questions were ranked in one turn of the loop"
