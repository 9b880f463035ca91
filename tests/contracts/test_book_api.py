"""The book API (005-rag-agent-api): every scene as the exact bytes on the wire."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from inline_snapshot import snapshot

from footnoted.contracts.book_api import app
from footnoted.contracts.door.limits import Limiter
from footnoted.domain.door.health import Health
from tests import scenes
from tests.contracts.wire import REQUEST_ID, at_the_door, every_bad_input, exchange
from tests.scenes import SESSION, PlayedEngine, PlayedHistory

ASK: dict[str, Any] = {"query": "How warm is the cluster?", "session_id": str(SESSION)}


async def chat(engine: PlayedEngine, **fields: Any) -> str:
    return await exchange(app, engine, "POST", "/chat", json=ASK | fields)


async def chat_stream(engine: PlayedEngine, **fields: Any) -> str:
    return await exchange(app, engine, "POST", "/chat/stream", json=ASK | fields)


async def test_answered() -> None:
    assert await chat(PlayedEngine(scenes.answered)) == snapshot("""\
200
{"answer":"The cluster keeps its middle at 34 °C [1].","fallback_message":null,"sources":[{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":0,"similarity_score":0.91,"snippet":"A cluster of bees keeps its middle at 34 °C.","book":"bees"},{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":1,"similarity_score":0.72,"snippet":"A colony eats about 15 kg of honey in a winter.","book":"bees"}],"metadata":{"query_time_ms":0,"retrieval_count":2,"mode":"full","low_confidence":false,"request_id":"11111111-2222-4333-8444-555555555555","session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","raw_similarities":[0.8123,0.7511]},"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","confidence":{"average_similarity":0.815,"min_similarity":0.72,"max_similarity":0.91,"num_chunks":2,"chunk_diversity":0.21,"confidence_level":"low","should_answer":true},"declined":false,"outcome":"answered","citations":[{"start":0,"end":37,"source":1,"quote":"A cluster of bees keeps its middle at 34 °C.","supported":true,"support":"exact","url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}]}\
""")


async def test_answered_as_a_stream() -> None:
    assert await chat_stream(PlayedEngine(scenes.answered)) == snapshot("""\
200
data: {"delta": "The cluste"}

data: {"delta": "r keeps its middle at 34 °C [1]."}

data: {"sources": [{"source_url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter", "section": "Keeping bees warm", "chunk_position": 0, "similarity_score": 0.91, "snippet": "A cluster of bees keeps its middle at 34 °C.", "book": "bees"}, {"source_url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter", "section": "Keeping bees warm", "chunk_position": 1, "similarity_score": 0.72, "snippet": "A colony eats about 15 kg of honey in a winter.", "book": "bees"}], "metadata": {"query_time_ms": 0, "retrieval_count": 2, "mode": "full", "low_confidence": false, "request_id": "11111111-2222-4333-8444-555555555555", "session_id": "3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10", "raw_similarities": [0.8123, 0.7511]}}

data: {"citations": [{"start": 0, "end": 37, "source": 1, "quote": "A cluster of bees keeps its middle at 34 °C.", "supported": true, "support": "exact", "url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees"}], "confidence": {"average_similarity": 0.815, "min_similarity": 0.72, "max_similarity": 0.91, "num_chunks": 2, "chunk_diversity": 0.21, "confidence_level": "low", "should_answer": true}, "declined": false, "outcome": "answered"}

data: {"done": true}

""")


async def test_refused() -> None:
    assert await chat(PlayedEngine(scenes.refused)) == snapshot("""\
200
{"answer":"The book does not say.","fallback_message":null,"sources":[],"metadata":{"query_time_ms":0,"retrieval_count":0,"mode":"no_results","low_confidence":false,"request_id":"11111111-2222-4333-8444-555555555555","session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","raw_similarities":[]},"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","confidence":{"average_similarity":0.05,"min_similarity":0.05,"max_similarity":0.05,"num_chunks":1,"chunk_diversity":0.0,"confidence_level":"insufficient","should_answer":false},"declined":true,"outcome":"declined","citations":[]}\
""")


async def test_refused_as_a_stream() -> None:
    assert await chat_stream(PlayedEngine(scenes.refused)) == snapshot("""\
200
data: {"delta": "The book does not say."}

data: {"sources": [], "metadata": {"query_time_ms": 0, "retrieval_count": 0, "mode": "no_results", "low_confidence": false, "request_id": "11111111-2222-4333-8444-555555555555", "session_id": "3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10", "raw_similarities": []}}

data: {"citations": [], "confidence": {"average_similarity": 0.05, "min_similarity": 0.05, "max_similarity": 0.05, "num_chunks": 1, "chunk_diversity": 0.0, "confidence_level": "insufficient", "should_answer": false}, "declined": true, "outcome": "declined"}

data: {"done": true}

""")


async def test_low_confidence() -> None:
    assert await chat(PlayedEngine(scenes.low_confidence)) == snapshot("""\
200
{"answer":"In part: bees fly above 10 °C [1].","fallback_message":null,"sources":[{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":2,"similarity_score":0.41,"snippet":"Bees fly when it is warmer than 10 °C.","book":"bees"}],"metadata":{"query_time_ms":0,"retrieval_count":1,"mode":"full","low_confidence":true,"request_id":"11111111-2222-4333-8444-555555555555","session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","raw_similarities":[0.6604]},"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","confidence":{"average_similarity":0.41,"min_similarity":0.41,"max_similarity":0.41,"num_chunks":1,"chunk_diversity":0.0,"confidence_level":"insufficient","should_answer":true},"declined":false,"outcome":"shown","citations":[]}\
""")


async def test_low_confidence_as_a_stream() -> None:
    assert await chat_stream(PlayedEngine(scenes.low_confidence)) == snapshot("""\
200
data: {"delta": "In part: bees fly above 10 °C [1]."}

data: {"sources": [{"source_url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter", "section": "Keeping bees warm", "chunk_position": 2, "similarity_score": 0.41, "snippet": "Bees fly when it is warmer than 10 °C.", "book": "bees"}], "metadata": {"query_time_ms": 0, "retrieval_count": 1, "mode": "full", "low_confidence": true, "request_id": "11111111-2222-4333-8444-555555555555", "session_id": "3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10", "raw_similarities": [0.6604]}}

data: {"citations": [], "confidence": {"average_similarity": 0.41, "min_similarity": 0.41, "max_similarity": 0.41, "num_chunks": 1, "chunk_diversity": 0.0, "confidence_level": "insufficient", "should_answer": true}, "declined": false, "outcome": "shown"}

data: {"done": true}

""")


async def test_selected_text() -> None:
    assert await chat(PlayedEngine(scenes.selected_text), selected_text="x" * 250) == snapshot("""\
200
{"answer":"It keeps its middle at 34 °C [1].","fallback_message":null,"sources":[{"source_type":"selected_text","selection_length":250,"snippet":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","relevance_note":"The selected text is the only ground of the answer."}],"metadata":{"query_time_ms":0,"retrieval_count":0,"mode":"selected_text","low_confidence":false,"request_id":"11111111-2222-4333-8444-555555555555","session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","raw_similarities":[]},"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","confidence":{"average_similarity":0.815,"min_similarity":0.72,"max_similarity":0.91,"num_chunks":2,"chunk_diversity":0.21,"confidence_level":"low","should_answer":true},"declined":false,"outcome":"answered","citations":[]}\
""")


async def test_selected_text_as_a_stream() -> None:
    assert await chat_stream(PlayedEngine(scenes.selected_text), selected_text="Bees are warm.") == snapshot("""\
200
data: {"delta": "It keeps its middle at 34 °C [1]."}

data: {"sources": [{"source_type": "selected_text", "selection_length": 14, "snippet": "Bees are warm.", "relevance_note": "The selected text is the only ground of the answer."}], "metadata": {"query_time_ms": 0, "retrieval_count": 0, "mode": "selected_text", "low_confidence": false, "request_id": "11111111-2222-4333-8444-555555555555", "session_id": "3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10", "raw_similarities": []}}

data: {"citations": [], "confidence": {"average_similarity": 0.815, "min_similarity": 0.72, "max_similarity": 0.91, "num_chunks": 2, "chunk_diversity": 0.21, "confidence_level": "low", "should_answer": true}, "declined": false, "outcome": "answered"}

data: {"done": true}

""")


async def test_searched_twice_looks_like_any_answer() -> None:
    once, twice = PlayedEngine(scenes.answered), PlayedEngine(scenes.searched_twice)
    assert await chat(once) == await chat(twice)
    assert await chat_stream(once) == await chat_stream(twice)


async def test_failed_before_the_first_token() -> None:
    assert await chat_stream(PlayedEngine(*scenes.failed_early)) == snapshot("""\
503 Retry-After: 5
{"error_code": "GEMINI_UNAVAILABLE", "message": "The language model does not answer. Please try again soon.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")
    assert await chat(PlayedEngine(*scenes.failed_early)) == snapshot("""\
503 Retry-After: 5
{"error_code": "GEMINI_UNAVAILABLE", "message": "The language model does not answer. Please try again soon.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_failed_midway() -> None:
    assert await chat_stream(PlayedEngine(*scenes.failed_midway)) == snapshot("""\
200
data: {"delta": "The cluste"}

data: {"error": "The language model does not answer. Please try again soon."}

""")


async def test_crashed_midway() -> None:
    engine = PlayedEngine(scenes.answered[:3], ZeroDivisionError("secret"))
    assert await chat_stream(engine) == snapshot("""\
200
data: {"delta": "The cluste"}

data: {"error": "Something went wrong on our side."}

""")


async def test_model_down_after_retries() -> None:
    assert await chat(PlayedEngine(scenes.model_down)) == snapshot("""\
200
{"answer":null,"fallback_message":"The language model is not available just now. These passages of the book answer your question best.","sources":[{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":0,"similarity_score":0.91,"snippet":"A cluster of bees keeps its middle at 34 °C.","book":"bees"},{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":1,"similarity_score":0.72,"snippet":"A colony eats about 15 kg of honey in a winter.","book":"bees"}],"metadata":{"query_time_ms":0,"retrieval_count":2,"mode":"retrieval_only","low_confidence":false,"request_id":"11111111-2222-4333-8444-555555555555","session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","raw_similarities":[0.8123,0.7511]},"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","confidence":{"average_similarity":0.815,"min_similarity":0.72,"max_similarity":0.91,"num_chunks":2,"chunk_diversity":0.21,"confidence_level":"low","should_answer":true},"declined":false,"outcome":"unwritten","citations":[]}\
""")


async def test_store_down() -> None:
    assert await chat(PlayedEngine(*scenes.store_down)) == snapshot("""\
503 Retry-After: 5
{"error_code": "QDRANT_UNAVAILABLE", "message": "The book's index does not answer. Please try again soon.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_database_down() -> None:
    engine = PlayedEngine(history=PlayedHistory(is_down=True))
    assert await exchange(app, engine, "GET", f"/history/{SESSION}") == snapshot("""\
503 Retry-After: 5
{"error_code": "SERVICE_UNAVAILABLE", "message": "The service is not available just now. Please try again soon.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_internal_error_says_nothing_of_its_cause() -> None:
    assert await chat(PlayedEngine(error=ZeroDivisionError("a secret path"))) == snapshot("""\
500
{"error_code": "INTERNAL_ERROR", "message": "Something went wrong on our side.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"query": ""}, "EMPTY_QUERY"),
        ({"query": " \n\t"}, "EMPTY_QUERY"),
        ({"query": "\x00\u200b"}, "EMPTY_QUERY"),
        ({"query": "x" * 32001}, "QUERY_TOO_LONG"),
        ({"query": 7}, "INVALID_REQUEST"),
        ({"query": None}, "EMPTY_QUERY"),
        ({"selected_text": "x" * 64001}, "SELECTION_TOO_LONG"),
        ({"session_id": "abc"}, "INVALID_SESSION_ID"),
        ({"session_id": "11111111-1111-1111-8111-111111111111"}, "INVALID_SESSION_ID"),
        ({"top_k": 0}, "INVALID_REQUEST"),
        ({"top_k": 21}, "INVALID_REQUEST"),
        ({"similarity_threshold": 1.5}, "INVALID_REQUEST"),
        ({"filters": "all"}, "INVALID_REQUEST"),
        ({"filters": {"section": 3}}, "INVALID_REQUEST"),
    ],
)
@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_bad_fields(path: str, fields: dict[str, Any], code: str) -> None:
    response = await exchange(app, PlayedEngine(scenes.answered), "POST", path, json=ASK | fields)
    assert response.startswith("400\n")
    assert f'"error_code": "{code}"' in response


async def test_absent_query_is_an_empty_one() -> None:
    assert await exchange(app, PlayedEngine(), "POST", "/chat", json={}) == snapshot("""\
400
{"error_code": "EMPTY_QUERY", "message": "Please ask a question: `query` is empty.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"query": "\xff"}', b"[" * 100_000])
async def test_bodies_that_are_no_json_object(body: bytes) -> None:
    response = await exchange(
        app, PlayedEngine(), "POST", "/chat", content=body, headers={"content-type": "application/json"}
    )
    assert response.startswith("400\n")
    assert '"error_code": ' in response


async def test_body_too_large() -> None:
    assert await exchange(app, PlayedEngine(), "POST", "/chat", content=b"x" * 200_001) == snapshot("""\
413
{"error_code": "BODY_TOO_LARGE", "message": "The request is larger than this server takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_unknown_path_and_method() -> None:
    assert await exchange(app, PlayedEngine(), "GET", "/nowhere") == snapshot("""\
404
{"error_code": "NOT_FOUND", "message": "There is no such endpoint. See /docs for what there is.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")
    assert await exchange(app, PlayedEngine(), "GET", "/chat") == snapshot("""\
405
{"error_code": "NOT_FOUND", "message": "This endpoint takes POST only. See /docs for what there is.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_explicit_null_equals_absent_and_extras_are_ignored() -> None:
    engine = PlayedEngine(scenes.answered)
    response = await chat(engine, selected_text=None, filters=None, book=None, colour="blue")
    assert response.startswith("200\n")
    assert engine.asked[0].selection is None


async def test_fields_reach_the_engine() -> None:
    engine = PlayedEngine(scenes.answered)
    await chat(engine, query="  Trimmed?  ", top_k=3, similarity_threshold=0.4, book="bees",
               filters={"source_url_prefix": "/docs/winter", "section": "Keeping bees warm"})  # fmt: skip
    asked = engine.asked[0]
    assert (asked.text, asked.limit, asked.threshold, asked.book) == ("Trimmed?", 3, 0.4, "bees")
    assert (asked.filters.url_prefix, asked.filters.section) == ("/docs/winter", "Keeping bees warm")
    assert (asked.session, asked.request_id) == (SESSION, REQUEST_ID)


async def test_a_session_is_made_when_none_is_given() -> None:
    engine = PlayedEngine(scenes.answered)
    await exchange(app, engine, "POST", "/chat", json={"query": "How warm?"})
    assert isinstance(engine.asked[0].session, UUID)


async def test_history() -> None:
    assert await exchange(app, PlayedEngine(), "GET", f"/history/{SESSION}", keep_times=True) == snapshot("""\
200
{"session_id":"3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10","entries":[{"timestamp":"2030-01-02T12:00:00Z","query":"How warm?","response":"The cluster keeps its middle at 34 °C [1].","sources":[{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":0,"similarity_score":0.91,"snippet":"A cluster of bees keeps its middle at 34 °C.","book":"bees"}],"metadata":{"mode":"full","low_confidence":true,"request_id":"22222222-2222-4333-8444-555555555555"},"citations":[{"start":0,"end":37,"source":1,"quote":"A cluster of bees keeps its middle at 34 °C.","supported":true,"support":"exact","url":null}]}],"total_entries":7}\
""")


@pytest.mark.parametrize("limit", [0, 101, "many"])
async def test_history_limit(limit: int | str) -> None:
    assert (await exchange(app, PlayedEngine(), "GET", f"/history/{SESSION}?limit={limit}")).startswith("400\n")


async def test_history_of_an_unknown_session() -> None:
    unknown = "7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10"
    assert await exchange(app, PlayedEngine(), "GET", f"/history/{unknown}") == snapshot("""\
404
{"error_code": "SESSION_NOT_FOUND", "message": "There is no such session.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")
    assert await exchange(app, PlayedEngine(), "GET", "/history/abc") == snapshot("""\
400
{"error_code": "INVALID_SESSION_ID", "message": "`session_id` must be a UUID of version 4.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "session_id"}}\
""")


async def test_search() -> None:
    assert await exchange(app, PlayedEngine(), "POST", "/search", json={"query": "warm"}) == snapshot("""\
200
{"query":"warm","results":[{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":0,"similarity_score":0.91,"snippet":"A cluster of bees keeps its middle at 34 °C.","book":"bees","chunk_id":"ea161a0c-3722-5321-b33e-19723c17f6df","text":"A cluster of bees keeps its middle at 34 °C.","raw_similarity":0.8123},{"source_url":"https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees","title":"Winter","section":"Keeping bees warm","chunk_position":1,"similarity_score":0.72,"snippet":"A colony eats about 15 kg of honey in a winter.","book":"bees","chunk_id":"c5b940c4-43a3-5457-9d30-9117f3da82a0","text":"A colony eats about 15 kg of honey in a winter.","raw_similarity":0.7511}],"request_id":"11111111-2222-4333-8444-555555555555"}\
""")


async def test_forget_a_session() -> None:
    assert await exchange(app, PlayedEngine(), "DELETE", f"/sessions/{SESSION}") == "204\n"
    unknown = "7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10"
    assert (await exchange(app, PlayedEngine(), "DELETE", f"/sessions/{unknown}")).startswith("404\n")


async def test_feedback() -> None:
    engine = PlayedEngine()
    request = scenes.REMEMBERED.metadata["request_id"]
    body = {"request_id": request, "helpful": False, "comment": "Wrong page."}
    assert await exchange(app, engine, "POST", "/feedback", json=body) == "204\n"
    assert engine.history.rated == [(UUID(request), False, "Wrong page.")]
    body["request_id"] = str(REQUEST_ID)
    assert await exchange(app, engine, "POST", "/feedback", json=body) == snapshot("""\
404
{"error_code": "SESSION_NOT_FOUND", "message": "There is no such session.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")
    assert len(engine.history.rated) == 1


async def test_health() -> None:
    assert await exchange(app, PlayedEngine(), "GET", "/health") == snapshot("""\
200
{"status":"healthy","timestamp":"<time>","services":{"index":{"name":"index","status":"healthy","latency_ms":0.25,"error":null},"database":{"name":"database","status":"healthy","latency_ms":0.25,"error":null},"embedder":{"name":"embedder","status":"healthy","latency_ms":0.25,"error":null},"model":{"name":"model","status":"healthy","latency_ms":0.25,"error":null}},"version":"0.1.0","books":{}}\
""")


@pytest.mark.parametrize(
    ("down", "status"), [("index", "unavailable"), ("model", "degraded"), ("database", "degraded")]
)
async def test_health_when_a_part_is_down(down: str, status: str) -> None:
    engine = PlayedEngine()
    engine.parts[down] = Health(down, is_up=False, error="It does not answer.")
    assert f'"status":"{status}"' in await exchange(app, engine, "GET", "/health")


async def test_at_the_door() -> None:
    assert await at_the_door(app, "/chat", ASK) == snapshot(
        {
            "no key": """\
401
{"error_code": "UNAUTHORIZED", "message": "This server wants a key: `Authorization: Bearer` or `X-API-Key`.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
            "full": """\
429 Retry-After: 1
{"error_code": "RATE_LIMITED", "message": "Too many questions at once. Please wait a little.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
            "wrong key": """\
401
{"error_code": "UNAUTHORIZED", "message": "This server wants a key: `Authorization: Bearer` or `X-API-Key`.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
            "server ends": """\
503 Retry-After: 5
{"error_code": "SERVICE_UNAVAILABLE", "message": "The service is not available just now. Please try again soon.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
        }
    )


async def test_bad_input_of_every_kind() -> None:
    bad: dict[str, dict[str, Any]] = {
        "empty": {"query": ""},
        "blank": {"query": " \n\t"},
        "invisible": {"query": "\x00\u200b"},
        "null": {"query": None},
        "too long": {"query": "x" * 32001},
        "not a string": {"query": 7},
        "selection too long": {"selected_text": "x" * 64001},
        "session of another version": {"session_id": "11111111-1111-1111-8111-111111111111"},
        "session in braces": {"session_id": "{3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10}"},
        "too many passages": {"top_k": 21},
        "a number in quotes": {"top_k": "5"},
        "threshold above one": {"similarity_threshold": 1.5},
        "filters are no object": {"filters": "all"},
        "prefix is no URL": {"filters": {"source_url_prefix": "javascript:alert(1)"}},
    }
    assert await every_bad_input(app, "/chat", ASK, bad) == snapshot(
        {
            "empty": """\
400
{"error_code": "EMPTY_QUERY", "message": "Please ask a question: `query` is empty.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "blank": """\
400
{"error_code": "EMPTY_QUERY", "message": "Please ask a question: `query` is empty.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "invisible": """\
400
{"error_code": "EMPTY_QUERY", "message": "Please ask a question: `query` is empty.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "null": """\
400
{"error_code": "EMPTY_QUERY", "message": "Please ask a question: `query` is empty.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "too long": """\
400
{"error_code": "QUERY_TOO_LONG", "message": "The question is too long: at most 32000 characters.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "not a string": """\
400
{"error_code": "INVALID_REQUEST", "message": "`query` is not valid: it should be a valid string. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "query"}}\
""",
            "selection too long": """\
400
{"error_code": "SELECTION_TOO_LONG", "message": "The selected text is too long: at most 64000 characters.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "selected_text"}}\
""",
            "session of another version": """\
400
{"error_code": "INVALID_SESSION_ID", "message": "`session_id` must be a UUID of version 4.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "session_id"}}\
""",
            "session in braces": """\
400
{"error_code": "INVALID_SESSION_ID", "message": "`session_id` must be a UUID of version 4.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "session_id"}}\
""",
            "too many passages": """\
400
{"error_code": "INVALID_REQUEST", "message": "`top_k` is not valid: it should be less than or equal to 20. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "top_k"}}\
""",
            "a number in quotes": """\
400
{"error_code": "INVALID_REQUEST", "message": "`top_k` is not valid. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "top_k"}}\
""",
            "threshold above one": """\
400
{"error_code": "INVALID_REQUEST", "message": "`similarity_threshold` is not valid: it should be less than or equal to 1. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "similarity_threshold"}}\
""",
            "filters are no object": """\
400
{"error_code": "INVALID_REQUEST", "message": "`filters` is not valid. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "filters"}}\
""",
            "prefix is no URL": """\
400
{"error_code": "INVALID_REQUEST", "message": "`filters` is not valid. See /docs for what it takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "filters"}}\
""",
            "no body": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "half an object": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "a list": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "null alone": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "not UTF-8": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "deeply nested": """\
400
{"error_code": "INVALID_REQUEST", "message": "The request must be a JSON object in UTF-8.", "request_id": "11111111-2222-4333-8444-555555555555", "details": {"field": "body"}}\
""",
            "too large": """\
413
{"error_code": "BODY_TOO_LARGE", "message": "The request is larger than this server takes.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
            "unknown path": """\
404
{"error_code": "NOT_FOUND", "message": "There is no such endpoint. See /docs for what there is.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
            "wrong method": """\
405
{"error_code": "NOT_FOUND", "message": "This endpoint takes POST only. See /docs for what there is.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""",
        }
    )


async def test_limited() -> None:
    engine, limiter = PlayedEngine(scenes.answered), Limiter(clock=lambda: 0.0)
    for path in ("/chat", "/chat/stream"):
        for _ in range(50):
            await exchange(app, engine, "POST", path, json=ASK, state={"limiter": limiter})
    assert await exchange(app, engine, "POST", "/chat", json=ASK, state={"limiter": limiter}) == snapshot("""\
429 Retry-After: 3600
{"error_code": "RATE_LIMITED", "message": "Too many questions at once. Please wait a little.", "request_id": "11111111-2222-4333-8444-555555555555", "details": null}\
""")


async def test_model_and_store_down_as_a_stream() -> None:
    assert await chat_stream(PlayedEngine(scenes.model_down)) == snapshot("""\
200
data: {"delta": "The cluster keeps its middle at 34 °C [1]."}

data: {"sources": [{"source_url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter", "section": "Keeping bees warm", "chunk_position": 0, "similarity_score": 0.91, "snippet": "A cluster of bees keeps its middle at 34 °C.", "book": "bees"}, {"source_url": "https://bees.example/docs/winter#keeping-bees-warm:~:text=A%20cluster%20of%20bees", "title": "Winter", "section": "Keeping bees warm", "chunk_position": 1, "similarity_score": 0.72, "snippet": "A colony eats about 15 kg of honey in a winter.", "book": "bees"}], "metadata": {"query_time_ms": 0, "retrieval_count": 2, "mode": "retrieval_only", "low_confidence": false, "request_id": "11111111-2222-4333-8444-555555555555", "session_id": "3f0c9a52-6c1b-4f0e-9a3a-0d8d6d1f2a10", "raw_similarities": [0.8123, 0.7511]}}

data: {"citations": [], "confidence": {"average_similarity": 0.815, "min_similarity": 0.72, "max_similarity": 0.91, "num_chunks": 2, "chunk_diversity": 0.21, "confidence_level": "low", "should_answer": true}, "declined": false, "outcome": "unwritten"}

data: {"done": true}

""")
    assert await chat_stream(PlayedEngine(*scenes.store_down)) == await chat(PlayedEngine(*scenes.store_down))


async def test_a_blank_selection_is_none() -> None:
    engine = PlayedEngine(scenes.answered)
    await chat(engine, selected_text=" \n")
    assert engine.asked[0].selection is None
