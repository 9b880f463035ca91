"""006-rag-ai-agent: every scene as the exact bytes on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from inline_snapshot import snapshot

from footnoted.contracts.door.limits import Limiter
from footnoted.contracts.rag_ai_agent.routes import app, living_session
from footnoted.domain.answer import Answered, Event, Usage
from footnoted.domain.door.health import Health
from footnoted.domain.errors import EmbedderDown
from footnoted.domain.question import Session
from tests import scenes
from tests.contracts.wire import at_the_door, every_bad_input, exchange
from tests.scenes import SESSION, PlayedEngine, PlayedHistory

ASK: dict[str, Any] = {"message": "How warm is the cluster?", "session_id": str(SESSION)}


class LivingHistory(PlayedHistory):
    """Its session was active a moment ago."""

    async def session(self, session: UUID) -> Session | None:
        self._check()
        now = datetime.now(UTC)
        return Session(session, now, now, 7)


def playing(scene: Sequence[Event] = (), error: Exception | None = None) -> PlayedEngine:
    return PlayedEngine(scene, error, history=LivingHistory())


async def chat(engine: PlayedEngine, **fields: Any) -> str:
    return await exchange(app, engine, "POST", "/chat", json=ASK | fields)


async def test_answered() -> None:
    assert await chat(playing(scenes.answered)) == snapshot("""\
200
{"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","message":"The cluster keeps its middle at 34 °C [1].","sources":[{"chunk_id":"ea161a0c-3722-5321-b33e-19723c17f6df","title":"Winter","slug":"docs/winter#keeping-bees-warm","score":0.91}],"metadata":{"response_time_ms":0,"tokens_used":null,"context_chunks":2}}\
""")


async def test_a_models_tokens_are_told() -> None:
    *events, last = scenes.answered
    assert isinstance(last, Answered)
    answer = replace(last.answer, usage=Usage("m", 1, tokens_read=30, tokens_written=12))
    assert '"tokens_used":42' in await chat(playing([*events, Answered(answer)]))


async def test_searched_twice_looks_like_any_answer() -> None:
    assert await chat(playing(scenes.answered)) == await chat(playing(scenes.searched_twice))


async def test_refused() -> None:
    assert await chat(playing(scenes.refused)) == snapshot("""\
200
{"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","message":"The book does not say.","sources":[],"metadata":{"response_time_ms":0,"tokens_used":null,"context_chunks":0}}\
""")


async def test_refusal_is_worded_as_the_widget_expects() -> None:
    engine = playing(scenes.refused)
    await chat(engine)
    assert "couldn't find" in engine.asked[0].policy.refusal


async def test_low_confidence() -> None:
    assert await chat(playing(scenes.low_confidence)) == snapshot("""\
200
{"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","message":"In part: bees fly above 10 °C [1].","sources":[{"chunk_id":"290625aa-1c21-577e-b513-85439e04c3b6","title":"Winter","slug":"docs/winter#keeping-bees-warm","score":0.41}],"metadata":{"response_time_ms":0,"tokens_used":null,"context_chunks":1}}\
""")


async def test_selected_text_comes_as_context_and_is_what_the_question_is_about() -> None:
    engine = playing(scenes.answered)
    assert await chat(engine, context="Bees are warm.") == await chat(engine)
    assert [(asked.about, asked.selection) for asked in engine.asked] == [("Bees are warm.", None), (None, None)]


async def test_failed_before_and_after_the_first_token() -> None:
    assert await chat(playing(*scenes.failed_early)) == snapshot("""\
502 Retry-After: 5
{"error": "upstream_error", "message": "The language model does not answer. Please try again soon.", "detail": "The language model does not answer. Please try again soon."}\
""")
    assert await chat(playing(*scenes.failed_midway)) == await chat(playing(*scenes.failed_early))


async def test_model_down_still_answers_in_the_books_words() -> None:
    assert await chat(playing(scenes.model_down)) == snapshot("""\
200
{"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","message":"The cluster keeps its middle at 34 °C [1].","sources":[{"chunk_id":"ea161a0c-3722-5321-b33e-19723c17f6df","title":"Winter","slug":"docs/winter#keeping-bees-warm","score":0.91}],"metadata":{"response_time_ms":0,"tokens_used":null,"context_chunks":2}}\
""")


async def test_store_down() -> None:
    assert await chat(playing(*scenes.store_down)) == snapshot("""\
