"""The AI SDK's UI message stream: its exact bytes, and `useChat` itself."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from inline_snapshot import snapshot

from footnoted.contracts.ai_sdk import app
from footnoted.domain.answer import Answer, Answered, Citation, Outcome, Support
from footnoted.domain.question import Verdict
from footnoted.settings import Settings
from tests import scenes
from tests.contracts.clients import asked, needs_clients
from tests.contracts.live import StuckEngine, house
from tests.contracts.pages import spent
from tests.contracts.wire import at_the_door, every_bad_input, exchange
from tests.patience import PATIENCE
from tests.scenes import PlayedEngine

ASK: dict[str, Any] = {"id": "chat", "trigger": "submit-message"}
ASK |= {"messages": [{"id": "1", "role": "user", "parts": [{"type": "text", "text": "How warm?"}]}]}
SCENES = scenes.played()
STREAM = "use_chat.mjs"


async def test_every_scene() -> None:
    replies = {scene: await exchange(app, engine, "POST", "/chat", json=ASK) for scene, engine in SCENES.items()}
    assert replies == snapshot(
        {
            "answered": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "The cluste"}

data: {"type": "text-delta", "id": "answer", "delta": "r keeps its middle at 34 °C [1]."}

data: {"type": "text-end", "id": "answer", "citations": [{"source": {"type": "source", "sourceType": "url", "id": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}, "startIndex": 0, "endIndex": 37, "citedText": "A cluster of bees keeps its middle at 34 °C."}]}

data: {"type": "source-url", "sourceId": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "source-url", "sourceId": "2", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "data-footnotes", "data": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
            "refused": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "The book does not say."}

data: {"type": "text-end", "id": "answer", "citations": []}

data: {"type": "data-footnotes", "data": {"outcome": "declined", "sources": [], "citations": []}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
            "searched_twice": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "The cluste"}

data: {"type": "text-delta", "id": "answer", "delta": "r keeps its middle at 34 °C [1]."}

data: {"type": "text-end", "id": "answer", "citations": [{"source": {"type": "source", "sourceType": "url", "id": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}, "startIndex": 0, "endIndex": 37, "citedText": "A cluster of bees keeps its middle at 34 °C."}]}

data: {"type": "source-url", "sourceId": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "source-url", "sourceId": "2", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "data-footnotes", "data": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
            "low_confidence": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "In part: bees fly above 10 °C [1]."}

data: {"type": "text-end", "id": "answer", "citations": []}

data: {"type": "source-url", "sourceId": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "data-footnotes", "data": {"outcome": "shown", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.41, "book": "bees"}], "citations": []}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
            "model_down": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "The cluster keeps its middle at 34 °C [1]."}

data: {"type": "text-end", "id": "answer", "citations": []}

data: {"type": "source-url", "sourceId": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "source-url", "sourceId": "2", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "data-footnotes", "data": {"outcome": "unwritten", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}, {"number": 2, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.72, "book": "bees"}], "citations": []}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
            "failed_early": """\
503 Retry-After: 5
{"error": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
            "failed_midway": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "The cluste"}

data: {"type": "error", "errorText": "The service is not available just now. Please try again soon."}

data: [DONE]

""",
            "store_down": """\
503 Retry-After: 5
{"error": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
            "selected_text": """\
200
data: {"type": "start", "messageId": "msg-11111111222243338444555555555555"}

data: {"type": "start-step"}

data: {"type": "text-start", "id": "answer"}

data: {"type": "text-delta", "id": "answer", "delta": "It keeps its middle at 34 °C [1]."}

data: {"type": "text-end", "id": "answer", "citations": []}

data: {"type": "source-url", "sourceId": "1", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter › Keeping bees warm"}

data: {"type": "data-footnotes", "data": {"outcome": "answered", "sources": [{"number": 1, "title": "Winter", "section": "Keeping bees warm", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "score": 0.91, "book": "bees"}], "citations": []}}

data: {"type": "finish-step"}

data: {"type": "finish", "finishReason": "stop"}

data: [DONE]

""",
        }
    )


async def test_the_conversation_is_what_the_client_sends() -> None:
    engine = PlayedEngine(scenes.answered)
    messages = [
        {"role": "user", "parts": [{"type": "text", "text": "What is a cluster?"}]},
        {"role": "assistant", "parts": [{"type": "step-start"}, {"type": "text", "text": "Many bees [1]."}]},
        {"role": "user", "parts": [{"type": "text", "text": "How warm is it?"}]},
    ]
    await exchange(app, engine, "POST", "/chat", json={"messages": messages, "book": "bees"})
    question = engine.asked[0]
    assert (question.text, question.session, question.book) == ("How warm is it?", None, "bees")
    assert [(turn.question, turn.answer) for turn in question.earlier or ()] == [
        ("What is a cluster?", "Many bees [1].")
    ]


