"""The book API speaks the reader's language; contracts whose seeds fix the words keep theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import pytest

from footnoted.contracts import POLICIES, book_api
from footnoted.contracts.book_api import routes
from footnoted.contracts.book_api.models import ChatRequest
from footnoted.contracts.door.gate import Room
from footnoted.contracts.rendering.languages import SPOKEN, messages_in
from footnoted.domain.answer import Event
from footnoted.domain.errors import DatabaseDown, EmbedderDown, IndexDown, ModelDown, OutOfTime, SessionUnknown
from tests import scenes
from tests.contracts.wire import exchange
from tests.scenes import PlayedEngine

ID = UUID("11111111-2222-4333-8444-555555555555")


@pytest.mark.parametrize(
    ("query", "header", "code"),
    [
        ("Wie warm ist die Traube im Winter?", "en", "de"),
        ("كم تبلغ حرارة العنقود في الشتاء؟", "", "ar"),
        ("سردیوں میں چھتہ کتنا گرم ہوتا ہے؟", "de", "ur"),
        ("蜂群在冬天有多热？", "", "zh"),
        ("34 °C?", "fr-CH, en;q=0.5", "fr"),
        ("34 °C?", "", "en"),
        ("How warm is the cluster?", "de", "en"),
        ("Jak ciepły jest kłąb pszczół zimą?", "es", "pl"),
        ("Kuinka lämmin mehiläispesä on talvella?", "es", "es"),
    ],
)
def test_refusals_and_hedges_come_in_the_language_of_the_question_or_of_the_browser(
    query: str, header: str, code: str
) -> None:
    policy = routes.question(ChatRequest(query=query), ID, accept_language=header).policy
    assert policy.refusal == messages_in(code).refusal
    assert policy.hedge == messages_in(code).hedge
    assert policy.judge is book_api.POLICY.judge


@pytest.mark.parametrize("code", SPOKEN)
async def test_errors_come_in_the_language_of_the_browser(code: str) -> None:
    reply = await exchange(
        book_api.app,
        PlayedEngine(scenes.answered),
        "POST",
        "/chat",
        json={"query": ""},
        headers={"Accept-Language": code},
    )
    status, _, body = reply.partition("\n")
    assert status == "400"
    assert json.loads(body)["message"] == messages_in(code).empty
    assert json.loads(body)["error_code"] == "EMPTY_QUERY"


async def test_a_language_without_messages_leaves_it_to_the_readers_next() -> None:
    reply = await exchange(
        book_api.app,
        PlayedEngine(scenes.answered),
        "POST",
        "/chat",
        json={"query": ""},
        headers={"Accept-Language": "fi, sw;q=0.9, de;q=0.5"},
    )
    assert messages_in("de").empty in reply


def test_the_book_api_says_in_english_what_the_english_file_says() -> None:
    english = messages_in("en")
    assert (book_api.POLICY.refusal, book_api.POLICY.hedge, book_api.POLICY.shown, book_api.POLICY.unclear) == (
        english.refusal,
        english.hedge,
        english.shown,
        english.unclear,
    )


def test_the_words_that_seeds_fix_know_no_other_language() -> None:
    assert len({policy.refusal for policy in POLICIES.values()} & {messages_in("de").refusal}) == 0


FOR_WHOEVER_WRITES_A_CLIENT = {
    "There is no such endpoint. See /docs for what there is.",
    "The request must be a JSON object in UTF-8.",
    "`session_id` must be a UUID of version 4.",
    "`top_k` is not valid: it should be less than or equal to 20. See /docs for what it takes.",
}
"""No reader causes these."""
OF_THE_SCENE = {
    "answer",
    "text",
    "query",
    "snippet",
    "title",
    "section",
    "quote",
    "delta",
    "telling",
    "error_code",
    "detail",
}
"""What the book says, or a machine reads."""
QUESTIONS: list[dict[str, Any]] = [
    {"query": "34 °C?"},
    {"query": "34 °C?", "selected_text": "34 °C."},
    {"query": ""},
    {"query": "x" * 32_001},
    {"query": "34 °C?", "selected_text": "x" * 64_001},
    {"query": "34 °C?", "session_id": "none"},
    {"query": "34 °C?", "top_k": 99},
]
ENGINES: list[tuple[Sequence[Event], Exception | None]] = [
    (scenes.answered, None),
    (scenes.refused, None),
    (scenes.selected_text, None),
    (scenes.model_down, None),
    *(([], error("down")) for error in (IndexDown, ModelDown, DatabaseDown, EmbedderDown, OutOfTime, SessionUnknown)),
    (scenes.failed_midway[0], ModelDown("cut")),
    ([], RuntimeError("bug")),
]


def prose(found: Any, key: str = "") -> Iterator[str]:
    """Every text of two words and more in a reply that is not the scene's."""
    match found:
        case dict():
            for name, inner in found.items():
                yield from prose(inner, name)
        case list():
            for inner in found:
                yield from prose(inner, key)
        case str() if key not in OF_THE_SCENE and len(found.split()) > 1:
            yield found


async def told(code: str) -> set[str]:
    """All that the book API tells a reader of this language by itself, whatever goes wrong."""
    bodies = []
    for path in ("/chat", "/chat/stream", "/search"):
        asked = [(scene, error, QUESTIONS[0]) for scene, error in ENGINES]
        asked += [(scenes.refused, None, body) for body in QUESTIONS]
        for scene, error, body in asked:
            engine = PlayedEngine(scene, error=error)
            json_ = body if path != "/search" else {name: body[name] for name in body if name in ("query", "top_k")}
            bodies.append(
                await exchange(book_api.app, engine, "POST", path, json=json_, headers={"Accept-Language": code})
            )
    headers = {"Accept-Language": code}
    bodies.append(await exchange(book_api.app, PlayedEngine(), "GET", f"/history/{ID}", headers=headers))
    bodies.append(await exchange(book_api.app, PlayedEngine(), "GET", "/nowhere", headers=headers))
    bodies.append(
        await exchange(
            book_api.app, PlayedEngine(), "POST", "/chat", json=QUESTIONS[0], headers=headers, state={"room": Room(0)}
        )
    )
    lines = [line.removeprefix("data: ") for body in bodies for line in body.splitlines()]
    return {text for line in lines if line.startswith("{") for text in prose(json.loads(line))}


@pytest.mark.parametrize("code", ["de", "ur"])
async def test_nothing_that_readers_are_told_stays_english(code: str) -> None:
    english, own = await told("en"), await told(code)
    assert len(english) > 8
    assert english & own <= FOR_WHOEVER_WRITES_A_CLIENT
