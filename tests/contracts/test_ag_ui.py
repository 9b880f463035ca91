"""AG-UI: its exact events, and its own client."""

from __future__ import annotations

import asyncio
from typing import Any

from inline_snapshot import snapshot

from footnoted.contracts.ag_ui import app
from footnoted.domain.answer import Answer, Answered, Outcome, Usage
from footnoted.domain.question import Verdict
from footnoted.settings import Settings
from tests import scenes
from tests.contracts.clients import asked, needs_clients
from tests.contracts.live import StuckEngine, house
from tests.contracts.pages import spent
from tests.contracts.wire import at_the_door, every_bad_input, exchange
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

ASK: dict[str, Any] = {"threadId": "thread", "runId": "run", "tools": [], "context": [], "state": {}}
ASK |= {"messages": [{"id": "1", "role": "user", "content": "How warm?"}]}
SCENES = scenes.played()
AGENT = "http_agent.mjs"


async def test_every_scene() -> None:
    replies = {scene: await exchange(app, engine, "POST", "/run", json=ASK) for scene, engine in SCENES.items()}
    assert replies == snapshot(
        {
            "answered": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "The cluste"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "r keeps its middle at 34 °C [1]."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "answered"}}

""",
            "refused": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "The book does not say."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "declined", "sources": [], "citations": []}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "declined"}}

""",
            "searched_twice": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "The cluste"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "r keeps its middle at 34 °C [1]."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "answered"}}

""",
            "low_confidence": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "In part: bees fly above 10 °C [1]."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "shown", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.41, "book": "bees"}], "citations": []}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "shown"}}

""",
            "model_down": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "The cluster keeps its middle at 34 °C [1]."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "unwritten", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": []}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "unwritten"}}

""",
            "failed_early": """\
503 Retry-After: 5
{"message": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
            "failed_midway": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "The cluste"}

data: {"type": "RUN_ERROR", "message": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}

""",
            "store_down": """\
503 Retry-After: 5
{"message": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
            "selected_text": """\
200
data: {"type": "RUN_STARTED", "threadId": "thread", "runId": "run", "protocolVersion": "1.0"}

data: {"type": "STEP_STARTED", "stepName": "search"}

data: {"type": "STEP_FINISHED", "stepName": "search"}

data: {"type": "TEXT_MESSAGE_START", "messageId": "msg-11111111222243338444555555555555", "role": "assistant"}

data: {"type": "TEXT_MESSAGE_CONTENT", "messageId": "msg-11111111222243338444555555555555", "delta": "It keeps its middle at 34 °C [1]."}

data: {"type": "TEXT_MESSAGE_END", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "CUSTOM", "name": "footnotes", "value": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}], "citations": []}}

data: {"type": "RUN_FINISHED", "threadId": "thread", "runId": "run", "outcome": {"type": "success"}, "result": {"outcome": "answered"}}

""",
        }
    )


async def test_the_conversation_is_what_the_client_sends() -> None:
    engine = PlayedEngine(scenes.answered)
    messages = [
        {"id": "0", "role": "developer", "content": "Be brief."},
        {"id": "1", "role": "user", "content": [{"type": "text", "text": "What is a cluster?"}]},
        {"id": "2", "role": "activity", "activityType": "thinking", "content": {"any": "thing"}},
        {"id": "3", "role": "assistant", "content": "Many bees [1].", "toolCalls": []},
        {"id": "4", "role": "user", "content": "How warm is it?"},
    ]
    body = ASK | {"messages": messages, "forwardedProps": {"book": "bees"}}
    await exchange(app, engine, "POST", "/run", json=body)
    question = engine.asked[0]
    assert (question.text, question.session, question.book) == ("How warm is it?", None, "bees")
    assert [(turn.question, turn.answer) for turn in question.earlier or ()] == [
        ("What is a cluster?", "Many bees [1].")
    ]


