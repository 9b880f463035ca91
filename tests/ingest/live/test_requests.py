"""What the fetcher asks for and what it makes of the reply, byte by byte, against a transport that is no network."""

from __future__ import annotations

import gzip
import ssl
import zlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from footnoted.ingest.live.fetch import Budget, Fetched, Fetcher, Spent, Validators, _reason, fetching
from footnoted.ingest.manuscript import Unreadable

PAGE = "http://127.0.0.1/a"


class Server:
    """Answers without a network, and notes what it is asked."""

    def __init__(self, *replies: httpx.Response) -> None:
        self.asked: list[httpx.Request] = []
        self._replies = list(replies)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]

    def fetcher(self, budget: Budget | None = None, *, allow_private: bool = True) -> Fetcher:
        client = httpx.AsyncClient(transport=httpx.MockTransport(self))
        return Fetcher(client, budget or Budget(pages_per_second=1e6), allow_private)


def reply(status: int = 200, data: bytes = b"", **headers: Any) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers=named, stream=httpx.ByteStream(data))


def test_what_a_visit_may_cost() -> None:
    assert Budget() == Budget(8 * 2**20, 2**30, 5000, 20, 3600.0, 20.0, 8.0)


async def test_the_address_that_was_checked_is_dialled_and_the_name_is_told() -> None:
    server = Server(reply(), reply())
    fetcher = server.fetcher()
    await fetcher.get("http://localhost:8080/a?b=c")
    await fetcher.get("http://[::1]")
    named, bare = server.asked
    assert str(named.url).removeprefix("http://") in ("127.0.0.1:8080/a?b=c", "[::1]:8080/a?b=c")
    assert named.extensions["sni_hostname"] == "localhost"
    assert {name: named.headers[name] for name in ("host", "user-agent", "accept", "accept-encoding")} == {
        "host": "localhost:8080",
        "user-agent": "footnoted",
        "accept": "text/html,*/*;q=0.5",
        "accept-encoding": "gzip",
    }
    assert (bare.method, str(bare.url), bare.headers["host"]) == ("GET", "http://[::1]/", "[::1]")
    assert not {"if-none-match", "if-modified-since"} & set(bare.headers)


async def test_what_is_known_is_asked_for_only_if_it_changed() -> None:
    server = Server(reply(304))
    assert (await server.fetcher().get(PAGE, Validators('"v1"', "Mon"))).status == 304
    await server.fetcher().get(PAGE, Validators(last_modified="Mon"))
    await server.fetcher().get(PAGE, Validators('"é"', "Mon"))
    asked = [
        (request.headers.get("if-none-match"), request.headers.get("if-modified-since")) for request in server.asked
    ]
    assert asked == [('"v1"', "Mon"), (None, "Mon"), (None, "Mon")]


@pytest.mark.parametrize(
    ("headers", "kind", "charset"),
    [
        ({}, "", ""),
        ({"content_type": " Text/HTML ; Charset='UTF-8';"}, "text/html", "utf-8"),
        ({"content_type": 'text/plain; charset="latin-1" '}, "text/plain", "latin-1"),
    ],
)
async def test_what_a_page_is_made_of(headers: dict[str, Any], kind: str, charset: str) -> None:
    fetched = await Server(reply(data=b"x", etag="e", last_modified="m", **headers)).fetcher().get(PAGE)
    assert fetched == Fetched(PAGE, 200, kind, charset, b"x", Validators("e", "m"))
    assert (await Server(reply(404, b"no such page")).fetcher().get(PAGE)) == Fetched(PAGE, 404)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_five_redirects_are_followed_and_no_sixth(status: int) -> None:
    moved = [reply(status, location=f"/{number}#part") for number in range(6)]
    fetched = await Server(*moved[:5], reply(data=b"x")).fetcher().get(PAGE)
    assert (fetched.url, fetched.data) == ("http://127.0.0.1/4", b"x")
    with pytest.raises(Unreadable, match="redirects without end"):
        await Server(*moved, reply(data=b"x")).fetcher().get(PAGE)
    assert (await Server(reply(status)).fetcher().get(PAGE)).status == status
    assert (await Server(reply(300, location="/b")).fetcher().get(PAGE)).status == 300


@pytest.mark.parametrize(
    ("encoding", "data"),
    [
        *(("identity", b"12345678"), ("", b"12345678"), (" GZIP ", gzip.compress(b"12345678", mtime=0))),
        *(("x-gzip", gzip.compress(b"12345678", mtime=0)), ("deflate", zlib.compress(b"12345678"))),
    ],
    ids=["identity", "empty", "gzip", "x-gzip", "deflate"],
)
async def test_a_page_is_as_large_as_it_may_be_and_no_byte_larger(encoding: str, data: bytes) -> None:
    async def fetched(page_bytes: int, site_bytes: int = 100) -> bytes:
        budget = Budget(page_bytes, site_bytes, pages_per_second=1e6)
        return (await Server(reply(data=data, content_encoding=encoding)).fetcher(budget).get(PAGE)).data

    assert await fetched(8) == await fetched(9) == await fetched(8, 8) == b"12345678"
    with pytest.raises(Unreadable, match="larger than 0 kB"):
        await fetched(7)
    with pytest.raises(Spent, match="larger than 0 MB"):
        await fetched(8, 7)


