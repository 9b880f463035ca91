"""Every scene is played to every contract that is mounted, a new one too. Exact bytes stand in each contract's own tests;
here stands what holds for all of them."""

from __future__ import annotations

import json

import pytest

from footnoted.contracts import CONTRACTS
from footnoted.domain.answer import Answered, Event
from footnoted.domain.errors import AskError
from tests import scenes
from tests.contracts.pages import ASKING
from tests.contracts.wire import exchange
from tests.scenes import PlayedEngine

ANSWERS: dict[str, list[Event]] = {
    "answered": scenes.answered,
    "searched twice": scenes.searched_twice,
    "in part": scenes.low_confidence,
    "partly sure": scenes.partly_sure,
    "selected text": scenes.selected_text,
    "refused": scenes.refused,
}
FAILURES: dict[str, tuple[list[Event], AskError]] = {
    "failed early": scenes.failed_early,
    "failed midway": scenes.failed_midway,
    "store down": scenes.store_down,
}


def test_every_contract_is_asked() -> None:
    assert set(ASKING) == set(CONTRACTS)


@pytest.mark.parametrize("scene", ANSWERS)
@pytest.mark.parametrize("contract", CONTRACTS)
async def test_an_answer_arrives_whole(contract: str, scene: str) -> None:
    path, body = ASKING[contract]
    reply = await exchange(CONTRACTS[contract], PlayedEngine(ANSWERS[scene]), "POST", path, json=body)
    last = ANSWERS[scene][-1]
    assert isinstance(last, Answered)
    text = last.answer.text
    if last.answer.from_selection:  # most contracts drop the markers then: there is no passage to footnote
        text = text.replace(" [1]", "")
        reply = reply.replace(" [1]", "")
    assert reply.startswith("200\n")
    assert text in _texts(json.loads(reply[4:])), reply


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_without_a_model_the_book_still_speaks(contract: str) -> None:
    path, body = ASKING[contract]
    reply = await exchange(CONTRACTS[contract], PlayedEngine(scenes.model_down), "POST", path, json=body)
    assert reply.startswith("200\n")
    assert {scenes.TEXT, scenes.CLUSTER.passage.text} & set(_texts(json.loads(reply[4:]))), reply


@pytest.mark.parametrize("scene", FAILURES)
@pytest.mark.parametrize("contract", CONTRACTS)
async def test_a_failure_is_an_error_and_no_half_answer(contract: str, scene: str) -> None:
    path, body = ASKING[contract]
    reply = await exchange(CONTRACTS[contract], PlayedEngine(*FAILURES[scene]), "POST", path, json=body)
    status, _, error = reply.partition("\n")
    assert status[:3] in ("500", "502", "503", "504"), status
    assert _texts(json.loads(error)), "the error says something"
    assert scenes.TEXT[:10] not in error


def _texts(value: object) -> list[str]:
    """Every string in a JSON value."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _texts(inner)]
    return [value] if isinstance(value, str) else []
