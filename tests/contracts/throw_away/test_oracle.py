"""Adding a contract is one file, its rows in the access table, one line and one test folder."""

from __future__ import annotations

from typing import Any

import pytest

from footnoted.contracts import CONTRACTS
from tests import scenes
from tests.contracts.throw_away import contract
from tests.scenes import PlayedEngine
from tests.test_server import LOCAL, served


@pytest.fixture(autouse=True)
def sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONTRACTS, "999-oracle", contract.app)


async def test_it_answers_where_it_is_mounted_and_at_the_root() -> None:
    async with served(PlayedEngine(scenes.answered), root_contract="999-oracle") as client:
        for path in ("/contracts/999-oracle/oracle", "/oracle"):
            answered = await client.post(path, json={"q": "How warm?"}, headers={"Origin": LOCAL})
            assert (answered.status_code, answered.json()) == (200, {"a": scenes.TEXT})
            assert answered.headers["access-control-allow-origin"] == LOCAL
            assert answered.headers["x-request-id"]
        assert "/oracle" in (await client.get("/openapi.json")).json()["paths"]
        assert (await client.get("/contracts/003-rag-agent/health")).status_code == 200


async def test_everything_at_the_door_comes_with_it_in_its_own_words() -> None:
    given: dict[str, Any] = {"api_keys": "k", "rate_limits": "on", "key_limit": 4, "max_body_bytes": 1000}
    async with served(PlayedEngine(scenes.answered), **given) as client:

        async def ask(q: str, key: str = "k") -> tuple[int, str]:
            reply = await client.post("/contracts/999-oracle/oracle", json={"q": q}, headers={"X-API-Key": key})
            return reply.status_code, next(iter(reply.json().values()))

        assert await ask("How warm?", key="x") == (401, "who are you")
        assert await ask("") == (400, "bad q")
        assert await ask("x" * 2000) == (500, "broken")
        assert await ask("How warm?") == (200, scenes.TEXT)
        assert await ask("How warm?") == (200, scenes.TEXT)
        assert await ask("How warm?") == (429, "slower")
        assert (await client.get("/contracts/999-oracle/oracle", headers={"X-API-Key": "k"})).json() == {
            "sorry": "where"
        }
