"""What a connection may send and leave unread, and for how long: on a transport and a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from footnoted.server.connection import CURRENT, Connection
from footnoted.server.crowd import Crowd

READ, WRITE = 15.0, 20.0
GET = b"GET /a HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST /b HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n"
CHUNKED = b"POST /c HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Clock:
    """The loop's timers, moved on by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self._due: list[tuple[float, Any, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, then: Callable[[], None]) -> Any:
        handle = SimpleNamespace(is_off=False)
        handle.cancel = lambda: setattr(handle, "is_off", True)
        self._due.append((self.now + seconds, handle, then))
        return handle

    def call_soon(self, then: Callable[[], None]) -> Any:
        return self.call_later(0, then)

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        over = [entry for entry in self._due if entry[0] <= self.now]
        self._due = [entry for entry in self._due if entry[0] > self.now]
        for _, handle, then in over:
            if not handle.is_off:
                then()

    @property
    def waiting(self) -> int:
        return sum(not handle.is_off for _, handle, _ in self._due)


class Wire(asyncio.Transport):
    """The other end: what was written to it, what of it is unread, and how it ended."""

    def __init__(self, peer: Any = ("192.0.2.7", 1)) -> None:
        super().__init__({"peername": peer})
        self.written, self.unread, self.end = b"", 0, ""

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.end = self.end or "closed"

    def abort(self) -> None:
        self.end = "aborted"

    def is_closing(self) -> bool:
        return bool(self.end)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Counted(Crowd):
    """Notes who waits."""

    def __init__(self) -> None:
        super().__init__()
        self.address, self.is_waiting = "", True

    def member(self, connection: Any, address: str) -> Callable[[bool], None]:
        self.address = address
        return lambda does: setattr(self, "is_waiting", does)


class House:
    """One connection, with all around it."""

    def __init__(self, peer: Any = ("192.0.2.7", 1)) -> None:
        self.asked: list[tuple[str, bytes]] = []
        self.by: list[Connection | None] = []
        self.clock, self.wire, self.crowd = Clock(), Wire(peer), Counted()
        config = uvicorn.Config(self._app, interface="asgi3", ws="none", log_config=None, proxy_headers=False)
        config.load()
        kind = type("Kind", (Connection,), {"read_seconds": READ, "write_seconds": WRITE, "crowd": self.crowd})
        self.link: Connection = kind(config=config, server_state=ServerState(), app_state={})
        self.link._timers = cast(Any, self.clock)
        self.link.connection_made(self.wire)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.by.append(CURRENT.get())
        body = b""
        self.asked.append((scope["path"], body))
        while (message := await receive())["type"] == "http.request":
            body += message["body"]
            self.asked[-1] = scope["path"], body
            if not message["more_body"]:
                await asyncio.Event().wait()  # the answer takes its time

    async def send(self, data: bytes, size: int = 0) -> None:
        for start in range(0, len(data), size or len(data)):
            self.link.data_received(data[start : start + (size or len(data))])
        for _ in range(4):
            await asyncio.sleep(0)

    @property
    def outcome(self) -> tuple[bytes, str]:
        return self.wire.written, self.wire.end


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    yield house
    if not house.link.lost.done():
        house.link.connection_lost(None)


async def test_a_silent_client_gets_a_timeout(house: House) -> None:
    house.clock.pass_(READ - 0.01)
    assert house.outcome == (b"", "")
    house.clock.pass_(0.01)
    assert house.outcome == (TOO_SLOW, "closed")


@pytest.mark.parametrize("size", [0, 1, 7])
async def test_a_head_is_passed_on_when_it_is_whole(house: House, size: int) -> None:
    await house.send(GET[:-1], size)
    assert house.asked == []
    await house.send(GET[-1:])
    assert house.asked == [("/a", b"")]
    assert house.by == [house.link]
    assert CURRENT.get() is None


async def test_the_time_of_a_head_counts_from_its_first_byte(house: House) -> None:
    house.clock.pass_(10)
    await house.send(b"\r\n\n\r")
    house.clock.pass_(4)
    await house.send(b"\r\nG")
    house.clock.pass_(14)
    await house.send(b"E")
    assert house.outcome == (b"", "")
    house.clock.pass_(1)
    assert house.outcome == (TOO_SLOW, "closed")


async def test_blank_lines_alone_win_no_time(house: House) -> None:
    house.clock.pass_(14)
    await house.send(b"\r\n" * 20)
    house.clock.pass_(1)
    assert house.outcome == (TOO_SLOW, "closed")