async def test_what_a_model_took_is_told() -> None:
    answer = Answer("Hm.", Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, (), usage=Usage("m", 1, 900, 30))
    response = await exchange(app, PlayedEngine([Answered(answer)]), "POST", "/run", json=ASK)
    assert '"usage": [{"model": "m", "inputTokens": 900, "outputTokens": 30}]' in response


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "no messages": {"messages": []},
        "no user": {"messages": [{"role": "assistant", "content": "Hm."}]},
        "blank": {"messages": [{"role": "user", "content": " "}]},
        "an image": {"messages": [{"role": "user", "content": [{"type": "image", "source": {}}]}]},
        "too long": {"messages": [{"role": "user", "content": "x" * 32_001}]},
        "no thread": {"threadId": None},
        "no such book": {"forwardedProps": {"book": "wasps"}},
    }
    assert await every_bad_input(app, "/run", ASK, bad) == snapshot(
        {
            "no messages": """\
400
{"message": "`messages` must be messages of text. This server takes no images, sounds or files.", "code": "invalid_value"}\
""",
            "no user": """\
400
{"message": "Please ask a question: `messages` holds no text of a user.", "code": "missing_required_parameter"}\
""",
            "blank": """\
400
{"message": "Please ask a question: `messages` holds no text of a user.", "code": "invalid_value"}\
""",
            "an image": """\
400
{"message": "`messages` must be messages of text. This server takes no images, sounds or files.", "code": "invalid_value"}\
""",
            "too long": """\
400
{"message": "The question is too long: at most 32000 characters.", "code": "string_above_max_length"}\
""",
            "no thread": """\
400
{"message": "`threadId` is missing.", "code": "missing_required_parameter"}\
""",
            "no such book": """\
404
{"message": "There is no book `wasps`. There are: bees, footnoted.", "code": "model_not_found"}\
""",
            "no body": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "missing_required_parameter"}\
""",
            "half an object": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "a list": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "null alone": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "not UTF-8": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "deeply nested": """\
400
{"message": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "too large": """\
413
{"message": "The request is larger than this server takes.", "code": "request_too_large"}\
""",
            "unknown path": """\
404
{"message": "There is no such endpoint.", "code": "unknown_url"}\
""",
            "wrong method": """\
405
{"message": "This endpoint takes POST only.", "code": "unknown_url"}\
""",
        }
    )


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/run", ASK) == snapshot(
        {
            "no key": """\
401
{"message": "This server wants one of its own API keys.", "code": "invalid_api_key"}\
""",
            "full": """\
429 Retry-After: 1
{"message": "Too many questions at once. Please wait a little.", "code": "rate_limit_exceeded"}\
""",
            "wrong key": """\
401
{"message": "This server wants one of its own API keys.", "code": "invalid_api_key"}\
""",
            "server ends": """\
503 Retry-After: 5
{"message": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
        }
    )


async def test_limited() -> None:
    response = await exchange(app, PlayedEngine(), "POST", "/run", json=ASK, state={"limiter": spent()})
    assert response == snapshot("""\
429 Retry-After: 60
{"message": "Too many questions at once. Please wait a little.", "code": "rate_limit_exceeded"}\
""")


class TestHttpAgent:
    """The protocol's own client, unmodified, told nothing but where the agent is."""

    pytestmark = needs_clients

    async def test_a_book_is_asked(self, library: Settings) -> None:
        async with house(data_dir=library.data_dir) as url:
            told = await asked(
                AGENT, f"{url}/ag-ui/run", "How often should I clean a primary mirror?", "What do I need for it?"
            )
            refused = await asked(AGENT, f"{url}/ag-ui/run", "How do I descale an espresso machine?")
        assert told["error"] is None
        first, second = (message["content"] for message in told["messages"] if message["role"] == "assistant")
        assert "every two or three years" in first
        assert "two litres of distilled water" in second
        notes = next(event["value"] for event in told["events"] if event["type"] == "CUSTOM")
        assert notes["outcome"] == "answered"
        assert notes["sources"][0]["url"].startswith("https://backyard-observatory.example/docs/")
        assert first[notes["citations"][0]["start"] : notes["citations"][0]["end"]]
        assert refused["result"] == {"outcome": "declined"}

    async def test_errors_are_told(self) -> None:
        async with house(PlayedEngine(*scenes.store_down)) as url:
            early = await asked(AGENT, f"{url}/ag-ui/run", "How warm?")
        async with house(PlayedEngine(*scenes.failed_midway)) as url:
            midway = await asked(AGENT, f"{url}/ag-ui/run", "How warm?")
        async with house(PlayedEngine(scenes.answered), api_keys="k") as url:
            stranger = await asked(AGENT, f"{url}/ag-ui/run", "How warm?")
            known = await asked(AGENT, f"{url}/ag-ui/run", "How warm?", Authorization="Bearer k")
        assert "not available just now" in early["error"]
        assert midway["events"][-1]["type"] == "RUN_ERROR"
        assert midway["events"][-1]["code"] == "service_unavailable"
        assert "API keys" in stranger["error"]
        assert known["messages"][-1]["content"] == scenes.TEXT

    async def test_a_run_that_is_aborted_ends_the_work(self) -> None:
        engine = StuckEngine(3)
        async with house(engine) as url:
            told = await asked(AGENT, f"{url}/ag-ui/run", "How warm?", stops=True)
            await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
        assert told["messages"][-1]["content"] == "The cluste"
