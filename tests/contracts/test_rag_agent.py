"""003-rag-agent: every scene as the exact bytes on the wire."""

from __future__ import annotations

from typing import Any

import pytest
from inline_snapshot import snapshot

from footnoted.contracts.door.limits import Limiter
from footnoted.contracts.rag_agent import app
from tests import scenes
from tests.contracts.wire import at_the_door, every_bad_input, exchange
from tests.scenes import PlayedEngine

ASK: dict[str, Any] = {"query": "How warm is the cluster?"}


async def ask(engine: PlayedEngine, **fields: Any) -> str:
    return await exchange(app, engine, "POST", "/ask", json=ASK | fields)


async def test_answered() -> None:
    assert await ask(PlayedEngine(scenes.answered)) == snapshot("""\
200
{"answer":"The cluster keeps its middle at 34 °C [1].","sources":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"matched_chunks":[{"chunk_id":"ea161a0c-3722-5321-b33e-19723c17f6df","text":"A cluster of bees keeps its middle at 34 °C.","relevance_score":0.91},{"chunk_id":"c5b940c4-43a3-5457-9d30-9117f3da82a0","text":"A colony eats about 15 kg of honey in a winter.","relevance_score":0.72}]}\
""")


async def test_searched_twice_looks_like_any_answer() -> None:
    assert await ask(PlayedEngine(scenes.answered)) == await ask(PlayedEngine(scenes.searched_twice))


async def test_refused() -> None:
    assert await ask(PlayedEngine(scenes.refused)) == snapshot("""\
200
{"answer":"The book does not say.","sources":[],"matched_chunks":[]}\
""")


async def test_low_confidence() -> None:
    assert await ask(PlayedEngine(scenes.low_confidence)) == snapshot("""\
200
{"answer":"In part: bees fly above 10 °C [1].","sources":["https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"],"matched_chunks":[{"chunk_id":"290625aa-1c21-577e-b513-85439e04c3b6","text":"Bees fly when it is warmer than 10 °C.","relevance_score":0.41}]}\
""")


async def test_it_is_stateless() -> None:
    engine = PlayedEngine(scenes.answered)
    await ask(engine, session_id="3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10")
    assert engine.asked[0].session is None


async def test_failures() -> None:
    assert await ask(PlayedEngine(*scenes.failed_early)) == snapshot("""\
500
{"error": "The service is not available just now.", "code": "SERVICE_UNAVAILABLE"}\
""")
    assert await ask(PlayedEngine(*scenes.failed_midway)) == await ask(PlayedEngine(*scenes.failed_early))
    assert await ask(PlayedEngine(*scenes.store_down)) == await ask(PlayedEngine(*scenes.failed_early))
    assert await ask(PlayedEngine([], ZeroDivisionError("secret"))) == snapshot("""\
500
{"error": "Something went wrong on our side.", "code": "INTERNAL_ERROR"}\
""")


async def test_model_down_still_answers_in_the_books_words() -> None:
    assert await ask(PlayedEngine(scenes.model_down)) == await ask(PlayedEngine(scenes.answered))


async def test_limited() -> None:
    engine, limiter = PlayedEngine(scenes.answered), Limiter(clock=lambda: 0.0)
    for _ in range(100):
        await exchange(app, engine, "POST", "/ask", json=ASK, state={"limiter": limiter})
    assert await exchange(app, engine, "POST", "/ask", json=ASK, state={"limiter": limiter}) == snapshot("""\
429 Retry-After: 3600
{"error": "Too many questions at once. Please wait a little.", "code": "RATE_LIMITED"}\
""")


@pytest.mark.parametrize(
    "fields", [{"query": ""}, {"query": None}, {"query": "x" * 1001}, {"query": 7}, {"query": "\t"}]
)
async def test_bad_fields(fields: dict[str, Any]) -> None:
    response = await ask(PlayedEngine(scenes.answered), **fields)
    assert response.startswith("400\n")
    assert response.endswith('"code": "INVALID_INPUT"}')


async def test_bad_input() -> None:
    assert await ask(PlayedEngine(), query=" ") == snapshot("""\
400
{"error": "Query cannot be empty", "code": "INVALID_INPUT"}\
""")
    assert await ask(PlayedEngine(), query="x" * 1001) == snapshot("""\
400
{"error": "Query is too long: at most 1000 characters", "code": "INVALID_INPUT"}\
""")
    assert await exchange(app, PlayedEngine(), "POST", "/ask", content=b"{") == snapshot("""\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""")
    assert await exchange(app, PlayedEngine(), "POST", "/ask", content=b"x" * 200_001) == snapshot("""\
413
{"error": "The request is larger than this server takes.", "code": "INVALID_INPUT"}\
""")
    assert await exchange(app, PlayedEngine(), "GET", "/nowhere") == snapshot("""\
404
{"error": "There is no such endpoint.", "code": "INVALID_INPUT"}\
""")


async def test_health() -> None:
    assert await exchange(app, PlayedEngine(), "GET", "/health") == snapshot("""\
200
{"status":"healthy","timestamp":"<time>"}\
""")


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/ask", ASK) == snapshot(
        {
            "no key": """\
401
{"error": "This server wants an API key.", "code": "UNAUTHORIZED"}\
""",
            "full": """\
429 Retry-After: 1
{"error": "Too many questions at once. Please wait a little.", "code": "RATE_LIMITED"}\
""",
            "wrong key": """\
401
{"error": "This server wants an API key.", "code": "UNAUTHORIZED"}\
""",
            "server ends": """\
500
{"error": "The service is not available just now.", "code": "SERVICE_UNAVAILABLE"}\
""",
        }
    )


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "empty": {"query": ""},
        "blank": {"query": "  "},
        "null": {"query": None},
        "too long": {"query": "x" * 1001},
        "not a string": {"query": {}},
    }
    assert await every_bad_input(app, "/ask", ASK, bad) == snapshot(
        {
            "empty": """\
400
{"error": "Query cannot be empty", "code": "INVALID_INPUT"}\
""",
            "blank": """\
400
{"error": "Query cannot be empty", "code": "INVALID_INPUT"}\
""",
            "null": """\
400
{"error": "Query cannot be empty", "code": "INVALID_INPUT"}\
""",
            "too long": """\
400
{"error": "Query is too long: at most 1000 characters", "code": "INVALID_INPUT"}\
""",
            "not a string": """\
400
{"error": "query is not valid: it should be a valid string", "code": "INVALID_INPUT"}\
""",
            "no body": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "half an object": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "a list": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "null alone": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "not UTF-8": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "deeply nested": """\
400
{"error": "The request must be a JSON object in UTF-8", "code": "INVALID_INPUT"}\
""",
            "too large": """\
413
{"error": "The request is larger than this server takes.", "code": "INVALID_INPUT"}\
""",
            "unknown path": """\
404
{"error": "There is no such endpoint.", "code": "INVALID_INPUT"}\
""",
            "wrong method": """\
405
{"error": "This endpoint takes POST only.", "code": "INVALID_INPUT"}\
""",
        }
    )
