"""Which Host a server answers to: its own names and any address, never a stranger's name that was led here."""

from __future__ import annotations

from typing import Any

import pytest

from footnoted.contracts.door.hosts import Hosts
from tests.scenes import PlayedEngine
from tests.test_server import served

CONFIGURED: dict[str, Any] = {
    "host": "0.0.0.0",
    "public": True,
    "site_url": "https://book.example/docs",
    "origins": "https://www.book.example:8443, https://*.pages.example",
    "hosts": "api.example, *.wide.example",
}
ALWAYS = [
    "localhost",
    "localhost:8000",
    "LOCALHOST",
    "localhost.",
    "127.0.0.1:8000",
    "[::1]:8000",
    "192.0.2.7",
    "a.localhost",
]
STRANGE = [
    "evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "127.0.0.1.evil.example",
    "127.0.0.1:80@evil.example",
    "localhost/evil",
    "localhost evil.example",
    "",
    "localhost:port",
    "xn--book-example",
    "2130706433.evil.example",
    "lоcalhost".encode().decode("latin-1"),
]


@pytest.mark.parametrize("path", ["/health", "/web/page", "/", "/contracts/003-rag-agent/health", "/nowhere"])
@pytest.mark.parametrize("host", STRANGE)
async def test_a_strangers_name_is_refused_everywhere(host: str, path: str) -> None:
    async with served(PlayedEngine()) as client:
        reply = await client.get(path, headers={b"host": host.encode("latin-1")})
        assert (reply.status_code, "FOOTNOTED_HOSTS" in reply.text) == (421, True)
        assert host not in reply.text or not host
        assert reply.headers["x-request-id"]


@pytest.mark.parametrize("host", ALWAYS)
async def test_loopback_names_and_addresses_are_taken(host: str) -> None:
    async with served(PlayedEngine()) as client:
        assert (await client.get("/health", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "book.example",
        "www.book.example",
        "www.book.example:8443",
        "x.pages.example",
        "api.example:80",
        "a.b.wide.example",
    ],
)
async def test_configured_names_are_taken(host: str) -> None:
    async with served(PlayedEngine(), **CONFIGURED) as client:
        assert (await client.get("/health", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("host", [*STRANGE, "pages.example", "evilpages.example", "book.example.evil", "wide.example"])
async def test_configured_names_do_not_widen(host: str) -> None:
    async with served(PlayedEngine(), **CONFIGURED) as client:
        reply = await client.get("/health", headers={b"host": host.encode("latin-1")})
        assert reply.status_code == 421


async def test_two_names_are_none() -> None:
    """A proxy may have gone by the one, and this server by the other."""
    async with served(PlayedEngine()) as client:
        both = [(b"host", b"localhost"), (b"host", b"localhost")]
        assert (await client.get("/health", headers=both)).status_code == 421


async def test_a_request_without_a_host_is_let_in() -> None:
    """HTTP/1.0 has none; a browser always sends one, so no page can lead here."""
    reached: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(scope["path"])

    async def unused(*_: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    await Hosts(app, [])({"type": "http", "path": "/live", "headers": []}, unused, unused)
    assert reached == ["/live"]
