"""007-rag-retrieval-agent over HTTP: every scene as the exact bytes on the wire."""

from __future__ import annotations

from typing import Any

import pytest
from inline_snapshot import snapshot

from footnoted.contracts.door.limits import Limiter
from footnoted.contracts.rag_retrieval_agent.routes import app, judge, label
from footnoted.domain.door.health import Health
from footnoted.domain.errors import OutOfTime
from footnoted.domain.question import Confidence, Verdict
from tests import scenes
from tests.contracts.wire import at_the_door, every_bad_input, exchange
from tests.scenes import SESSION, PlayedEngine

ASK: dict[str, Any] = {"question": "How warm is the cluster?", "session_id": str(SESSION)}


async def chat(engine: PlayedEngine, **fields: Any) -> str:
    return await exchange(app, engine, "POST", "/chat", json=ASK | fields)


async def test_answered() -> None:
    assert await chat(PlayedEngine(scenes.answered)) == snapshot("""\
200
{"answer":"The cluster keeps its middle at 34 °C [1].","sources":[{"title":"Winter","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91}],"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","processing_time":0,"confidence":"high","declined":false,"citations":[{"url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","relevance_score":0.91}],"timestamp":"<time>"}\
""")


async def test_searched_twice_looks_like_any_answer() -> None:
    assert await chat(PlayedEngine(scenes.answered)) == await chat(PlayedEngine(scenes.searched_twice))


async def test_refused() -> None:
    assert await chat(PlayedEngine(scenes.refused)) == snapshot("""\
200
{"answer":"The book does not say.","sources":[],"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","processing_time":0,"confidence":"none","declined":true,"citations":[],"timestamp":"<time>"}\
""")


async def test_low_confidence() -> None:
    assert await chat(PlayedEngine(scenes.low_confidence)) == snapshot("""\
200
{"answer":"In part: bees fly above 10 °C [1].","sources":[{"title":"Winter","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.41}],"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","processing_time":0,"confidence":"medium","declined":false,"citations":[{"url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","relevance_score":0.41}],"timestamp":"<time>"}\
""")


async def test_selected_text_comes_as_context_and_is_what_the_question_is_about() -> None:
    engine = PlayedEngine(scenes.answered)
    assert await chat(engine, context="Bees are warm.") == await chat(engine)
    assert [(asked.about, asked.selection) for asked in engine.asked] == [("Bees are warm.", None), (None, None)]


async def test_failures() -> None:
    assert await chat(PlayedEngine(*scenes.failed_early)) == snapshot("""\
500
{"detail": {"error": "AGENT_ERROR", "message": "Something went wrong while answering.", "details": null}}\
""")
    assert await chat(PlayedEngine(*scenes.failed_midway)) == await chat(PlayedEngine(*scenes.failed_early))
    assert await chat(PlayedEngine(*scenes.store_down)) == snapshot("""\
503 Retry-After: 5
{"detail": {"error": "RETRIEVAL_ERROR", "message": "The book's index does not answer. Please try again soon.", "details": null}}\
""")
    assert await chat(PlayedEngine([], OutOfTime("late"))) == snapshot("""\
504
{"detail": {"error": "TIMEOUT", "message": "The answer took too long. Please try again.", "details": null}}\
""")
    assert await chat(PlayedEngine([], ZeroDivisionError("secret"))) == snapshot("""\
500
{"detail": {"error": "AGENT_ERROR", "message": "Something went wrong while answering.", "details": null}}\
""")


async def test_model_down_still_answers_in_the_books_words() -> None:
    assert await chat(PlayedEngine(scenes.model_down)) == snapshot("""\
200
{"answer":"The cluster keeps its middle at 34 °C [1].","sources":[{"title":"Winter","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","score":0.91}],"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","processing_time":0,"confidence":"high","declined":false,"citations":[{"url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","relevance_score":0.91}],"timestamp":"<time>"}\
""")


async def test_limited() -> None:
    engine, limiter = PlayedEngine(scenes.answered), Limiter(clock=lambda: 0.0)
    for _ in range(100):
        await exchange(app, engine, "POST", "/chat", json=ASK, state={"limiter": limiter})
    assert await exchange(app, engine, "POST", "/chat", json=ASK, state={"limiter": limiter}) == snapshot("""\
429 Retry-After: 3600
{"detail": {"error": "RATE_LIMITED", "message": "Too many questions at once. Please wait a little.", "details": null}}\
""")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"question": ""}, "EMPTY_QUESTION"),
        ({"question": None}, "EMPTY_QUESTION"),
        ({"question": "x" * 8001}, "QUESTION_TOO_LONG"),
        ({"context": "x" * 2001}, "CONTEXT_TOO_LONG"),
        ({"question": []}, "INVALID_REQUEST"),
        ({"k": 0}, "INVALID_REQUEST"),
        ({"k": 21}, "INVALID_REQUEST"),
        ({"session_id": "abc"}, "INVALID_REQUEST"),
    ],
)
async def test_bad_fields(fields: dict[str, Any], code: str) -> None:
    response = await chat(PlayedEngine(scenes.answered), **fields)
    assert response.startswith(f'400\n{{"detail": {{"error": "{code}", "message": "')


