"""Keys, limits and addresses, through the whole server."""

from __future__ import annotations

from typing import Any

import pytest

from footnoted.contracts.door.callers.caller import Caller, Keys, address, network
from footnoted.contracts.door.gate import Room
from footnoted.contracts.door.limits import Limit, Limiter
from footnoted.contracts.door.refusals import RateLimited
from footnoted.domain.errors import Misconfigured
from footnoted.settings import read_settings
from tests import scenes
from tests.scenes import SESSION, PlayedEngine
from tests.test_server import served, settings

ASK = {"query": "How warm?"}
AWAY: dict[str, Any] = {"host": "0.0.0.0", "public": True}


def test_keys_are_kept_hashed() -> None:
    assert "alpha" not in str(vars(Keys(["alpha"], ["alpha"])))


@pytest.mark.parametrize(
    ("given", "is_limited"),
    [
        ({}, False),
        (AWAY, True),
        ({"rate_limits": "on"}, True),
        (AWAY | {"rate_limits": "off"}, False),
        ({"public": True}, True),
        ({"proxies": "127.0.0.1"}, True),  # strangers come through it
        ({"proxies": "127.0.0.1", "rate_limits": "off"}, False),
    ],
)
async def test_limits_are_on_where_strangers_may_come(given: dict[str, Any], is_limited: bool) -> None:
    async with served(PlayedEngine(scenes.answered), address_limit=2, **given) as client:
        statuses = [(await client.post("/chat", json=ASK)).status_code for _ in range(3)]
        assert statuses == [200, 200, 429 if is_limited else 200]


async def test_a_key_has_a_limit_of_its_own() -> None:
    async with served(PlayedEngine(scenes.answered), api_keys="a,b", rate_limits="on", key_limit=1) as client:

        async def ask(key: str) -> int:
            return (await client.post("/chat", json=ASK, headers={"X-API-Key": key})).status_code

        assert [await ask("a"), await ask("a"), await ask("b")] == [200, 429, 200]


async def test_a_session_has_a_limit_of_its_own() -> None:
    async with served(PlayedEngine(scenes.answered), rate_limits="on", session_limit=1) as client:

        async def ask(session: str) -> int:
            body = {"message": "How warm?", "session_id": session}
            return (await client.post("/contracts/006-rag-ai-agent/chat", json=body)).status_code

        one, other = "7b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10", "8b0c1c7e-43a1-4d5e-9a55-0f4d5f6f7a10"
        assert [await ask(one), await ask(one), await ask(other)] == [200, 429, 200]


QUESTIONS = [
    ("/chat", {"query": "How warm?"}),
    ("/contracts/003-rag-agent/ask", {"query": "How warm?"}),
    ("/contracts/003-rag-agent-api/chat/run", {"message": "How warm?"}),
    ("/contracts/003-rag-agent-api/chat/stream", {"message": "How warm?"}),
    ("/contracts/006-rag-ai-agent/chat", {"message": "How warm?"}),
    ("/contracts/006-rag-ai-agent/search", {"query": "How warm?"}),
    ("/contracts/007-rag-retrieval-agent/chat", {"question": "How warm?"}),
    ("/contracts/005-rag-agent-api/search", {"query": "How warm?"}),
    ("/contracts/005-rag-agent-api/chat", {}),
]


@pytest.mark.parametrize("given", [{"address_limit": 3}, {"api_keys": "k", "key_limit": 3}])
@pytest.mark.parametrize("first", range(len(QUESTIONS)))
async def test_one_budget_for_all_doors(first: int, given: dict[str, Any]) -> None:
    """Whichever door the last question comes by: the first three used the budget up."""
    doors = QUESTIONS[first:] + QUESTIONS[:first]
    async with served(PlayedEngine(scenes.answered), rate_limits="on", **given) as client:
        replies = [await client.post(path, json=body, headers={"X-API-Key": "k"}) for path, body in doors]
        assert [reply.status_code == 429 for reply in replies] == [False] * 3 + [True] * 6
        assert all(int(reply.headers["retry-after"]) > 0 for reply in replies[3:])


READING = [
    ("GET", f"/history/{SESSION}"),
    ("GET", "/read?book=bees&route=/docs/winter"),
    ("GET", "/read/bees/docs/winter"),
    ("DELETE", f"/sessions/{SESSION}"),
    ("GET", f"/contracts/003-rag-agent-api/session/{SESSION}/history"),
    ("GET", "/nowhere"),
]


@pytest.mark.parametrize("first", range(len(READING)))
async def test_reading_is_counted_too_and_apart(first: int) -> None:
    calls = READING[first:] + READING[:first]
    async with served(PlayedEngine(scenes.answered), rate_limits="on", reading_limit=2) as client:
        statuses = [(await client.request(method, url)).status_code for method, url in calls]
        assert [status == 429 for status in statuses] == [False] * 2 + [True] * 4
        assert (await client.post("/chat", json=ASK)).status_code == 200
        assert (await client.get("/health")).status_code == 200


