"""Every scene is played to every contract that is mounted, a new one too. Exact bytes stand in each contract's own tests;
here stands what holds for all of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from footnoted.contracts import CONTRACTS
from footnoted.domain.answer import Answered, Event
from footnoted.domain.errors import AskError
from tests import scenes
from tests.contracts.asking import ASKING, STREAM_ONLY, body
from tests.contracts.wire import exchange
from tests.scenes import PlayedEngine

ANSWERS: dict[str, list[Event]] = {
    "answered": scenes.answered,
    "searched twice": scenes.searched_twice,
    "in part": scenes.low_confidence,
    "partly sure": scenes.partly_sure,
    "selected text": scenes.selected_text,
    "refused": scenes.refused,
    "greeted": scenes.greeted,
}
FAILURES: dict[str, tuple[list[Event], AskError]] = {
    "failed early": scenes.failed_early,
    "failed midway": scenes.failed_midway,
    "store down": scenes.store_down,
}


def test_every_contract_is_asked() -> None:
    assert set(ASKING) == set(CONTRACTS)


async def _told(contract: str, engine: PlayedEngine) -> str:
    return await exchange(CONTRACTS[contract], engine, "POST", ASKING[contract][0], json=body(contract, "How warm?"))


@pytest.mark.parametrize("scene", ANSWERS)
@pytest.mark.parametrize("contract", CONTRACTS)
async def test_an_answer_arrives_whole(contract: str, scene: str) -> None:
    reply = await _told(contract, PlayedEngine(ANSWERS[scene]))
    last = ANSWERS[scene][-1]
    assert isinstance(last, Answered)
    assert reply.startswith("200\n")
    assert _unmarked(last.answer.text) in map(_unmarked, _texts(reply[4:])), reply


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_a_greeting_is_not_refused_and_not_counted_as_an_answer(contract: str) -> None:
    reply = await _told(contract, PlayedEngine(scenes.greeted))
    assert reply.startswith("200\n")
    refuses = re.compile(
        r'"(?:declined": ?true|should_answer": ?false|mode": ?"no_results|confidence": ?"(?:none|low))'
    )
    assert not refuses.search(reply), reply
    assert set(re.findall(r'"outcome": ?"(\w+)"', reply)) <= {"unclear"}, reply


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_without_a_model_the_book_still_speaks(contract: str) -> None:
    reply = await _told(contract, PlayedEngine(scenes.model_down))
    assert reply.startswith("200\n")
    expected = {_unmarked(scenes.TEXT), scenes.CLUSTER.passage.text}
    assert expected & set(map(_unmarked, _texts(reply[4:]))), reply


@pytest.mark.parametrize("scene", FAILURES)
@pytest.mark.parametrize("contract", CONTRACTS)
async def test_a_failure_is_an_error_and_no_half_answer(contract: str, scene: str) -> None:
    """But where there are only streams: what was already sent cannot be taken back."""
    reply = await _told(contract, PlayedEngine(*FAILURES[scene]))
    status, _, error = reply.partition("\n")
    if contract in STREAM_ONLY and scene == "failed midway":
        assert "not available just now" in error
        return
    assert status[:3] in ("500", "502", "503", "504"), status
    assert _texts(error), "the error says something"
    assert scenes.TEXT[:10] not in error


def _unmarked(text: str) -> str:
    """Contracts have their own ways with markers: as they are, as links, or none where there is nothing to show."""
    return re.sub(r" ?\[?\[\d+\](?:\]\([^)]*\))?", "", text)


def _texts(body: str) -> list[str]:
    """Every string in a JSON value, or in the events of a stream; the pieces of a text also together."""
    if not body.startswith("data: "):
        return list(_strings(json.loads(body)))
    events = [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: {")]
    return [*_strings(events), "".join(event.get("delta", "") for event in events)]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from _strings(list(value.values()))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, str):
        yield value
