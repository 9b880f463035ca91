"""Visitors: who gets a token, what it opens, and that every wrong one is refused with the same bytes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import httpx
import pytest

from footnoted.contracts import CONTRACTS
from footnoted.contracts.door.callers.caller import Keys
from footnoted.contracts.door.callers.guests import Entrance
from footnoted.domain.errors import Misconfigured
from footnoted.server import create_app
from footnoted.settings import Settings, refuse_open_doors
from footnoted.web.visitors import Visitors, kept_secret
from footnoted.wiring import Parts
from tests import scenes
from tests.client import client_of
from tests.contracts.asking import ASKING, body
from tests.contracts.test_given_out_keys import ASK, FakeBudget, FakeKeys
from tests.contracts.test_given_out_keys import served as two_books
from tests.contracts.wire import REQUEST_ID
from tests.engine.test_ask import Scripted, engine_with
from tests.fakes.history import FakeHistory
from tests.fakes.pictures import CLUSTER, FakePictures
from tests.scenes import PlayedEngine
from tests.web.test_visitors import solved

SITE, OTHER = "https://book.example", "https://other.example"
OWN = "http://127.0.0.1:8000"
ROUTES = [
    *(("POST", f"/contracts/{name}{ASKING[name][0]}", body(name, "How warm?")) for name in CONTRACTS),
    ("GET", "/v1/models", None),
    ("GET", "/web/welcome", None),
    ("GET", "/web/page?route=/docs/winter", None),
    ("GET", "/read/bees/docs/winter", None),
    ("GET", f"/web/picture?book=bees&name={CLUSTER.image.name}", None),
    ("GET", "/llms.txt", None),
]


@asynccontextmanager
async def house(folder: Path, engine: Any = None, **given: Any) -> AsyncIterator[httpx.AsyncClient]:
    """The whole server; visitors come from one site."""
    catalogue = scenes.catalogue()
    engine = engine or PlayedEngine(scenes.answered)

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        nothing = cast(Any, None)
        yield Parts(engine, nothing, nothing, catalogue, nothing, pictures=FakePictures(CLUSTER))

    settings: dict[str, Any] = {"visitors": True, "api_keys": "alpha", "origins": SITE, "data_dir": folder} | given
    async with client_of(create_app(Settings(_env_file=None, **settings), parts)) as client:
        yield client


async def mint(client: httpx.AsyncClient, origin: str = SITE, **wanted: str) -> httpx.Response:
    return await client.post("/web/visitor", json=wanted, headers={"Origin": origin})


def bearing(token: str, origin: str = SITE) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} | ({"Origin": origin} if origin else {})


@pytest.mark.parametrize(
    ("origin", "status"), [(SITE, 200), (OWN, 200), (OTHER, 401), (f"{SITE}.evil", 401), ("null", 401), ("", 401)]
)
async def test_pages_of_the_listed_origins_and_our_own_get_a_token(tmp_path: Path, origin: str, status: int) -> None:
    async with house(tmp_path) as client:
        given = {"Origin": origin} if origin else {}
        reply = await client.post("/web/visitor", json={"book": "bees"}, headers=given)
        assert reply.status_code == status
        if status == 200:
            assert reply.json()["expires_in"] == 3600
            headers = bearing(reply.json()["token"], origin)
            assert (await client.post("/chat", json={"query": "How warm?"}, headers=headers)).status_code == 200


async def test_without_visitors_there_are_no_tokens(tmp_path: Path) -> None:
    async with house(tmp_path, visitors=False) as client:
        assert (await mint(client)).status_code == 401
        told = await client.post("/web/visitor", json={}, headers={"Origin": SITE, "X-API-Key": "alpha"})
        assert told.status_code == 404
        assert not (tmp_path / "visitors.secret").exists()


async def test_a_page_of_our_own_reads_without_naming_itself(tmp_path: Path) -> None:
    async with house(tmp_path) as client:
        token = (await mint(client, OWN)).json()["token"]
        assert (await client.get("/web/welcome", headers=bearing(token, ""))).status_code == 200
        foreign = (await mint(client, SITE)).json()["token"]
        assert (await client.get("/web/welcome", headers=bearing(foreign, ""))).status_code == 401


@pytest.mark.parametrize(("method", "path", "asked"), ROUTES, ids=[path for _, path, _ in ROUTES])
async def test_every_wrong_token_is_refused_alike(tmp_path: Path, method: str, path: str, asked: Any) -> None:
    engine = PlayedEngine(scenes.answered)
    async with house(tmp_path, engine) as client:
        good = (await mint(client)).json()["token"]
        late = Visitors(kept_secret(tmp_path / "visitors.secret"), lifetime=-1).mint(SITE, "")
        forged = Visitors(b"another secret").mint(SITE, "")
        wrong = {
            "of another origin": bearing(good, OTHER),
            "of our own page": bearing((await mint(client, OWN)).json()["token"]),
            "expired": bearing(late),
            "forged": bearing(forged),
            "cut": bearing(good[:-4]),
            "of another body": bearing(forged.partition(".")[0] + "." + good.partition(".")[2]),
            "none": {"Origin": SITE},
            "a wrong key": bearing("beta"),
        }
        refusals = set()
        for headers in wrong.values():
            reply = await client.request(method, path, json=asked, headers=headers)
            told = re.sub(rb'"timestamp": "[^"]*"', b"", reply.content)
            refusals.add((reply.status_code, told.replace(reply.headers["x-request-id"].encode(), b"")))
        assert [status for status, _ in refusals] == [401]
        assert not engine.asked
        assert (await client.request(method, path, json=asked, headers=bearing(good))).status_code == 200


async def test_a_token_opens_nothing_of_the_authors(tmp_path: Path) -> None:
    async with house(tmp_path) as client:
        token = (await mint(client)).json()["token"]
        for path in ("/author", "/author/report.md", "/metrics"):
            assert (await client.get(path, headers=bearing(token))).status_code == 401


async def test_a_token_for_a_book_opens_that_book_alone(tmp_path: Path) -> None:
    given: dict[str, Any] = {"visitors": True, "api_keys": "alpha", "origins": SITE, "data_dir": tmp_path}
    async with two_books(FakeKeys(), **given) as client:
        headers = bearing((await mint(client, book="bees")).json()["token"])
        welcome = (await client.get("/web/welcome", headers=headers)).json()
        assert ([book["name"] for book in welcome["books"]], welcome["entry"]) == (["bees"], "visitor")
        for path in ("/v1/models", "/llms-full.txt", "/web/contents"):
            assert "fire" not in (await client.get(path, headers=headers)).text
        for path in ("/web/page?book={}&route=/p", "/read/{}/p"):
            found = await client.get(path.format("bees"), headers=headers)
            foreign = await client.get(path.format("fire"), headers=headers)
            nowhere = await client.get(path.format("nowhere"), headers=headers)
            assert found.status_code == 200
            assert (foreign.status_code, foreign.content) == (404, nowhere.content)
        answer = (await client.post("/chat", json=ASK, headers=headers)).json()
        assert (answer["outcome"], answer["sources"][0]["book"]) == ("answered", "bees")
        smoke = {"query": "What does smoke from damp wood do?"}
        for book in ("fire", "nowhere"):
            assert (await client.post("/chat", json=smoke | {"book": book}, headers=headers)).json()["declined"]
        everything = bearing((await mint(client)).json()["token"])
        assert not (await client.post("/chat", json=smoke | {"book": "fire"}, headers=everything)).json()["declined"]
        assert len((await client.get("/web/welcome", headers=everything)).json()["books"]) == 2


async def test_a_visitor_keeps_its_conversations_and_nobody_elses_are_there() -> None:
    writer, session = Scripted("Up to 2,000 [1]."), str(uuid4())
    engine = await engine_with(writer)
    engine.history = FakeHistory()
    visitors = Visitors()
    keys = Keys(["alpha"], entrance=Entrance(visitors))
    given = {"engine": engine, "request_id": REQUEST_ID, "keys": keys}
    async with client_of(CONTRACTS["005-rag-agent-api"], given) as client:
        mine, yours = visitors.mint(SITE, ""), visitors.mint(SITE, "")
        asked = {"query": "How many eggs does a queen bee lay a day?", "session_id": session}
        assert (await client.post("/chat", json=asked, headers=bearing(mine))).status_code == 200
        renewed = visitors.mint(SITE, "", mine)
        assert renewed != mine or visitors.visitor(renewed, SITE) == visitors.visitor(mine, SITE)
        assert (await client.get(f"/history/{session}", headers=bearing(renewed))).json()["total_entries"] == 1
        for method, path in (("GET", "/history/{}"), ("DELETE", "/sessions/{}")):
            for headers in (bearing(yours), {"X-API-Key": "alpha"}):
                foreign = await client.request(method, path.format(session), headers=headers)
                never = await client.request(method, path.format(uuid4()), headers=headers)
                assert (foreign.status_code, foreign.content) == (404, never.content)


async def test_new_tokens_bring_no_new_questions(tmp_path: Path) -> None:
    async with house(tmp_path, rate_limits="on", address_limit=3) as client:
        statuses = []
        for _ in range(5):
            token = (await mint(client)).json()["token"]
            reply = await client.post("/chat", json={"query": "How warm?"}, headers=bearing(token))
            statuses.append(reply.status_code)
        assert statuses == [200, 200, 200, 429, 429]


async def test_work_comes_before_the_token_where_it_is_wanted(tmp_path: Path) -> None:
    async with house(tmp_path, visitor_work=50) as client:
        challenge = (await mint(client)).json()
        assert sorted(challenge) == ["algorithm", "challenge", "maxNumber", "salt", "signature"]
        solution = solved(challenge)
        assert (await mint(client, solution=solution)).json()["token"]
        assert "challenge" in (await mint(client, solution=solution)).json()


DEEP = b'{"book": ' + b"[" * 100_000


@pytest.mark.parametrize(
    "sent", [b"", b"[]", b"{", b"\xff", b"3", DEEP], ids=["nothing", "list", "open", "bytes", "number", "deep"]
)
async def test_what_is_no_request_is_told_so(tmp_path: Path, sent: bytes) -> None:
    async with house(tmp_path) as client:
        assert (await client.post("/web/visitor", content=sent, headers={"Origin": SITE})).status_code == 400


async def test_all_servers_of_one_folder_take_each_others_tokens(tmp_path: Path) -> None:
    async with house(tmp_path) as first, house(tmp_path) as second:
        token = (await mint(first)).json()["token"]
        assert (await second.get("/web/welcome", headers=bearing(token))).status_code == 200
    async with house(tmp_path, visitor_secret="s" * 32) as third:
        assert (await third.get("/web/welcome", headers=bearing(token))).status_code == 401


@pytest.mark.parametrize("given", [{"api_keys": "alpha", "visitors": True}, {}], ids=["visitors", "anyone"])
async def test_readers_without_a_key_share_the_days_model_calls(tmp_path: Path, given: dict[str, Any]) -> None:
    budget = FakeBudget()
    settings = given | {"admin_keys": "boss", "data_dir": tmp_path, "origins": SITE, "daily_model_calls": 5}
    async with two_books(FakeKeys(), budget, has_model=True, **settings) as client:

        async def answer(headers: dict[str, str]) -> str:
            reply = (await client.post("/chat", json=ASK, headers=headers)).json()
            assert reply["metadata"]["mode"] == "full"
            return str(reply["answer"])

        texts = []
        for _ in range(5):  # each a visitor of its own; an answer takes the model two calls
            token = (await mint(client)).json().get("token", "") if given else ""
            texts.append(await answer(bearing(token)))
        assert ["A model says" in text for text in texts] == [True, True, False, False, False]
        assert all("2000 eggs" in text for text in texts)
        assert budget.calls == 5
        assert "A model says" in await answer({"X-API-Key": "boss"})
        assert budget.calls == 5


async def test_many_at_once_cause_no_call_too_many(tmp_path: Path) -> None:
    budget = FakeBudget()
    given: dict[str, Any] = {"visitors": True, "origins": SITE, "data_dir": tmp_path, "daily_model_calls": 7}
    async with two_books(FakeKeys(), budget, has_model=True, **given) as client:
        headers = bearing((await mint(client)).json()["token"])
        replies = await asyncio.gather(*(client.post("/chat", json=ASK, headers=headers) for _ in range(20)))
    answers = [reply.json()["answer"] for reply in replies]
    assert all("2000 eggs" in answer for answer in answers)
    assert sum("A model says" in answer for answer in answers) <= 3
    assert budget.calls == 7


def test_anyone_and_visitors_alone_cannot_both_be_let_in() -> None:
    with pytest.raises(Misconfigured, match="FOOTNOTED_PUBLIC"):
        refuse_open_doors(Settings(_env_file=None, visitors=True, public=True))
