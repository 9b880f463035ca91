"""Keys, limits and addresses, through the whole server."""

from __future__ import annotations

from typing import Any

import pytest

from footnoted.contracts import CONTRACTS
from footnoted.contracts._callers import Keys, address, network, networks
from footnoted.contracts._limits import Limit, Limiter
from footnoted.contracts._refusals import RateLimited
from footnoted.domain.errors import Misconfigured
from footnoted.server import create_app
from footnoted.settings import read_settings
from tests import scenes
from tests.scenes import SESSION, PlayedEngine
from tests.test_server import served, settings

ASK = {"query": "How warm?"}
AWAY: dict[str, Any] = {"host": "0.0.0.0", "public": True}


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_keys_open_everything_but_health_and_the_pages(contract: str) -> None:
    async with served(PlayedEngine(scenes.answered), api_keys="alpha, beta") as client:
        listed = (await client.get(f"/contracts/{contract}/openapi.json")).json()
        for path, operations in listed["paths"].items():
            for method in operations:
                url = f"/contracts/{contract}" + path.replace("{session_id}", str(SESSION))
                refused = await client.request(method, url, json={})
                keyed = await client.request(method, url, json={}, headers={"X-API-Key": "beta"})
                bearer = await client.request(method, url, json={}, headers={"Authorization": "bearer alpha"})
                assert (refused.status_code == 401) == (path != "/health")
                assert keyed.status_code == bearer.status_code != 401
                if path != "/health":
                    assert refused.headers["www-authenticate"] == "Bearer"
        assert (await client.get("/", headers={"Accept": "text/html"})).status_code == 200


async def test_health_of_the_root_contract_needs_no_key() -> None:
    async with served(PlayedEngine(), api_keys="alpha") as client:
        assert (await client.get("/health")).status_code == 200
        assert (await client.get(f"/history/{SESSION}")).status_code == 401
        assert (await client.get("/health/../history")).status_code in (401, 404)


def test_keys_are_kept_hashed() -> None:
    keys = Keys(["alpha"])
    assert keys.holder("alpha")
    assert keys.holder("alph") is None
    assert keys.holder(None) is None
    assert "alpha" not in str(vars(keys))


@pytest.mark.parametrize(
    ("given", "is_limited"),
    [
        ({}, False),
        (AWAY, True),
        ({"rate_limits": "on"}, True),
        (AWAY | {"rate_limits": "off"}, False),
    ],
)
async def test_limits_are_on_beyond_loopback(given: dict[str, Any], is_limited: bool) -> None:
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


async def test_the_house_has_so_many_places() -> None:
    async with served(PlayedEngine(scenes.answered), max_requests=1) as client:
        for _ in range(3):
            assert (await client.post("/chat", json=ASK)).status_code == 200


@pytest.mark.parametrize("name", ["SESSION_LIMIT", "ADDRESS_LIMIT", "KEY_LIMIT", "MAX_REQUESTS", "READ_SECONDS"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1", "0"])
def test_limits_that_are_no_limits_are_refused_at_start(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"FOOTNOTED_{name}", value)
    with pytest.raises(Misconfigured, match=f"FOOTNOTED_{name}"):
        read_settings()


def test_wrong_proxies_are_refused_at_start() -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_PROXIES"):
        create_app(settings(proxies="10.0.0.0/8, gateway"))


def test_a_limit_slides() -> None:
    now = 0.0
    limiter, limit = Limiter(clock=lambda: now), Limit(2, 60)
    limiter.admit(("key", "a"), limit)
    now = 30.0
    limiter.admit(("key", "a"), limit)
    with pytest.raises(RateLimited) as refused:
        limiter.admit(("key", "a"), limit)
    assert refused.value.retry_after == 30
    now = 60.0
    limiter.admit(("key", "a"), limit)


def test_the_limiter_forgets_whom_it_has_not_seen_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footnoted.contracts._limits._MOST_CALLERS", 2)
    limiter, limit = Limiter(clock=lambda: 0.0), Limit(1, 60)
    for caller in "abc":
        limiter.admit(("key", caller), limit)
    limiter.admit(("key", "a"), limit)
    with pytest.raises(RateLimited):
        limiter.admit(("key", "c"), limit)


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
    assert address({"client": (peer, 1), "headers": headers}, networks("10.0.0.0/8")) == expected


async def test_behind_a_proxy_each_reader_is_counted() -> None:
    away = AWAY | {"proxies": "127.0.0.0/8", "address_limit": 1}
    async with served(PlayedEngine(scenes.answered), **away) as client:

        async def ask(reader: str) -> int:
            return (await client.post("/chat", json=ASK, headers={"X-Forwarded-For": reader})).status_code

        assert [await ask("198.51.100.1"), await ask("198.51.100.1"), await ask("198.51.100.2")] == [200, 429, 200]


def test_an_ipv6_subscriber_is_one_caller() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
