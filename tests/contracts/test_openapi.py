"""What each contract's OpenAPI says is what it does: Schemathesis over each, and every failure it can have.

`CASES=2000` asks each contract that many generated questions; a normal run asks fewer.
"""

from __future__ import annotations

import os
from typing import Any, cast

import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode
from starlette.types import ASGIApp, Receive, Scope, Send

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.gate import Room
from footnoted.domain import errors
from tests import scenes
from tests.client import client_of, put
from tests.contracts.wire import REQUEST_ID
from tests.scenes import SESSION, PlayedEngine, PlayedHistory

CASES = int(os.environ.get("CASES", "40"))


@pytest.fixture(autouse=True)
def _patterns_and_lengths_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schemathesis writes a limit of 32,000 characters into the pattern beside it, which takes a second to compile each
    time and leaves no question with a space in it. Left apart, both hold and nothing is lost."""
    for module in ("specs.openapi.converter", "generation.jsonschema.strategy"):
        monkeypatch.setattr(f"schemathesis.{module}.update_quantifier", lambda pattern, *_: pattern)


def playing(app: ASGIApp) -> ASGIApp:
    """The app as a server would run it, its engine playing an answer."""

    async def played(scope: Scope, receive: Receive, send: Send) -> None:
        # So many bytes that a long body is told what is wrong with it, not how long it is.
        put(scope, PlayedEngine(scenes.answered), REQUEST_ID, scenes.catalogue(), max_body_bytes=100_000_000)
        await app(scope, receive, send)

    return played


@pytest.mark.parametrize("contract", CONTRACTS)
def test_schemathesis_finds_nothing(contract: str) -> None:
    schema = schemathesis.openapi.from_asgi("/openapi.json", playing(CONTRACTS[contract]))
    operations = [cast(Any, result).ok() for result in schema.get_all_operations()]
    taking = [operation for operation in operations if operation.body or operation.path_parameters or operation.query]
    asked = 0
    for operation in operations:
        modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE] if operation in taking else [GenerationMode.POSITIVE]
        for mode in modes:
            # An endpoint that takes nothing is asked the same each time: a few will do.
            share = -(-CASES // (2 * len(taking))) if operation in taking else 5

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(
                max_examples=share,
                deadline=None,
                database=None,
                derandomize="CASES" not in os.environ,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            def ask(case: Any) -> None:
                nonlocal asked
                asked += 1
                case.call_and_validate()

            ask()
    assert asked >= CASES * 0.9


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_every_event_of_a_stream_is_listed(contract: str) -> None:
    """Schemathesis asks for a stream only by chance; here every endpoint that can stream is asked to."""
    state = {"engine": PlayedEngine(scenes.answered), "catalogue": scenes.catalogue(), "request_id": REQUEST_ID}
    async with client_of(CONTRACTS[contract], state) as client:
        listed = (await client.get("/openapi.json")).json()
        for path, operations in listed["paths"].items():
            for method, operation in operations.items():
                content = operation["responses"].get("200", {}).get("content", {}).get("text/event-stream")
                if content is None:
                    continue
                body = (_example(listed, operation) or {}) | {"stream": True}
                streamed = (await client.request(method, path, json=body)).text
                names = {line.removeprefix("event: ") for line in streamed.splitlines() if line.startswith("event: ")}
                assert "data: " in streamed
                assert names <= set(content["schema"]["properties"]["event"]["enum"]), (method, path)


ERRORS = [
    errors.IndexDown("x"),
    errors.EmbedderDown("x"),
    errors.ModelDown("x"),
    errors.ModelBusy("x"),
    errors.OutOfTime("x"),
    errors.BookUnknown("x"),
    ZeroDivisionError(),
]
FAULTS: dict[str, dict[str, Any]] = {type(error).__name__: {"engine": PlayedEngine(error=error)} for error in ERRORS}
FAULTS |= {
    "no key": {"keys": Keys(["right"])},
    "full": {"room": Room(0)},
    "too large": {"max_body_bytes": 1},
    "database down": {"engine": PlayedEngine(error=errors.DatabaseDown("x"), history=PlayedHistory(is_down=True))},
}
"""Everything that can go wrong with any endpoint, as state that makes it happen."""


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("fault", FAULTS)
async def test_every_failure_is_listed(contract: str, fault: str) -> None:
    """Its status stands in the OpenAPI of each endpoint where it happens, and its body is the one listed there."""
    state: dict[str, Any] = {"engine": PlayedEngine(scenes.answered), "catalogue": scenes.catalogue()}
    state |= {"request_id": REQUEST_ID} | FAULTS[fault]
    async with client_of(CONTRACTS[contract], state) as client:
        listed, failed = (await client.get("/openapi.json")).json(), 0
        for path, operations in listed["paths"].items():
            for method, operation in operations.items():
                address = path.replace("{session_id}", str(SESSION))
                body = _example(listed, operation)
                response = await client.request(method, address, json=body)
                failed += response.is_error
                assert str(response.status_code) in operation["responses"], (method, path, response.text)
                if response.content and "event-stream" not in response.headers["content-type"]:
                    schema = operation["responses"][str(response.status_code)]["content"]["application/json"]["schema"]
                    jsonschema.validate(response.json(), schema | {"components": listed["components"]})
        assert failed


def _example(listed: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any] | None:
    """A body that the endpoint takes: its required fields."""
    if "requestBody" not in operation:
        return None
    name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema = listed["components"]["schemas"][name]
    messages = [{"role": "user", "content": "How warm?", "parts": [{"type": "text", "text": "How warm?"}]}]
    known = {"request_id": str(REQUEST_ID), "helpful": True, "messages": messages}
    return {field: known.get(field, "How warm?") for field in schema["required"]}
