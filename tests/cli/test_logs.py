"""Log lines as JSON: one object a line, with the request's id, also where nobody passes it on."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest

from footnoted.cli.terminal.logs import JsonFormatter
from footnoted.domain.question import Question
from tests import scenes
from tests.scenes import PlayedEngine
from tests.test_server import served


class Talkative(PlayedEngine):
    """Logs while it answers, as deep parts do that know no request."""

    async def ask(self, question: Question) -> AsyncIterator[Any]:  # type: ignore[override]
        logging.getLogger("footnoted").warning("searching by words alone")
        async for event in super().ask(question):
            yield event


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("footnoted")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(before)


async def test_every_line_of_a_request_bears_its_id(written: io.StringIO) -> None:
    async with served(Talkative(scenes.answered)) as client:
        replies = [await client.post("/chat", json={"query": "How warm? Secret."}) for _ in range(2)]
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    for reply in replies:
        deep, access = [line for line in lines if line.get("request_id") == reply.headers["x-request-id"]]
        assert deep["message"] == "searching by words alone"
        assert deep["level"] == "WARNING"
        assert (access["method"], access["path"], access["status"]) == ("POST", "/chat", 200)
        assert access["milliseconds"] >= 0
        assert UUID(access["request_id"])
    assert "Secret" not in written.getvalue()


def test_an_error_keeps_its_cause_on_the_same_line(written: io.StringIO) -> None:
    try:
        raise ValueError("line one\nline two")
    except ValueError:
        logging.getLogger("footnoted").exception("failed")
    (line,) = written.getvalue().splitlines()
    assert "ValueError: line one" in json.loads(line)["error"]