async def test_characters_are_counted_as_javascript_counts_them() -> None:
    text = "𝛼 is small. It is a star [1]."
    start = text.index("It")
    citation = Citation(start, text.index(" [1]"), 1, "It is a star", Support.EXACT)
    answer = Answer(text, Outcome.ANSWERED, Verdict.ANSWER, scenes.SURE, (scenes.CLUSTER,), (citation,))
    response = await exchange(app, PlayedEngine([Answered(answer)]), "POST", "/chat", json=ASK)
    parts = [json.loads(line[6:]) for line in response.splitlines() if line.startswith("data: {")]
    cited = next(part for part in parts if part["type"] == "text-end")["citations"][0]
    assert (cited["startIndex"], cited["citedText"]) == (start + 1, "It is a star")


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "no messages": {"messages": []},
        "no user": {"messages": [{"role": "assistant", "parts": []}]},
        "blank": {"messages": [{"role": "user", "parts": [{"type": "text", "text": " "}]}]},
        "a file": {"messages": [{"role": "user", "parts": [{"type": "file", "url": "x", "mediaType": "image/png"}]}]},
        "too long": {"messages": [{"role": "user", "parts": [{"type": "text", "text": "x" * 32_001}]}]},
        "no such book": {"book": "wasps"},
    }
    assert await every_bad_input(app, "/chat", ASK, bad) == snapshot(
        {
            "no messages": """\
400
{"error": "`messages` must be messages of text. This server takes no images, sounds or files.", "code": "invalid_value"}\
""",
            "no user": """\
400
{"error": "Please ask a question: `messages` holds no text of a user.", "code": "missing_required_parameter"}\
""",
            "blank": """\
400
{"error": "Please ask a question: `messages` holds no text of a user.", "code": "invalid_value"}\
""",
            "a file": """\
400
{"error": "`messages` must be messages of text. This server takes no images, sounds or files.", "code": "invalid_value"}\
""",
            "too long": """\
400
{"error": "The question is too long: at most 32000 characters.", "code": "string_above_max_length"}\
""",
            "no such book": """\
404
{"error": "There is no book `wasps`. There are: bees, footnoted.", "code": "model_not_found"}\
""",
            "no body": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "missing_required_parameter"}\
""",
            "half an object": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "a list": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "null alone": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "not UTF-8": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "deeply nested": """\
400
{"error": "The request must be a JSON object in UTF-8.", "code": "invalid_value"}\
""",
            "too large": """\
413
{"error": "The request is larger than this server takes.", "code": "request_too_large"}\
""",
            "unknown path": """\
404
{"error": "There is no such endpoint.", "code": "unknown_url"}\
""",
            "wrong method": """\
405
{"error": "This endpoint takes POST only.", "code": "unknown_url"}\
""",
        }
    )


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/chat", ASK) == snapshot(
        {
            "no key": """\
401
{"error": "This server wants one of its own API keys.", "code": "invalid_api_key"}\
""",
            "full": """\
429 Retry-After: 1
{"error": "Too many questions at once. Please wait a little.", "code": "rate_limit_exceeded"}\
""",
            "wrong key": """\
401
{"error": "This server wants one of its own API keys.", "code": "invalid_api_key"}\
""",
            "server ends": """\
503 Retry-After: 5
{"error": "The service is not available just now. Please try again soon.", "code": "service_unavailable"}\
""",
        }
    )


async def test_limited() -> None:
    response = await exchange(app, PlayedEngine(), "POST", "/chat", json=ASK, state={"limiter": spent()})
    assert response == snapshot("""\
429 Retry-After: 60
{"error": "Too many questions at once. Please wait a little.", "code": "rate_limit_exceeded"}\
""")


class TestUseChat:
    """The hook itself, unmodified, told nothing but where the server is."""

    pytestmark = needs_clients

    async def test_a_book_is_asked(self, library: Settings) -> None:
        async with house(data_dir=library.data_dir) as url:
            told = await asked(
                STREAM, f"{url}/api/chat", "How often should I clean a primary mirror?", "What do I need for it?"
            )
            refused = await asked(STREAM, f"{url}/api/chat", "How do I descale an espresso machine?")
        assert told["error"] is None
        first, second = (message["parts"] for message in told["messages"] if message["role"] == "assistant")
        text = next(part for part in first if part["type"] == "text")
        assert "every two or three years" in text["text"]
        cited = text["citations"][0]
        assert cited["source"]["url"].startswith("https://backyard-observatory.example/docs/")
        assert text["text"][cited["startIndex"] : cited["endIndex"]]
        assert cited["source"]["url"] in [part["url"] for part in first if part["type"] == "source-url"]
        notes = next(part["data"] for part in first if part["type"] == "data-footnotes")
        assert notes["outcome"] == "answered"
        assert "two litres of distilled water" in next(part["text"] for part in second if part["type"] == "text")
        parts = refused["messages"][-1]["parts"]
        assert next(part["data"]["outcome"] for part in parts if part["type"] == "data-footnotes") == "declined"
        assert not [part for part in parts if part["type"] == "source-url"]

    async def test_errors_are_told(self) -> None:
        async with house(PlayedEngine(*scenes.store_down)) as url:
            early = await asked(STREAM, f"{url}/api/chat", "How warm?")
        async with house(PlayedEngine(*scenes.failed_midway)) as url:
            midway = await asked(STREAM, f"{url}/api/chat", "How warm?")
        async with house(PlayedEngine(scenes.answered), api_keys="k") as url:
            stranger = await asked(STREAM, f"{url}/api/chat", "How warm?")
            known = await asked(STREAM, f"{url}/api/chat", "How warm?", Authorization="Bearer k")
        assert json.loads(early["error"])["code"] == "service_unavailable"
        assert midway["error"] == "The service is not available just now. Please try again soon."
        assert json.loads(stranger["error"])["code"] == "invalid_api_key"
        assert known["error"] is None

    async def test_a_stream_that_is_stopped_ends_the_work(self) -> None:
        engine = StuckEngine(3)
        async with house(engine) as url:
            told = await asked(STREAM, f"{url}/api/chat", "How warm?", stops=True)
            await asyncio.wait_for(engine.stopped.wait(), PATIENCE)
        assert told["messages"][-1]["parts"][-1]["text"] == "The cluste"