def head(size: int, lines: int = 3) -> bytes:
    """A head of so many bytes and lines, the blank one included."""
    start = b"GET /a HTTP/1.1\r\n" + b"A: b\r\n" * (lines - 3) + b"X: "
    return start + b"x" * (size - len(start) - 4) + b"\r\n\r\n"


@pytest.mark.parametrize("size", [0, 4000])
async def test_how_long_a_head_may_be(size: int) -> None:
    for given, is_taken in (
        (head(32_768), True),
        (head(32_769), False),
        (head(5_000, 100), True),
        (head(5_000, 101), False),
        (b"GET /a HTTP/1.1\r\nX: " + b"x" * 32_748, False),
        (b"GET /a HTTP/1.1\r\nX: " + b"x" * 32_747, None),
    ):
        house = House()
        await house.send(given, size)
        assert len(house.asked) == bool(is_taken)
        assert house.outcome == ((TOO_LARGE, "closed") if is_taken is False else (b"", ""))


@pytest.mark.parametrize("data", [b"GET /\r\n\r\n", POST.replace(b"4", b"x"), CHUNKED + b"x\r\n"])
async def test_what_is_no_request_is_refused(house: House, data: bytes) -> None:
    await house.send(data)
    assert house.outcome == (BAD, "closed")
    await house.send(GET)
    assert house.asked == [("/c", b"")] * data.startswith(CHUNKED)


@pytest.mark.parametrize("size", [0, 1, 5])
@pytest.mark.parametrize(("data", "path"), [(POST + b"abcd", "/b"), (CHUNKED + b"4\r\nabcd\r\n0\r\n\r\n", "/c")])
async def test_a_body_is_passed_on_as_far_as_it_goes(house: House, data: bytes, path: str, size: int) -> None:
    await house.send(data + GET, size)
    assert house.asked == [(path, b"abcd")]
    house.clock.pass_(READ + 100)  # nothing is awaited any more
    assert house.outcome == (b"", "")
    house.link.reply_ends()
    house.clock.pass_(0)
    await house.send(b"\r\n")
    assert house.wire.end == ""


@pytest.mark.parametrize(("data", "left"), [(POST + b"a", 16), (CHUNKED + b"4\r\na", 16)])
async def test_a_body_has_the_time_of_its_head_and_a_moment_for_the_refusal(
    house: House, data: bytes, left: float
) -> None:
    await house.send(data[:5])
    house.clock.pass_(10)
    await house.send(data[5:])
    assert house.link.request_starts() == 100.0
    house.clock.pass_(left - 10 - 0.01)
    assert house.outcome == (b"", "")
    house.clock.pass_(0.01)
    assert house.outcome == (b"", "aborted")


async def test_a_head_that_the_parser_swallows_is_not_waited_for_without_end(house: House) -> None:
    await house.send(GET)
    house.clock.pass_(READ + 0.99)
    assert house.wire.end == ""
    house.clock.pass_(0.01)
    assert house.outcome == (b"", "aborted")


async def test_an_answer_has_all_the_time_it_takes(house: House) -> None:
    await house.send(GET)
    assert house.link.request_starts() == 100.0
    house.clock.pass_(10_000)
    assert house.outcome == (b"", "")


async def test_the_app_may_have_the_body_before_the_wire_says_so(house: House) -> None:
    await house.send(POST + b"ab")
    house.link.request_ends()
    house.clock.pass_(10_000)
    assert (house.outcome, house.crowd.is_waiting) == ((b"", ""), False)
    assert house.link.request_starts() == 100.0


async def test_a_connection_that_sent_nothing_began_now(house: House) -> None:
    house.clock.now = 150.0
    assert house.link.request_starts() == 150.0


async def test_what_is_sent_ahead_waits_its_turn_and_only_so_much_of_it(house: House) -> None:
    await house.send(GET + GET)
    assert len(house.asked) == 1
    house.link.reply_ends()
    house.clock.pass_(0)
    await asyncio.sleep(0)
    house.link.request_starts()
    assert house.wire.end == ""
    await house.send(b"x" * 32_768)
    assert house.wire.end == ""
    await house.send(b"x")
    assert house.outcome == (b"", "aborted")


@pytest.mark.parametrize("is_last", [False, True])
async def test_a_reply_ends(house: House, is_last: bool) -> None:
    await house.send(CHUNKED if is_last else GET)
    house.link.request_starts()
    assert house.crowd.is_waiting is is_last
    house.link.reply_ends()
    assert (house.wire.end, house.crowd.is_waiting) == ("closed" if is_last else "", True)


