"""The door on its own: what it reads, whom it lets in, and what it does when something breaks inside."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from footnoted.contracts.door import gate
from footnoted.contracts.door.access import Access, Rule
from footnoted.contracts.door.callers.caller import Caller, Keys
from footnoted.contracts.door.gate import Door, Room
from footnoted.contracts.door.limits import Limit, Limiter, Limits
from footnoted.contracts.door.refusals import BodyTooLarge, BodyTooSlow, KeyWanted, RateLimited, ShuttingDown
from footnoted.contracts.door.state import DoorConfig, RequestState, Shared
from footnoted.domain.door.access_key import AccessKey, digest_of
from tests.scenes import PlayedEngine

RULES = [
    Rule("GET", "/page", Access.PUBLIC),
    *(Rule(method, "/ask", Access.READER) for method in ("POST", "PUT", "PATCH", "DELETE")),
]
ENGINE: Any = PlayedEngine()
ID, NOW = UUID(int=7), datetime(2030, 1, 2, tzinfo=UTC)
KEY = AccessKey(UUID(int=1), "site", digest_of("secret"), NOW)


class Inside:
    """What is behind the door: notes what reaches it, and breaks when told to."""

    def __init__(self, error: BaseException | None = None, *, starts: bool = True) -> None:
        self.bodies: list[Message] = []
        self._error, self._starts = error, starts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self.bodies.append(await receive())
        if self._starts:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        if self._error:
            raise self._error


class Outside:
    """A request: what it sends, what it gets, and why it was refused."""

    def __init__(self, *parts: bytes, headers: dict[str, str] | None = None, **scope: Any) -> None:
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": "POST",
            "path": "/ask",
            "client": ("203.0.113.5", 1),
            "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
            **scope,
        }
        self.parts = [
            {"type": "http.request", "body": part, "more_body": at < len(parts)} for at, part in enumerate(parts, 1)
        ]
        self.told: list[Message] = []
        self.failed: list[tuple[Exception, UUID, str]] = []

    async def calls(self, inside: Inside, *, views: Any = None, **config: Any) -> None:
        shared = Shared(ENGINE, door=DoorConfig(**config), views=views)
        self.scope["state"] = {"request": RequestState(shared, ID)}
        await Door(inside, RULES, self._failure)(self.scope, self._receive, self._send)

    async def refused(self, inside: Inside, **config: Any) -> type[Exception]:
        await self.calls(inside, **config)
        return type(self.failed[-1][0])

    async def _receive(self) -> Message:
        if not self.parts:
            return {"type": "http.disconnect"}
        return self.parts.pop(0)

    async def _send(self, message: Message) -> None:
        self.told.append(message)

    def _failure(self, error: Exception, request: UUID, languages: str) -> Response:
        self.failed.append((error, request, languages))
        return PlainTextResponse("refused", 400)


def body(content: bytes) -> Message:
    return {"type": "http.request", "body": content, "more_body": False}


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
async def test_a_body_is_read_as_far_as_it_may_be_long(method: str) -> None:
    inside = Inside()
    await Outside(b"ab", b"", b"cd", method=method).calls(inside, max_body_bytes=4)
    assert inside.bodies == [body(b"abcd")]
    for refused in (
        Outside(b"abcd", b"e", b"f", method=method),
        Outside(b"", method=method, headers={"content-length": "5"}),
        Outside(b"", method=method, headers={"content-length": "0" * 15 + "1"}),
    ):
        assert await refused.refused(inside, max_body_bytes=4) is BodyTooLarge
    for taken in ("4", "0" * 14 + "1", "-5"):
        await Outside(b"", method=method, headers={"content-length": taken}).calls(inside, max_body_bytes=4)
    assert inside.bodies[1:] == [body(b"")] * 3


async def test_what_has_no_body_is_not_waited_for() -> None:
    inside = Inside()
    await Outside(b"as it came", method="DELETE").calls(inside, max_body_bytes=1)
    assert inside.bodies == [body(b"as it came")]


async def test_after_the_body_comes_what_the_reader_does() -> None:
    class Listening(Inside):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            self.bodies += [await receive(), await receive()]

    inside = Listening()
    await Outside(b"a").calls(inside)
    assert inside.bodies == [body(b"a"), {"type": "http.disconnect"}]


async def test_a_reader_who_leaves_early_gets_no_answer() -> None:
    inside, request = Inside(), Outside()
    await request.calls(inside)
    assert not inside.bodies
    assert not request.told
    assert not request.failed


async def test_the_head_counts_for_the_time_that_a_body_may_take() -> None:
    began = asyncio.get_running_loop().time() - 60
    late = Outside(b"a", extensions={"footnoted.began": began})

    async def never() -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    late._receive = never  # type: ignore[method-assign]
    assert await late.refused(Inside(), read_seconds=59) is BodyTooSlow


async def test_a_body_that_came_while_we_were_busy_has_come_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "_TO_TAKE_IT", 300.0)
    inside, began = Inside(), asyncio.get_running_loop().time() - 60
    waited = Outside(b"a", extensions={"footnoted.began": began})
    arrived = waited._receive

    async def after_some_turns() -> Message:
        for _ in range(5):
            await asyncio.sleep(0)
        return await arrived()

    waited._receive = after_some_turns  # type: ignore[method-assign]
    await waited.calls(inside, read_seconds=59)
    assert inside.bodies == [body(b"a")]


async def test_a_turn_is_waited_for_with_the_body_in_hand() -> None:
    inside, request = Inside(), Outside(b"a")
    left: list[int] = []

    class Turns:
        async def begin(self) -> None:
            left.append(len(request.parts))

    await request.calls(inside, turns=Turns())
    assert left == [0]
    assert inside.bodies == [body(b"a")]


@pytest.mark.parametrize(("error", "told"), [(ValueError("x"), ValueError), (asyncio.CancelledError(), ShuttingDown)])
async def test_what_breaks_is_told_only_while_nothing_has_been_sent(error: BaseException, told: type) -> None:
    early = Outside(b"a", headers={"accept-language": "de"})
    await early.calls(Inside(error, starts=False))
    assert [(type(failed), request, languages) for failed, request, languages in early.failed] == [(told, ID, "de")]
    assert early.told[0]["status"] == 400
    late = Outside(b"a")
    with pytest.raises(type(error)):
        await late.calls(Inside(error))
    assert len(late.told) == 1
    assert not late.failed


async def test_what_is_no_request_goes_through() -> None:
    request = Outside(type="websocket")
    await request.calls(Inside())
    assert request.told


async def test_the_path_counts_below_where_the_contract_is_mounted() -> None:
    inside, keys = Inside(), Keys(["k"])
    await Outside(b"a", method="GET", path="/contracts/x/page", root_path="/contracts/x").calls(inside, keys=keys)
    assert inside.bodies
    unlisted = Outside(b"a", method="GET", path="/contracts/x/page")
    assert await unlisted.refused(Inside(), keys=keys) is KeyWanted
    assert unlisted.failed[0][2] == ""


async def test_keys_of_the_database_are_looked_up_and_have_their_own_view() -> None:
    class Store:
        async def keys(self) -> list[AccessKey]:
            return [KEY]

    class Views:
        asked: list[AccessKey]

        def __init__(self) -> None:
            self.asked = []

        async def of(self, shared: Shared, key: AccessKey) -> Shared:
            self.asked.append(key)
            return shared

    views, keys = Views(), Keys(store=Store(), is_public=True, clock=lambda: NOW)
    await Outside(b"a", headers={"x-api-key": "secret"}).calls(Inside(), keys=keys, views=views)
    assert views.asked == [KEY]
    await Outside(b"a").calls(Inside(), keys=keys, views=views)
    await Outside(b"a", headers={"x-api-key": "secret"}).calls(Inside(), keys=keys)
    assert views.asked == [KEY]


async def test_a_request_waits_for_its_turn() -> None:
    class Turns:
        begun = 0

        async def begin(self) -> None:
            self.begun += 1

    turns = Turns()
    await Outside(b"a").calls(Inside(), turns=turns)
    await Outside(b"a", method="GET", path="/page").calls(Inside(), turns=turns)
    assert turns.begun == 1


async def test_replies_may_be_kept() -> None:
    class Replies:
        async def once(self, scope: Scope, body: bytes, receive: Receive, send: Send, work: Any) -> None:
            assert body == b"a"
            await work(receive, send)

    inside, request = Inside(), Outside(b"a")
    await request.calls(inside, replies=Replies())
    assert (inside.bodies, len(request.told)) == ([body(b"a")], 1)


async def test_limits_and_places_hold_before_anything_is_read() -> None:
    limiter = Limiter(Limits(per_address=Limit(1, 60)), clock=lambda: 0.0)
    inside = Inside()
    await Outside(b"a").calls(inside, limiter=limiter)
    assert await Outside(b"a").refused(inside, limiter=limiter) is RateLimited
    assert await Outside(b"a").refused(inside, room=Room(0)) is RateLimited
    assert len(inside.bodies) == 1


async def test_what_finds_no_place_asks_no_database_and_spends_no_budget() -> None:
    class Asked:
        count_of = 0

        async def keys(self) -> list[AccessKey]:
            self.count_of += 1
            return []

        async def count(self, caller: str, most: int, seconds: float) -> float:
            self.count_of += 1
            return 0.0

    asked, clock = Asked(), datetime.now
    limiter = Limiter(Limits(), counter=asked)
    full, crowded = Room(0), Room(2, for_one=0)
    given: dict[str, Any] = {"limiter": limiter, "keys": Keys(store=asked, clock=lambda: clock(UTC))}
    assert await Outside(b"a").refused(Inside(), room=full, **given) is RateLimited
    assert asked.count_of == 0
    assert await Outside(b"a").refused(Inside(), room=crowded, **given) is RateLimited
    assert asked.count_of == 1  # which keys there are: a key has no share
    await Outside(b"a").calls(Inside(), room=Room(1), **given)
    assert asked.count_of == 2


def test_a_crowd_that_is_refused_is_not_asked_back_at_one_time() -> None:
    room, waits = Room(0), Counter[int]()
    for _ in range(400):
        with pytest.raises(RateLimited) as refused, room.place(Caller("address a")):
            pass
        waits[refused.value.retry_after] += 1
    assert min(waits) == 1
    assert max(waits.values()) <= 100


def test_a_place_is_free_again_when_its_request_is_answered() -> None:
    room, reader = Room(3, for_one=2), Caller("address a")
    with room.place(reader):
        with room.place(reader):
            assert room.taken == 2
        with room.place(reader):
            with pytest.raises(RateLimited) as refused, room.place(reader):
                pass
            assert refused.value.retry_after == 1
    assert (room.taken, len(room._by_caller)) == (0, 0)
    with pytest.raises(RateLimited), Room(3, for_one=0).place(reader):
        pass