async def test_a_seeds_own_figure_holds_within_the_budget() -> None:
    async with served(PlayedEngine(scenes.answered), rate_limits="on", key_limit=2, address_limit=4) as client:
        own = [
            (await client.post("/contracts/003-rag-agent-api/chat/run", json={"message": "Hm?"})).status_code
            for _ in range(3)
        ]
        assert [*own, (await client.post("/chat", json=ASK)).status_code] == [200, 200, 429, 200]
        assert (await client.post("/chat", json=ASK)).status_code == 429


async def test_the_house_has_so_many_places() -> None:
    async with served(PlayedEngine(scenes.answered), max_requests=1) as client:
        for _ in range(3):
            assert (await client.post("/chat", json=ASK)).status_code == 200


@pytest.mark.parametrize("path", ["/llms.txt", "/llms-full.txt"])
async def test_all_books_at_once_cost_more_than_a_page(path: str) -> None:
    async with served(PlayedEngine(), rate_limits="on", reading_limit=60) as client:
        replies = [await client.get(path) for _ in range(3)]
        assert [reply.status_code for reply in replies] == [200, 200, 429]
        assert int(replies[-1].headers["retry-after"]) > 0
        assert (await client.get("/web/contents")).status_code == 200


def test_one_address_never_takes_all_places() -> None:
    room, reader, other = Room(4, for_one=2), Caller("address a"), Caller("address b")
    key = Caller("key k", has_key=True)
    with room.place(reader), room.place(reader):
        for _ in range(3):
            with pytest.raises(RateLimited), room.place(reader):
                pass
        with room.place(other), room.place(key), pytest.raises(RateLimited), room.place(other):
            pass
        with (
            room.place(key),
            room.place(key),
            pytest.raises(RateLimited),
            room.place(key),
        ):  # a key may take what is left
            pass
        assert room.taken == 2
    with room.place(reader):  # who has left may come again
        pass
    assert room == Room(4, for_one=2)


@pytest.mark.parametrize("name", ["SESSION_LIMIT", "ADDRESS_LIMIT", "KEY_LIMIT", "MAX_REQUESTS", "READ_SECONDS"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "0"])
def test_limits_that_are_no_limits_are_refused_at_start(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"FOOTNOTED_{name}", value)
    with pytest.raises(Misconfigured, match=f"FOOTNOTED_{name}"):
        read_settings()


def test_wrong_proxies_are_refused_at_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOOTNOTED_PROXIES", "10.0.0.0/8, gateway")
    with pytest.raises(Misconfigured, match="FOOTNOTED_PROXIES"):
        read_settings()


async def test_a_limit_slides() -> None:
    now = 0.0
    limiter, limit = Limiter(clock=lambda: now), Limit(2, 60)
    await limiter.admit(("key", "a"), limit)
    now = 30.0
    await limiter.admit(("key", "a"), limit)
    with pytest.raises(RateLimited) as refused:
        await limiter.admit(("key", "a"), limit)
    assert refused.value.retry_after == 30
    now = 60.0
    await limiter.admit(("key", "a"), limit)


async def test_the_limiter_forgets_whom_it_has_not_seen_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.contracts.door.limits._MOST_CALLERS", 2)
    limiter, limit = Limiter(clock=lambda: 0.0), Limit(1, 60)
    for caller in "abc":
        await limiter.admit(("key", caller), limit)
    await limiter.admit(("key", "a"), limit)
    with pytest.raises(RateLimited):
        await limiter.admit(("key", "c"), limit)


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),  # not our proxy: its word does not count
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),  # what the client itself sent stands further left
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["6.6.6.6, nonsense"], "nonsense"),
        ("10.0.0.1", [], "10.0.0.1"),
    ],
)
def test_forwarded_addresses_count_from_the_right(peer: str, forwarded: list[str], expected: str) -> None:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    assert address({"client": (peer, 1), "headers": headers}, settings(proxies="10.0.0.0/8").proxies) == expected


async def test_behind_a_proxy_each_reader_is_counted() -> None:
    away = AWAY | {"proxies": "127.0.0.0/8", "address_limit": 1}
    async with served(PlayedEngine(scenes.answered), **away) as client:

        async def ask(reader: str) -> int:
            return (await client.post("/chat", json=ASK, headers={"X-Forwarded-For": reader})).status_code

        assert [await ask("198.51.100.1"), await ask("198.51.100.1"), await ask("198.51.100.2")] == [200, 429, 200]


def test_an_ipv6_subscriber_is_one_caller() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
