"""The book API speaks the reader's language; contracts whose seeds fix the words keep theirs."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from footnoted.contracts import POLICIES, book_api
from footnoted.contracts.book_api import routes
from footnoted.contracts.book_api.models import ChatRequest
from footnoted.contracts.rendering.languages import SPOKEN, messages_in
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
        ("Jak ciepły jest kłąb pszczół zimą?", "es", "es"),
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
        headers={"Accept-Language": "hi, ja;q=0.9, de;q=0.5"},
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
