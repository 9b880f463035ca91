"""Log lines as JSON: one object a line, with the request's id, also where nobody passes it on."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

import pytest

from footnoted.cli.terminal.logs import JsonFormatter, TextFormatter, set_up_logs
from footnoted.domain.question import Question
from footnoted.settings import Settings
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


ODD = "a\r\n2026-01-01 00:00:00 INFO footnoted all is well\x1b[31m\x07\x9b2J\x7f\u2028\u202e\ud800 z"


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()], ids=["text", "json"])
def test_what_others_say_forges_no_line_and_moves_no_cursor(formatter: logging.Formatter) -> None:
    try:
        raise ValueError(ODD)
    except ValueError:
        failed = sys.exc_info()
    for error in (None, failed):
        record = logging.LogRecord("footnoted", logging.WARNING, "x.py", 1, "a model says: %s", (ODD,), error)
        line = formatter.format(record)
        assert [mark for mark in line if not mark.isprintable() and mark != "\n"] == []
        assert all(other.startswith(" ") for other in line.split("\n")[1:])
        assert "all is well" in line
        if isinstance(formatter, JsonFormatter):
            told = json.loads(line)["message"]
            assert told.startswith("a model says: a\r\n2026-01-01")


@pytest.mark.parametrize("name", ["httpx", "mcp.server.mcpserver.server"])
@pytest.mark.parametrize(("level", "is_told"), [("INFO", False), ("DEBUG", True)])
def test_neither_calls_to_other_servers_nor_what_clients_of_mcp_say_is_told(
    level: str, is_told: bool, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    libraries = [logging.getLogger(library) for library in ("httpx", "mcp")]
    for library in libraries:
        library.setLevel(logging.NOTSET)
    try:
        set_up_logs(Settings(_env_file=None, log_level=level))
        assert logging.getLogger(name).isEnabledFor(logging.INFO) == is_told
    finally:
        for library in libraries:
            library.setLevel(logging.NOTSET)