503 Retry-After: 5
{"error": "service_unavailable", "message": "The service is not available just now. Please try again soon.", "detail": "The service is not available just now. Please try again soon."}\
""")


async def test_embedder_down() -> None:
    assert (await chat(playing([], EmbedderDown("no embedder")))).startswith("502")


async def test_crash() -> None:
    assert await chat(playing([], ZeroDivisionError("secret"))) == snapshot("""\
500
{"error": "internal_error", "message": "Something went wrong on our side.", "detail": "Something went wrong on our side."}\
""")


async def test_limited_by_session() -> None:
    engine, limiter = playing(scenes.answered), Limiter(clock=lambda: 0.0)
    replies = [await exchange(app, engine, "POST", "/chat", json=ASK, state={"limiter": limiter}) for _ in range(11)]
    assert [reply[:3] for reply in replies[:10]] == ["200"] * 10
    assert replies[10] == snapshot("""\
429 Retry-After: 60
{"error": "rate_limited", "message": "Too many questions at once. Please wait a little.", "detail": "Too many questions at once. Please wait a little."}\
""")


async def test_limited_by_address() -> None:
    engine, limiter = playing(scenes.answered), Limiter(clock=lambda: 0.0)
    for _ in range(100):
        await exchange(app, engine, "POST", "/chat", json={"message": "Hm?"}, state={"limiter": limiter})
    response = await exchange(app, engine, "POST", "/search", json={"query": "warm"}, state={"limiter": limiter})
    assert response.startswith("429 Retry-After: 3600\n")


@pytest.mark.parametrize(
    "fields",
    [
        {"message": ""},
        {"message": "  "},
        {"message": None},
        {"message": "x" * 501},
        {"message": 7},
        {"session_id": "abc"},
    ],
)
async def test_bad_fields(fields: dict[str, Any]) -> None:
    response = await chat(playing(scenes.answered), **fields)
    assert response.startswith('400\n{"error": "validation_error", "message": "')


async def test_bad_input() -> None:
    assert await chat(playing(scenes.answered), message="") == snapshot("""\
400
{"error": "validation_error", "message": "Please ask a question: the message is empty.", "detail": "Please ask a question: the message is empty."}\
""")
    assert await chat(playing(scenes.answered), session_id="11111111-1111-1111-8111-111111111111") == snapshot("""\
400
{"error": "validation_error", "message": "session_id must be a UUID of version 4.", "detail": "session_id must be a UUID of version 4."}\
""")
    assert await exchange(app, playing(), "POST", "/chat", content=b"{") == snapshot("""\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""")
    assert await exchange(app, playing(), "POST", "/chat", content=b"x" * 200_001) == snapshot("""\
413
{"error": "validation_error", "message": "The request is larger than this server takes.", "detail": "The request is larger than this server takes."}\
""")


async def test_the_widgets_own_session_id_is_replaced() -> None:
    engine = playing(scenes.answered)
    response = await chat(engine, session_id="session_1734170000000_k3j9x0abc")
    assert response.startswith("200\n")
    assert f'"session_id":"{engine.asked[0].session}"' in response


async def test_sessions_live_half_an_hour() -> None:
    class IdleHistory(PlayedHistory):
        async def session(self, session: UUID) -> Session | None:
            idle = datetime.now(UTC) - timedelta(minutes=31)
            return Session(session, idle, idle, 3)

    assert await living_session(SESSION, LivingHistory()) == SESSION
    assert await living_session(SESSION, IdleHistory()) != SESSION


async def test_an_id_never_seen_is_adopted() -> None:
    stranger = UUID("7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10")
    assert await living_session(stranger, PlayedHistory()) == stranger


async def test_search() -> None:
    assert await exchange(app, playing(), "POST", "/search", json={"query": "warm"}) == snapshot("""\
200
{"query":"warm","results":[{"chunk_id":"ea161a0c-3722-5321-b33e-19723c17f6df","title":"Winter","slug":"docs/winter#keeping-bees-warm","score":0.91,"snippet":"A cluster of bees keeps its middle at 34 °C.","source_path":"/docs/winter"},{"chunk_id":"c5b940c4-43a3-5457-9d30-9117f3da82a0","title":"Winter","slug":"docs/winter#keeping-bees-warm","score":0.72,"snippet":"A colony eats about 15 kg of honey in a winter.","source_path":"/docs/winter"}]}\
""")


async def test_end_a_session() -> None:
    assert await exchange(app, playing(), "DELETE", f"/chat/sessions/{SESSION}") == snapshot("""\
200
{"message":"Session ended successfully"}\
""")
    unknown = "7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10"
    assert await exchange(app, playing(), "DELETE", f"/chat/sessions/{unknown}") == snapshot("""\
