"""The server around the contracts: envelope, origins, pages, doors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast
from uuid import UUID

import httpx
import pytest
from starlette.types import Message

from footnoted.contracts import CONTRACTS
from footnoted.domain.book import Book, Page
from footnoted.domain.door.stores import ReplyStore
from footnoted.domain.errors import Misconfigured
from footnoted.server import create_app
from footnoted.settings import Settings
from footnoted.wiring import Parts
from tests import scenes
from tests.client import client_of
from tests.fakes.catalogue import FakeCatalogue
from tests.scenes import CLUSTER, SESSION, PlayedEngine

LOCAL, STRANGER = "http://localhost:3000", "https://stranger.example"


def settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


@asynccontextmanager
async def served(
    engine: PlayedEngine, *, with_book: bool = True, replies: ReplyStore | None = None, **given: Any
) -> AsyncIterator[httpx.AsyncClient]:
    catalogue = FakeCatalogue()
    page_of = CLUSTER.passage

    page = Page("winter.md", page_of.route, page_of.title, 3, "hash", (page_of,))
    book = Book("bees", "Bees & Winter", "bees", page_of.site, "fake", "r1", 1, 1)
    if with_book:
        await catalogue.record(book, [page], [])

    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        yield Parts(cast(Any, engine), cast(Any, None), cast(Any, None), catalogue, cast(Any, None), replies=replies)

    async with client_of(create_app(settings(**given), parts)) as client:
        yield client


@pytest.mark.parametrize("contract", CONTRACTS)
async def test_every_contract_is_mounted(contract: str) -> None:
    async with served(PlayedEngine()) as client:
        assert (await client.get(f"/contracts/{contract}/health")).status_code == 200
        assert (await client.get(f"/contracts/{contract}/openapi.json")).json()["openapi"].startswith("3.")


async def test_the_root_contract_is_a_setting() -> None:
    async with served(PlayedEngine(scenes.answered), root_contract="003-rag-agent") as client:
        assert (await client.post("/ask", json={"query": "How warm?"})).status_code == 200


def test_an_unknown_root_contract_names_the_known_ones() -> None:
    with pytest.raises(Misconfigured, match="005-rag-agent-api"):
        create_app(settings(root_contract="004"))


async def test_every_response_carries_its_id() -> None:
    async with served(PlayedEngine(scenes.answered)) as client:
        answered = await client.post("/chat", json={"query": "How warm?"})
        refused = await client.post("/chat", json={})
        assert answered.headers["x-request-id"] == answered.json()["metadata"]["request_id"]
        assert refused.headers["x-request-id"] == refused.json()["request_id"]
        assert UUID((await client.get("/nowhere")).headers["x-request-id"]).version == 4


@pytest.mark.parametrize(
    ("path", "body", "error", "status"),
    [
        ("/chat", {"query": "How warm?"}, None, 200),
        ("/chat", {}, None, 400),
        ("/nowhere", {}, None, 404),
        ("/chat", {"query": "x" * 5000}, None, 413),
        ("/chat", {"query": "How warm?"}, ZeroDivisionError(), 500),
    ],
)
async def test_pages_on_this_machine_can_read_every_response(
    path: str, body: dict[str, Any], error: Exception | None, status: int
) -> None:
    async with served(PlayedEngine([] if error else scenes.answered, error), max_body_bytes=4000) as client:
        response = await client.post(path, json=body, headers={"Origin": LOCAL})
        assert response.status_code == status
        assert response.headers["access-control-allow-origin"] == LOCAL
        assert "Retry-After" in response.headers["access-control-expose-headers"]
        stranger = await client.post(path, json=body, headers={"Origin": STRANGER})
        assert "access-control-allow-origin" not in stranger.headers


async def test_preflight() -> None:
    asked = {"Origin": LOCAL, "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "X-API-Key"}
    async with served(PlayedEngine()) as client:
        response = await client.options("/sessions/x", headers=asked)
        assert response.status_code == 200
        assert "DELETE" in response.headers["access-control-allow-methods"]


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ("authorization, content-type, x-stainless-lang, X-Stainless-Retry-Count", 200),
        ("content-type, mcp-protocol-version, mcp-session-id, mcp-method", 200),
        ("x-stainless-os", 200),
        ("x-stainless-os, x-other", 400),
        ("x-other", 400),
    ],
)
async def test_headers_of_known_clients_may_come_from_a_page(wanted: str, status: int) -> None:
    asked = {"Origin": LOCAL, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted}
    async with served(PlayedEngine()) as client:
        response = await client.options("/mcp", headers=asked)
        assert response.status_code == status
        if status == 200:
            allowed = {name.strip().lower() for name in response.headers["access-control-allow-headers"].split(",")}
            assert {name.strip().lower() for name in wanted.split(",")} <= allowed
        exposed = (await client.get("/live", headers={"Origin": LOCAL})).headers["access-control-expose-headers"]
        assert "Mcp-Session-Id" in exposed


async def test_other_origins_are_a_setting() -> None:
    async with served(PlayedEngine(), origins="https://*.example") as client:
        response = await client.get("/health", headers={"Origin": STRANGER})
        assert response.headers["access-control-allow-origin"] == STRANGER
        evil = await client.get("/health", headers={"Origin": "https://x.example.evil"})
        assert "access-control-allow-origin" not in evil.headers


_ORIGINS = "https://*.docs.example, http://localhost:*, https://*--book.host.example"


@pytest.mark.parametrize(
    ("origin", "may_read"),
    [
        ("https://a.docs.example", True),
        ("https://a.b.docs.example", True),
        ("http://localhost:3000", True),
        ("https://pr-7--book.host.example", True),
        ("https://docs.example", False),
        ("https://evil.example/.docs.example", False),
        ("https://evil.example?.docs.example", False),
        ("https://evil.example#.docs.example", False),
        ("https://evil.example:1.docs.example", False),
        ("https://me@a.docs.example", False),
        ("https://evil.example\\.docs.example", False),
        ("https://evil.example .docs.example", False),
        ("https://[::1].docs.example", False),
        ("https://.docs.example.evil.example", False),
        ("http://localhost:3000.evil.example", False),
        ("http://localhost:", False),
        ("http://localhost:3000/", False),
        ("https://evil.example,https://a.docs.example", False),
    ],
)
async def test_a_star_stands_for_part_of_a_real_origin(origin: str, may_read: bool) -> None:
    async with served(PlayedEngine(), origins=_ORIGINS, host="book.example", public=True) as client:
        reply = await client.get("/health", headers={"Origin": origin, "Host": "book.example"})
        assert ("access-control-allow-origin" in reply.headers) == may_read


async def test_a_star_alone_stands_for_every_origin() -> None:
    async with served(PlayedEngine(), origins="*") as client:
        for origin in ("https://x.example", "http://[2001:db8::1]:81", "null", "moz-extension://0a-b"):
            reply = await client.get("/health", headers={"Origin": origin})
            assert reply.headers["access-control-allow-origin"] == origin


async def test_serving_beyond_loopback_needs_keys_or_the_word() -> None:
    @asynccontextmanager
    async def parts(_: Settings) -> AsyncIterator[Parts]:
        yield Parts(cast(Any, PlayedEngine()), cast(Any, None), cast(Any, None), FakeCatalogue(), cast(Any, None))

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(_: Message) -> None: ...

    app = create_app(settings(host="0.0.0.0"), parts)
    with pytest.raises(Misconfigured, match="FOOTNOTED_API_KEYS"):
        await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)
    async with served(PlayedEngine(), host="0.0.0.0", public=True) as client:
        assert (await client.get("/live")).status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "*/*"])
async def test_the_chat_page_is_for_whoever_takes_a_page(accept: str) -> None:
    async with served(PlayedEngine()) as client:
        page = await client.get("/", headers={"Accept": accept})
        assert "Bees &amp; Winter" in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert (await client.get("/", headers={"Accept": "application/json"})).status_code == 404


@pytest.mark.parametrize(
    ("name", "status"),
    [("widget.js", 200), ("read.css", 200), ("pages.py", 404), ("chat.html", 404), ("..%2Fserver.py", 404)],
)
async def test_only_the_pages_own_files_are_served(name: str, status: int) -> None:
    async with served(PlayedEngine()) as client:
        assert (await client.get(f"/web/{name}")).status_code == status


async def test_the_book_can_be_read_here() -> None:
    async with served(PlayedEngine()) as client:
        page = await client.get("/web/page", params={"book": "bees", "route": "/docs/winter"})
        assert "A cluster of bees keeps its middle at 34 °C." in page.text
        assert (await client.get("/web/page", params={"route": "/docs/summer"})).status_code == 404
        chapters = (await client.get("/web/contents", params={"book": "bees"})).json()["chapters"]
        assert chapters[0]["route"] == "/docs/winter"
        assert (await client.get("/read/bees/docs/winter")).status_code == 200
        assert (await client.get("/read/bees/docs/summer")).status_code == 404


@pytest.mark.parametrize(
    "name", ["x" * 5000 + ".js", "x" * 5000, "%00.js", "%2e%2e%2fserver.py", ".js", "chat.js%00", "\ud83d.js"]
)
async def test_a_strange_file_name_is_just_not_there(name: str) -> None:
    async with served(PlayedEngine()) as client:
        assert (await client.get("/web/" + name.encode("utf-8", "surrogatepass").decode("latin-1"))).status_code == 404


async def test_without_a_book_there_is_no_page() -> None:
    async with served(PlayedEngine(), with_book=False) as client:
        for url in (
            "/web/page",
            "/web/page?route=/",
            "/web/page?book=%00&route=%00",
            "/read/bees/docs/winter",
            "/read/%00/%00",
        ):
            assert (await client.get(url)).status_code == 404


async def test_liveness_costs_nothing_and_needs_no_key() -> None:
    engine = PlayedEngine(error=ZeroDivisionError())
    async with served(engine, api_keys="alpha", max_requests=1, rate_limits="on", reading_limit=1) as client:
        for path in ("/live", "/ready") * 3:
            assert (await client.get(path)).text == "ok"


@pytest.mark.parametrize("path", ["/chat", "/chat/stream", "/search", "/nowhere", "/feedback"])
async def test_no_reply_is_kept_by_a_cache(path: str) -> None:
    async with served(PlayedEngine(scenes.answered)) as client:
        assert (await client.post(path, json={"query": "How warm?"})).headers["cache-control"] == "no-store"
        for url in ("/health", f"/history/{SESSION}", "/read?book=bees&route=/docs/winter"):
            assert (await client.get(url)).headers["cache-control"] == "no-store"


async def test_a_refused_origin_is_logged_once_with_the_setting_that_allows_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with served(PlayedEngine(), origins="https://book.example") as client:
        for origin in (
            STRANGER,
            STRANGER,
            "https://book.example",
            LOCAL,
            "http://127.0.0.1:8000",
            "https://x\\n.example",
        ):
            await client.get("/health", headers={"Origin": origin})
    told = [record.getMessage() for record in caplog.records if "FOOTNOTED_ORIGINS" in record.getMessage()]
    assert len(told) == 2
    assert STRANGER in told[0]
    assert "\n" not in told[1]