async def test_bad_input() -> None:
    assert await chat(PlayedEngine(), question=" ") == snapshot("""\
400
{"detail": {"error": "EMPTY_QUESTION", "message": "Please ask a question: it is empty.", "details": {"field": "question"}}}\
""")
    assert await exchange(app, PlayedEngine(), "POST", "/chat", content=b"{") == snapshot("""\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""")
    assert await exchange(app, PlayedEngine(), "POST", "/chat", content=b"x" * 200_001) == snapshot("""\
413
{"detail": {"error": "INVALID_REQUEST", "message": "The request is larger than this server takes.", "details": null}}\
""")
    assert await exchange(app, PlayedEngine(), "GET", "/nowhere") == snapshot("""\
404
{"detail": {"error": "INVALID_REQUEST", "message": "There is no such endpoint.", "details": null}}\
""")


@pytest.mark.parametrize(
    ("scores", "expected", "verdict"),
    [
        ((0.9, 0.51), "high", Verdict.ANSWER),
        ((0.9, 0.5), "medium", Verdict.ANSWER),
        ((0.31,), "medium", Verdict.ANSWER),
        ((0.3, 0.2), "low", Verdict.HEDGE),
        ((0.1,), "low", Verdict.HEDGE),
        ((0.09,), "none", Verdict.DECLINE),
        ((), "none", Verdict.DECLINE),
    ],
)
def test_labels(scores: tuple[float, ...], expected: str, verdict: Verdict) -> None:
    average = sum(scores) / len(scores) if scores else 0.0
    confidence = Confidence(average, min(scores, default=0), max(scores, default=0), len(scores), 0, scores)
    assert (label(confidence), judge(confidence)) == (expected, verdict)


async def test_health() -> None:
    assert await exchange(app, PlayedEngine(), "GET", "/health") == snapshot("""\
200
{"status":"healthy","qdrant":"connected","cohere":"available","openai":"available"}\
""")
    engine = PlayedEngine()
    engine.parts["embedder"] = Health("embedder", is_up=False, error="down")
    assert await exchange(app, engine, "GET", "/health") == snapshot("""\
200
{"status":"unhealthy","qdrant":"connected","cohere":"unavailable","openai":"available"}\
""")


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/chat", ASK) == snapshot(
        {
            "no key": """\
401
{"detail": {"error": "UNAUTHORIZED", "message": "This server wants an API key.", "details": null}}\
""",
            "full": """\
429 Retry-After: 1
{"detail": {"error": "RATE_LIMITED", "message": "Too many questions at once. Please wait a little.", "details": null}}\
""",
            "wrong key": """\
401
{"detail": {"error": "UNAUTHORIZED", "message": "This server wants an API key.", "details": null}}\
""",
            "server ends": """\
503 Retry-After: 5
{"detail": {"error": "RETRIEVAL_ERROR", "message": "The book's index does not answer. Please try again soon.", "details": null}}\
""",
        }
    )


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "empty": {"question": ""},
        "blank": {"question": "  "},
        "null": {"question": None},
        "too long": {"question": "x" * 8001},
        "not a string": {"question": []},
        "context too long": {"context": "x" * 2001},
        "no session id": {"session_id": "abc"},
        "too many passages": {"k": 21},
        "a number in quotes": {"k": "5"},
    }
    assert await every_bad_input(app, "/chat", ASK, bad) == snapshot(
        {
            "empty": """\
400
{"detail": {"error": "EMPTY_QUESTION", "message": "Please ask a question: it is empty.", "details": {"field": "question"}}}\
""",
            "blank": """\
400
{"detail": {"error": "EMPTY_QUESTION", "message": "Please ask a question: it is empty.", "details": {"field": "question"}}}\
""",
            "null": """\
400
{"detail": {"error": "EMPTY_QUESTION", "message": "Please ask a question: it is empty.", "details": {"field": "question"}}}\
""",
            "too long": """\
400
{"detail": {"error": "QUESTION_TOO_LONG", "message": "The question is too long: at most 8000 characters.", "details": {"field": "question"}}}\
""",
            "not a string": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "question is not valid: it should be a valid string.", "details": {"field": "question"}}}\
""",
            "context too long": """\
400
{"detail": {"error": "CONTEXT_TOO_LONG", "message": "The context is too long: at most 2000 characters.", "details": {"field": "context"}}}\
""",
            "no session id": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "session_id is not valid.", "details": {"field": "session_id"}}}\
""",
            "too many passages": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "k is not valid: it should be less than or equal to 20.", "details": {"field": "k"}}}\
""",
            "a number in quotes": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "k is not valid.", "details": {"field": "k"}}}\
""",
            "no body": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "half an object": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "a list": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "null alone": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "not UTF-8": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "deeply nested": """\
400
{"detail": {"error": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "details": {"field": "body"}}}\
""",
            "too large": """\
413
{"detail": {"error": "INVALID_REQUEST", "message": "The request is larger than this server takes.", "details": null}}\
""",
            "unknown path": """\
404
{"detail": {"error": "INVALID_REQUEST", "message": "There is no such endpoint.", "details": null}}\
""",
            "wrong method": """\
405
{"detail": {"error": "INVALID_REQUEST", "message": "This endpoint takes POST only.", "details": null}}\
""",
        }
    )