async def test_what_is_left_unread_ends_the_connection(house: House) -> None:
    await house.send(GET)
    house.link.request_starts()
    house.link.pause_writing()
    assert (house.crowd.is_waiting, house.link.flow.write_paused) == (True, True)
    house.clock.pass_(WRITE - 0.01)
    house.link.resume_writing()
    assert (house.crowd.is_waiting, house.link.flow.write_paused) == (False, False)
    house.clock.pass_(WRITE)
    assert house.wire.end == ""
    house.link.pause_writing()
    house.clock.pass_(WRITE)
    assert house.outcome == (b"", "aborted")


@pytest.mark.parametrize(("unread", "later", "end"), [(9, 9, "aborted"), (9, 0, ""), (0, 9, "")])
async def test_the_rest_of_a_reply_is_kept_for_a_while(house: House, unread: int, later: int, end: str) -> None:
    await house.send(GET)
    house.link.request_starts()
    house.wire.unread = unread
    house.link.reply_ends()
    house.clock.pass_(WRITE - 0.01)
    house.wire.unread = later
    assert house.wire.end == ""
    house.clock.pass_(0.01)
    assert house.wire.end == end


async def test_the_time_for_what_is_unread_runs_once(house: House) -> None:
    await house.send(GET)
    house.link.request_starts()
    house.link.pause_writing()
    house.clock.pass_(15)
    house.wire.unread = 9
    house.link.reply_ends()
    house.clock.pass_(5)
    assert house.wire.end == "aborted"


async def test_what_was_read_in_time_is_counted_anew_after_the_next_reply(house: House) -> None:
    await house.send(GET)
    house.link.request_starts()
    house.wire.unread = 9
    house.link.reply_ends()
    house.wire.unread = 0
    house.clock.pass_(WRITE)
    house.wire.unread = 9
    house.link.reply_ends()
    house.clock.pass_(WRITE)
    assert house.wire.end == "aborted"


@pytest.mark.parametrize(("unread", "end"), [(0, "closed"), (1, "aborted")])
async def test_giving_way(house: House, unread: int, end: str) -> None:
    house.wire.unread = unread
    house.link.give_way()
    assert house.wire.end == end


async def test_the_end_of_the_server_waits_a_moment_for_a_request_on_its_way(house: House) -> None:
    house.link.shutdown()
    house.clock.pass_(0.99)
    await house.send(GET[:9])
    house.clock.pass_(0.99)
    assert house.wire.end == ""
    house.clock.pass_(0.01)
    assert house.outcome == (b"", "closed")


async def test_the_end_of_the_server_lets_an_answer_end(house: House) -> None:
    await house.send(GET)
    house.link.request_starts()
    house.link.shutdown()
    house.clock.pass_(100)
    assert house.wire.end == ""
    house.link.reply_ends()
    assert house.wire.end == "closed"


async def test_a_request_on_its_way_at_the_end_is_the_last(house: House) -> None:
    house.link.shutdown()
    await house.send(GET)
    house.link.request_starts()
    house.clock.pass_(100)
    assert (house.asked, house.wire.end) == ([("/a", b"")], "")
    house.link.reply_ends()
    assert house.wire.end == "closed"


async def test_waiting_connections_count_and_answered_ones_do_not(house: House) -> None:
    assert (house.crowd.address, house.crowd.is_waiting) == ("192.0.2.7", True)
    await house.send(POST.replace(b"4", b"1"))
    assert house.crowd.is_waiting  # for a single byte
    await house.send(b"d")
    assert not house.crowd.is_waiting
    house.link.reply_ends()
    assert house.crowd.is_waiting
    house.wire.close()
    house.link.resume_writing()
    assert not house.crowd.is_waiting


async def test_a_connection_without_an_address_has_no_caller() -> None:
    assert House(peer=None).crowd.address == ""


async def test_a_connection_that_is_lost_leaves_nothing_behind() -> None:
    house = House()
    await house.send(GET[:9])
    house.link.pause_writing()
    house.link.connection_lost(None)
    assert (house.link.lost.done(), house.crowd.is_waiting, house.clock.waiting) == (True, False, 0)
    house.link.lost = asyncio.get_running_loop().create_future()
    house.link.lost.set_result(None)
    house.link.connection_lost(None)
