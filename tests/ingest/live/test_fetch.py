"""Fetching is safe: which addresses are dialled, who dials at all, and how much an answer may cost."""

from __future__ import annotations

import ast
import asyncio
import gzip
import socket
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import footnoted.ingest
from footnoted.ingest.live.addresses import checked_url, is_public
from footnoted.ingest.live.fetch import Budget, Fetched, fetching
from footnoted.ingest.manuscript import Unreadable
from tests.ingest.live.loopback import Answer, Handler, Site, serve_site
from tests.patience import PATIENCE

CLIENTS = {"httpx", "requests", "aiohttp", "urllib3", "urllib.request", "http.client", "socket", "ftplib"}
PRIVATE = """
127.0.0.1 127.1.2.3 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 0.0.0.0 0.1.2.3 255.255.255.255
224.0.0.1 239.255.255.255 192.0.0.1 192.0.0.9 192.0.0.170 192.0.2.1 100.64.0.1 198.18.0.1
198.51.100.1 192.88.99.1 203.0.113.5 240.0.0.1 ::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1
::ffff:169.254.169.254 ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe
64:ff9b::10.0.0.1 64:ff9b:1::7f00:1 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:c0a8:1:: 2001:0:7f00:1::1
2001:0:808:808::80ff:fffe 2001:0:4136:e378:8000:63bf:5601:5601 fe80::1 febf::1 fc00::1 fd12::1
fec0::1 ff02::1 ff0e::1 2001:db8::1 3fff::1 5f00::1 100::1 2001:2::1 2001:10::1 2001:20::1
fe80::1%eth0 0177.0.0.1 0x7f.1 name
"""
PUBLIC = """
8.8.8.8 1.1.1.1 93.184.215.14 192.0.1.1 2606:4700:4700::1111 2a00:1450:4001:82a::200e ::ffff:8.8.8.8
64:ff9b::808:808
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_private_addresses_in_every_form(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC.split())
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://a.example/", "gopher://a.example/", "//a.example/", "http:///x", "http://",
        "http://user@a.example/", "http://user:pw@a.example/", "http://a.example\\@b.example/", "http://a.example/\r\nx",
        "http://a.example/ x", "http://a.example:99999/", "http://a.example:0/", "http://[::1", "http://[fe80::1%25eth0]/",
        "javascript:alert(1)", "http://a\x00.example/",
    ],
)  # fmt: skip
def test_urls_that_are_none(url: str) -> None:
    with pytest.raises(Unreadable):
        checked_url(url)


@pytest.mark.parametrize("url", ["http://a.example", "https://a.example:8443/b?c#d"])
def test_urls_of_pages(url: str) -> None:
    assert checked_url(url).hostname == "a.example"


def test_nothing_else_in_ingestion_speaks_http() -> None:
    folder = Path(footnoted.ingest.__file__).parent
    dialling = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "", *(f"{node.module}.{name.name}" for name in node.names)]
            if any(name == client or name.startswith(client + ".") for name in names for client in CLIENTS):
                dialling.add(path.name)
    assert dialling == {"fetch.py"}


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


async def get(url: str, budget: Budget | None = None, *, allow_private: bool = True) -> Fetched:
    quick = budget or Budget(pages_per_second=1000, page_seconds=300, page_bytes=100_000)
    async with fetching(quick, allow_private=allow_private) as fetcher:
        return await fetcher.get(url)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "0", "127.1"]
)
async def test_private_hosts_are_refused_however_they_are_written(site: Site, host: str) -> None:
    port = site.url.rpartition(":")[2]
    with pytest.raises(Unreadable, match=r"private network|no host"):
        await get(f"http://{host}:{port}/", allow_private=False)
    assert site.asked == []


async def test_one_private_address_among_public_ones_is_enough(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await _names(monkeypatch, {"rebind.example": ["93.184.215.14", "127.0.0.1"]})
    with pytest.raises(Unreadable, match="private network"):
        await get("http://rebind.example/", allow_private=False)


async def test_a_redirect_is_checked_like_the_first_address(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first host passes for public, though it is this machine; the second does not."""
    port = site.url.rpartition(":")[2]
    await _names(monkeypatch, {"public.example": ["127.0.0.1"], "inside.example": ["10.0.0.7"]})
    monkeypatch.setattr("footnoted.ingest.live.addresses.is_public", lambda text: text == "127.0.0.1")
    for target in ("http://inside.example/", "http://10.0.0.7/", "file:///etc/passwd", "http://me@public.example/"):
        site.pages["/"] = Answer("", 302, headers={"Location": target})
        with pytest.raises(Unreadable, match=r"private network|only http|user name"):
            await get(f"http://public.example:{port}/", allow_private=False)
    assert site.hosts == {f"public.example:{port}"}, "the server is told the name, not the address that was dialled"


