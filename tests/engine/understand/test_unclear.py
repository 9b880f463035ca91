"""A question that leans on a conversation which is not there is asked back, where the contract has words for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from footnoted.domain.answer import Outcome
from footnoted.domain.question import Turn, Verdict
from footnoted.engine.ask import final
from tests.engine.test_ask import Scripted, always, engine_with, question

POLICY = replace(always(Verdict.DECLINE), unclear="What do you mean?")
EARLIER = (Turn("What is a hive?", "A home.", datetime(2026, 1, 1, tzinfo=UTC)),)


@pytest.mark.parametrize(
    ("text", "earlier", "reply", "outcome"),
    [
        ("How long does it take?", (), "What do you mean?", Outcome.UNCLEAR),
        ("How long does it take?", EARLIER, "Not here.", Outcome.DECLINED),
        ("How long does an egg need to hatch?", (), "Not here.", Outcome.DECLINED),
    ],
)
async def test_only_what_cannot_be_understood_is_asked_back(
    text: str, earlier: tuple[Turn, ...], reply: str, outcome: Outcome
) -> None:
    answer = await final((await engine_with()).ask(question(text, earlier=earlier, policy=POLICY)))
    assert (answer.text, answer.outcome, answer.declined) == (reply, outcome, True)


@pytest.mark.parametrize(
    ("text", "earlier", "is_asked_back"),
    [
        ("How long does it take?", (), True),
        ("How long does it take?", EARLIER, False),
        ("How many eggs does it lay?", (), False),
        ("How many eggs does a queen lay?", (), False),
    ],
)
async def test_what_names_nothing_is_asked_back_whatever_was_found(
    text: str, earlier: tuple[Turn, ...], is_asked_back: bool
) -> None:
    writer = Scripted("Something [1].")
    policy = replace(always(Verdict.ANSWER), unclear="What do you mean?")
    answer = await final((await engine_with(writer)).ask(question(text, earlier=earlier, policy=policy)))
    assert (answer.outcome is Outcome.UNCLEAR) == is_asked_back
    assert bool(writer.briefs) != is_asked_back
