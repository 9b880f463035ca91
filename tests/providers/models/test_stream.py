"""What a model's server streams that is no answer, or has no end: it counts as cut off, at a cost like its length."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import repeat
from typing import Any

import pytest

from footnoted.providers.models.stream import CutOff, Reply
from tests.processor_time import alarm

STRANGE: dict[str, Any] = {
    "choices that are none": {"choices": ["x"]},
    "a number of choices": {"choices": 5},
    "a text as delta": {"choices": [{"delta": "x"}]},
    "content in parts": {"choices": [{"delta": {"content": [{"type": "text", "text": "x"}]}}]},
    "a number as content": {"choices": [{"delta": {"content": 5}}]},
    "calls that are none": {"choices": [{"delta": {"tool_calls": ["x"]}}]},
    "a list as index": {"choices": [{"delta": {"tool_calls": [{"index": [1]}]}}]},
    "a text as function": {"choices": [{"delta": {"tool_calls": [{"function": "x"}]}}]},
    "arguments that are no text": {"choices": [{"delta": {"tool_calls": [{"function": {"arguments": {"a": 1}}}]}}]},
    "a text beside a call": {"choices": [{"delta": {"tool_calls": [{"extra_content": "x"}]}}]},
    "usage in words": {"usage": {"prompt_tokens": "many"}},
    "usage without end": {"usage": {"prompt_tokens": 1e300 * 1e10}},
    "usage as a list": {"usage": [1]},
    "a list": [1],
    "a word": "x",
}


def said(text: str) -> bytes:
    return b"data: " + json.dumps({"choices": [{"delta": {"content": text}}]}).encode() + b"\n\n"


@pytest.mark.parametrize("kind", STRANGE)
def test_what_is_no_answer_counts_as_cut_off(kind: str) -> None:
    line = json.dumps(STRANGE[kind]).replace("Infinity", "1e999")
    with pytest.raises(CutOff):
        list(Reply().feed(f"data: {line}\n\n".encode()))


@pytest.mark.parametrize("size", [1, 7, 1_000_000])
def test_an_answer_is_read_however_it_is_cut(size: int) -> None:
    sent, reply = said("A queen ") + said("lays\n2,000 eggs.") + b"data: [DONE]\n\n", Reply()
    pieces = [text for at in range(0, len(sent), size) for text in reply.feed(sent[at : at + size])]
    assert pieces == ["A queen ", "lays\n2,000 eggs."]
    assert (reply.text, reply.finish, reply.has_begun) == ("A queen lays\n2,000 eggs.", "stop", True)


def heard(reply: Reply, pieces: Iterable[bytes]) -> None:
    for piece in pieces:
        list(reply.feed(piece))


def test_a_line_without_end_is_not_kept() -> None:
    with alarm(5), pytest.raises(CutOff):
        heard(Reply(), repeat(b"x" * 100, 100_000))


def test_an_answer_without_end_is_cut_off() -> None:
    reply = Reply()
    with alarm(20), pytest.raises(CutOff):
        heard(reply, repeat(said("a "), 1_000_000))
    assert len(reply.text) < 600_000


def test_calls_without_end_are_cut_off() -> None:
    calls = ({"tool_calls": [{"index": number, "function": {"name": "search"}}]} for number in range(1_000))
    with pytest.raises(CutOff):
        heard(Reply(), (b"data: " + json.dumps({"choices": [{"delta": call}]}).encode() + b"\n\n" for call in calls))