async def _names(monkeypatch: pytest.MonkeyPatch, hosts: dict[str, list[str]]) -> None:
    async def look_up(host: str, *_: object, **__: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in hosts.get(host, [host])]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", look_up)


async def test_redirects_end(site: Site) -> None:
    site.pages["/a"] = Answer("", 302, headers={"Location": "/b"})
    site.pages["/b"] = Answer("", 302, headers={"Location": "/a"})
    with pytest.raises(Unreadable, match="redirects without end"):
        await get(site.url + "/a")
    assert len(site.asked) == 6


@pytest.mark.parametrize("target", ["http://[bees", "//[", "http://\u2100.example/", "https://bees.example:99999999/"])
async def test_a_redirect_to_nowhere_is_one_page_less(site: Site, target: str) -> None:
    site.pages["/a"] = Answer("", 302, headers={"Location": target.encode().decode("latin-1")})
    with pytest.raises(Unreadable):
        await get(site.url + "/a")
    assert len(site.asked) == 1


async def test_a_gzip_bomb_is_not_unpacked(site: Site) -> None:
    site.pages["/bomb"] = Answer(gzip.compress(b"\0" * 50_000_000), headers={"Content-Encoding": "gzip"})
    site.pages["/fine"] = Answer(gzip.compress(b"small"), headers={"Content-Encoding": "gzip"})
    site.pages["/broken"] = Answer(b"not gzip at all", headers={"Content-Encoding": "gzip"})
    site.pages["/odd"] = Answer(zlib.compress(b"x"), headers={"Content-Encoding": "br"})
    assert (await get(site.url + "/fine")).data == b"small"
    for path, reason in (("/bomb", "larger than"), ("/broken", "gzip data is broken"), ("/odd", "packed as br")):
        with pytest.raises(Unreadable, match=reason):
            await get(site.url + path)


async def test_a_body_is_bounded_whatever_its_length_says(site: Site) -> None:
    def endless(door: Handler) -> None:
        door.send_response(200)
        door.end_headers()
        try:
            while True:
                door.wfile.write(b"x" * 65536)
        except OSError:
            return

    site.pages["/endless"] = endless
    site.pages["/short"] = Answer("only this", headers={"Content-Length": "5000"})
    with pytest.raises(Unreadable, match="larger than"):
        await get(site.url + "/endless")
    with pytest.raises(Unreadable, match="cannot be fetched"):
        await get(site.url + "/short", Budget(page_seconds=300))


@pytest.mark.parametrize("part", ["head", "body"])
async def test_a_server_that_drips(site: Site, part: str) -> None:
    def drip(door: Handler) -> None:
        try:
            if part == "body":
                door.send_response(200)
                door.end_headers()
            else:
                door.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
            while True:
                door.wfile.write(b"x")
                door.wfile.flush()
                time.sleep(0.1)
        except OSError:
            return

    site.pages["/"] = drip
    async with asyncio.timeout(PATIENCE):  # the server itself never ends
        with pytest.raises(Unreadable, match=r"took longer than 0.5 s"):
            await get(site.url + "/", Budget(page_seconds=0.5))


async def test_requests_keep_to_the_rate(site: Site) -> None:
    site.pages["/"] = "x"
    started = time.monotonic()
    async with fetching(Budget(pages_per_second=20), allow_private=True) as fetcher:
        for _ in range(5):
            await fetcher.get(site.url + "/")
    assert time.monotonic() - started >= 0.19