404
{"error": "not_found", "message": "There is no such session.", "detail": "There is no such session."}\
""")


async def test_health() -> None:
    assert await exchange(app, playing(), "GET", "/health") == snapshot("""\
200
{"status":"ok","qdrant":true,"postgres":true,"openai":true,"services":{"index":true,"database":true,"embedder":true,"model":true}}\
""")
    engine = playing()
    engine.parts["model"] = Health("model", is_up=False, error="down")
    assert await exchange(app, engine, "GET", "/health") == snapshot("""\
200
{"status":"degraded","qdrant":true,"postgres":true,"openai":false,"services":{"index":true,"database":true,"embedder":true,"model":false}}\
""")
    engine.parts["index"] = Health("index", is_up=False, error="down")
    assert '"status":"error"' in await exchange(app, engine, "GET", "/health")


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/chat", ASK) == snapshot(
        {
            "no key": """\
401
{"error": "unauthorized", "message": "This server wants an API key.", "detail": "This server wants an API key."}\
""",
            "full": """\
429 Retry-After: 1
{"error": "rate_limited", "message": "Too many questions at once. Please wait a little.", "detail": "Too many questions at once. Please wait a little."}\
""",
            "wrong key": """\
401
{"error": "unauthorized", "message": "This server wants an API key.", "detail": "This server wants an API key."}\
""",
            "server ends": """\
503 Retry-After: 5
{"error": "service_unavailable", "message": "The service is not available just now. Please try again soon.", "detail": "The service is not available just now. Please try again soon."}\
""",
        }
    )


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "empty": {"message": ""},
        "blank": {"message": "  "},
        "null": {"message": None},
        "too long": {"message": "x" * 501},
        "not a string": {"message": 7},
        "no session id": {"session_id": "abc"},
        "session of another version": {"session_id": "11111111-1111-1111-8111-111111111111"},
        "context too long": {"context": "x" * 64001},
    }
    assert await every_bad_input(app, "/chat", ASK, bad) == snapshot(
        {
            "empty": """\
400
{"error": "validation_error", "message": "Please ask a question: the message is empty.", "detail": "Please ask a question: the message is empty."}\
""",
            "blank": """\
400
{"error": "validation_error", "message": "Please ask a question: the message is empty.", "detail": "Please ask a question: the message is empty."}\
""",
            "null": """\
400
{"error": "validation_error", "message": "Please ask a question: the message is empty.", "detail": "Please ask a question: the message is empty."}\
""",
            "too long": """\
400
{"error": "validation_error", "message": "The message is too long: at most 500 characters.", "detail": "The message is too long: at most 500 characters."}\
""",
            "not a string": """\
400
{"error": "validation_error", "message": "message is not valid: it should be a valid string.", "detail": "message is not valid: it should be a valid string."}\
""",
            "no session id": """\
400
{"error": "validation_error", "message": "session_id must be a UUID of version 4.", "detail": "session_id must be a UUID of version 4."}\
""",
            "session of another version": """\
400
{"error": "validation_error", "message": "session_id must be a UUID of version 4.", "detail": "session_id must be a UUID of version 4."}\
""",
            "context too long": """\
400
{"error": "validation_error", "message": "context is not valid: it should have at most 64000 characters.", "detail": "context is not valid: it should have at most 64000 characters."}\
""",
            "no body": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "half an object": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "a list": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "null alone": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "not UTF-8": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "deeply nested": """\
400
{"error": "validation_error", "message": "The request must be a JSON object in UTF-8.", "detail": "The request must be a JSON object in UTF-8."}\
""",
            "too large": """\
413
{"error": "validation_error", "message": "The request is larger than this server takes.", "detail": "The request is larger than this server takes."}\
""",
            "unknown path": """\
404
{"error": "not_found", "message": "There is no such endpoint.", "detail": "There is no such endpoint."}\
""",
            "wrong method": """\
405
{"error": "not_found", "message": "This endpoint takes POST only.", "detail": "This endpoint takes POST only."}\
""",
        }
    )


@pytest.mark.parametrize("fields", [{"query": ""}, {"query": "x" * 501}, {"top_k": 0}, {"top_k": 21}, {"top_k": "5"}])
async def test_bad_searches(fields: dict[str, Any]) -> None:
    response = await exchange(app, playing(), "POST", "/search", json={"query": "warm"} | fields)
    assert response.startswith('400\n{"error": "validation_error", "message": "')


async def test_a_search_may_find_nothing() -> None:
    engine = playing()
    engine.found = ()
    assert await exchange(app, engine, "POST", "/search", json={"query": "warm"}) == snapshot("""\
200
{"query":"warm","results":[]}\
""")
