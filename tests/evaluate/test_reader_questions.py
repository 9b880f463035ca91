"""Readers' questions: lines are checked, each answer falls into one tier, typings and the curve count what they say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from footnoted.domain.answer import Answer, Outcome, Retrieved
from footnoted.domain.errors import BadSource
from footnoted.domain.question import Confidence, Policy, Question, Verdict
from footnoted.evaluate.readers.reader_questions import ReaderQuestion, read_questions
from footnoted.evaluate.readers.tiers import Reply, Tier, as_trial, ask_readers, figures, table
from footnoted.evaluate.readers.typings import TYPINGS, retype
from footnoted.evaluate.readers.words_shown import curve
from footnoted.evaluate.results import results_of, worse_figures
from tests.engine.test_ask import engine_with

EGGS = ReaderQuestion("1", "How many eggs does a queen bee lay a day?", "number", True, (("2,000", "two thousand"),))
CUP = ReaderQuestion("2", "Who won the cup final in Lisbon in 1967?", "off_book", False)
LINE: dict[str, object] = {"question": "How many?", "kind": "number", "answerable": True, "must": [["2,000"]]}


def reply(question: ReaderQuestion, outcome: Outcome, text: str = "", score: float = 0.5) -> Reply:
    confidence = Confidence(score, score, score, 1, 0.0, (score,))
    answer = Answer(text, outcome, Verdict.ANSWER, confidence, ())
    return Reply(question, Question(question.text, uuid4()), Retrieved(question.text, ()), answer, 0.01)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({**LINE, "kind": ""}, '"kind" must be'),
        ({key: value for key, value in LINE.items() if key != "answerable"}, '"answerable" is missing'),
        ({key: value for key, value in LINE.items() if key != "must"}, '"must" is missing'),
        ({**LINE, "must": ["2,000"]}, "list of lists"),
        ({**LINE, "quotes": "text"}, '"quotes" must be a list'),
        ({**LINE, "history": [{"text": "Before?"}]}, '"role"'),
        ({**LINE, "history": [{"role": "user"}]}, '"text" is missing'),
        ([], "not a JSON object"),
    ],
)
def test_a_wrong_line_is_named_with_its_number_and_what_is_missing(tmp_path: Path, row: object, says: str) -> None:
    golden = tmp_path / "golden.jsonl"
    golden.write_text(f"{json.dumps(LINE)}\n\n{json.dumps(row)}\n", "utf-8")
    with pytest.raises(BadSource) as error:
        read_questions(golden)
    assert f"{golden}, line 3: " in error.value.message
    assert says in error.value.message


def test_a_followup_keeps_what_the_reader_asked_before_and_most_counts_each_kind(tmp_path: Path) -> None:
    golden = tmp_path / "golden.jsonl"
    history = [{"role": "user", "text": "Before?"}, {"role": "assistant", "text": "Yes."}]
    golden.write_text(
        "\n".join(json.dumps(row) for row in (LINE, LINE, {**LINE, "kind": "followup", "history": history}))
    )
    first, followup = read_questions(golden, most=1)
    assert (first.id, first.must, followup.earlier) == ("1", (("2,000",),), ("Before?",))


@pytest.mark.parametrize(
    ("question", "outcome", "text", "tier"),
    [
        (EGGS, Outcome.ANSWERED, "Up to *2,000* [1].", Tier.RIGHT),
        (EGGS, Outcome.ANSWERED, "Many [1].", Tier.WRONG),
        (EGGS, Outcome.SHOWN, "This part: Two thousand [1].", Tier.SHOWN_WITH),
        (EGGS, Outcome.SHOWN, "This part: many [1].", Tier.SHOWN_WITHOUT),
        (EGGS, Outcome.UNCLEAR, "2,000?", Tier.REFUSED),
        (CUP, Outcome.ANSWERED, "Celtic [1].", Tier.ANSWERED),
        (CUP, Outcome.SHOWN, "This part.", Tier.SHOWN),
        (CUP, Outcome.DECLINED, "No.", Tier.REFUSED),
    ],
)
def test_each_answer_falls_into_one_tier(question: ReaderQuestion, outcome: Outcome, text: str, tier: Tier) -> None:
    assert reply(question, outcome, text).tier is tier


RUN = [
    reply(EGGS, Outcome.ANSWERED, "2,000 eggs [1].", 0.95),
    reply(EGGS, Outcome.ANSWERED, "Some [1].", 0.95),
    reply(EGGS, Outcome.SHOWN, "This: 2,000.", 0.99),
    reply(EGGS, Outcome.DECLINED),
    reply(CUP, Outcome.SHOWN, "This."),
    reply(CUP, Outcome.DECLINED),
]


def test_the_figures_count_shown_apart() -> None:
    found = figures(RUN)
    assert (found["answered right"], found["answered wrong"], found["refused"]) == (0.25, 0.25, 0.25)
    assert found["answered right or shown with"] == 0.5
    assert (found["not answerable, answered"], found["not answerable, shown"]) == (0.0, 0.5)
    assert found["median words of an answer"] == 1.5
    assert found["right of answers scored ≥ 0.9"] == 0.5, "what is shown is no answer"
    *_, answerable, _, _, _, unanswerable = table(RUN).splitlines()
    assert answerable.split() == ["all", "4", "1", "1", "1", "0", "1"]
    assert unanswerable.split() == ["all", "2", "0", "1", "1"]
    shared = results_of("set", [as_trial(row) for row in RUN])
    assert (shared.wrong_when_answered, shared.containment, shared.shown_with) == (0.0, 0.25, 0.25)
    assert [kind.shown for kind in shared.kinds] == [0.25, 0.5]


def test_figures_are_worse_in_their_own_direction() -> None:
    before = {"right": 0.5, "wrong": 0.2}
    assert worse_figures(before, {"right": 0.6}, {"wrong": 0.1}) == []
    assert worse_figures(before, {"right": 0.4}, {"wrong": 0.3}) == ["right: 0.500 → 0.400", "wrong: 0.200 → 0.300"]


@pytest.mark.parametrize(
    ("name", "text", "typed"),
    [
        ("lower case", "Is Neptune bright?", "is neptune bright?"),
        ("no marks", 'Is "Neptune" bright, at 1.5?', "Is Neptune bright at 1.5"),
        ("contractions", "What is it?", "What's it?"),
        ("keywords", "How do I clean the mirror?", "clean mirror"),
        ("one typo", "It is on", "It is on"),
    ],
)
def test_each_typing_does_what_it_says(name: str, text: str, typed: str) -> None:
    assert TYPINGS[name](text) == typed


def test_a_typo_is_one_exchange_of_neighbours_and_always_the_same() -> None:
    typed = TYPINGS["one typo"](EGGS.text)
    assert typed == TYPINGS["one typo"](EGGS.text)
    assert sum(a != b for a, b in zip(typed, EGGS.text, strict=True)) == 2


async def test_typings_that_change_nothing_do_not_count_and_what_comes_out_otherwise_is_kept() -> None:
    engine = await engine_with()
    (eggs,) = await ask_readers(engine, [EGGS], Policy())
    assert eggs.searched.sources
    rows = {row.name: row for row in await retype(engine, [eggs])}
    assert list(rows) == list(TYPINGS)
    assert (rows["lower case"].asked, rows["contractions"].asked) == (1, 0)
    assert rows["lower case"].kept == 1
    otherwise = replace(eggs, answer=replace(eggs.answer, outcome=Outcome.UNCLEAR))
    first, *_ = await retype(engine, [otherwise])
    assert (first.kept, first.changed) == (0, (EGGS.text.lower(),))


async def test_the_curve_shows_more_words_and_never_fewer_answers_for_whole_passages() -> None:
    points = {point.name: point for point in curve(await ask_readers(await engine_with(), [EGGS, CUP], Policy()))}
    first, two = points["first passage"], points["first two passages"]
    assert (first.holds, first.of) == (1, 1), "only what is answerable counts"
    assert two.words > first.words >= points["excerpt of 45 words"].words > 0