async def test_all_pages_of_a_visit_count() -> None:
    server = Server(*(reply(data=b"1234") for _ in range(3)))
    fetcher = server.fetcher(Budget(bytes=11, pages_per_second=1e6))
    for _ in range(2):
        await fetcher.get(PAGE)
    with pytest.raises(Spent):
        await fetcher.get(PAGE)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (reply(data=b"x", content_encoding="br"), "packed as br, which was not asked for"),
        (reply(data=b"no gzip", content_encoding="gzip"), "its gzip data is broken"),
    ],
    ids=["br", "gzip"],
)
async def test_what_cannot_be_unpacked(given: httpx.Response, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        await Server(given).fetcher().get(PAGE)


async def test_the_time_of_a_visit_ends() -> None:
    with pytest.raises(Spent, match="took longer than -1 s"):
        await Server(reply()).fetcher(Budget(seconds=-1)).get(PAGE)
    await Server(reply()).fetcher(Budget(seconds=60)).get(PAGE)


def test_a_site_may_slow_a_visit_down_but_not_speed_it_up() -> None:
    fetcher = Server(reply()).fetcher(Budget(pages_per_second=4))
    assert fetcher._pause == 0.25
    for seconds, pause in ((0.1, 0.25), (2.0, 2.0), (1.0, 2.0)):
        fetcher.slow_down(seconds)
        assert fetcher._pause == pause


async def test_private_hosts_are_read_only_where_that_is_allowed() -> None:
    server = Server(reply())
    with pytest.raises(Unreadable, match="private network"):
        await server.fetcher(allow_private=False).get(PAGE)
    assert not server.asked
    with pytest.raises(Unreadable, match="there is no host"):
        await server.fetcher().get("http://a..example/")


async def test_no_proxy_and_no_redirect_is_left_to_the_client() -> None:
    async with fetching(Budget(page_seconds=3), allow_private=False) as fetcher:
        client = fetcher._client
        assert (client.follow_redirects, client.trust_env, client.timeout) == (False, False, httpx.Timeout(3))
        assert not fetcher._allow_private
    assert client.is_closed
    async with fetching(Budget(), allow_private=True) as fetcher:
        assert fetcher._client.timeout == httpx.Timeout(10)


def test_why_nothing_came() -> None:
    untrusted = ssl.SSLCertVerificationError("x")
    untrusted.verify_message = "certificate has expired."
    broken = ssl.SSLError(1, "x")
    broken.reason = "WRONG_VERSION_NUMBER"
    nameless = ssl.SSLError(1, "x")
    nameless.reason = ""
    for cause, reason in (
        (untrusted, "its certificate cannot be trusted (certificate has expired)"),
        (broken, "no secure connection (wrong version number)"),
        (nameless, "no secure connection (tls)"),
        (OSError("x"), "nothing answers at this address"),
    ):
        outer = httpx.ConnectError("x")
        outer.__cause__ = RuntimeError("between")
        outer.__cause__.__context__ = cause
        assert _reason(outer) == reason


class Endless(httpx.AsyncByteStream):
    """A beginning, then as much as anyone takes; notes how much that was."""

    def __init__(self, first: bytes, then: bytes) -> None:
        self._first, self._then = first, then
        self.taken = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._first
        while True:
            assert self.taken < 1_000_000, "it is read without end"
            self.taken += len(self._then)
            yield self._then


_PACKED = gzip.compress(b"small", mtime=0)
_NOTHING = zlib.compressobj(9, zlib.DEFLATED, 31).flush(zlib.Z_FULL_FLUSH)
_EMPTY_BLOCK = b"\x00\x00\x00\xff\xff"


@pytest.mark.parametrize(
    ("first", "then", "headers", "is_page"),
    [
        (b"a", b"a" * 1_000, {}, False),
        (_PACKED, b"after the end " * 100, {"content-encoding": "gzip"}, True),
        (_NOTHING, _EMPTY_BLOCK * 200, {"content-encoding": "gzip"}, False),
    ],
    ids=["plain", "behind the end", "packed nothing"],
)
async def test_a_page_without_end_is_left(first: bytes, then: bytes, headers: dict[str, str], is_page: bool) -> None:
    stream = Endless(first, then)
    server = Server(httpx.Response(200, headers=headers, stream=stream))
    fetcher = server.fetcher(Budget(page_bytes=10_000, pages_per_second=1e6))
    if is_page:
        assert (await fetcher.get(PAGE)).data == b"small"
    else:
        with pytest.raises(Unreadable, match="larger than 9 kB"):
            await fetcher.get(PAGE)
    assert stream.taken <= 13_000


async def test_pages_that_are_too_large_use_up_the_visit_too() -> None:
    server = Server(*(reply(data=b"x" * 200) for _ in range(20)))
    fetcher = server.fetcher(Budget(page_bytes=100, bytes=900, pages_per_second=1e6))
    for _ in range(4):
        with pytest.raises(Unreadable, match="larger than 0 kB"):
            await fetcher.get(PAGE)
    with pytest.raises(Spent):
        await fetcher.get(PAGE)
