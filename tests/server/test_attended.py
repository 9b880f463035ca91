"""What a connection and the app learn of each other."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from starlette.types import Message, Receive, Scope, Send

from footnoted.server.attended import Attended
from footnoted.server.connection import CURRENT
from tests.patience import PATIENCE

BEGAN = "footnoted.began"  # as the door reads it
WHOLE: dict[str, Any] = {"type": "http.request", "body": b"x", "more_body": False}


class Link:
    """Stands in for a connection: notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def request_starts(self) -> float:
        self.told.append("starts")
        return 7.5

    def request_ends(self) -> None:
        self.told.append("request ends")

    def reply_ends(self) -> None:
        self.told.append("reply ends")


async def attended(
    link: Link | None, incoming: list[Message], app: Any, scope: Scope | None = None
) -> tuple[Scope, list[Message]]:
    scope = scope or {"type": "http"}
    got: list[Message] = []
    waiting = list(incoming)

    async def receive() -> Message:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        await app(receive, got)

    async def send(message: Message) -> None: ...

    token = CURRENT.set(cast(Any, link))
    try:
        await Attended(inner)(scope, receive, send)
    finally:
        CURRENT.reset(token)
    return scope, got


async def take_one(receive: Receive, got: list[Message]) -> None:
    got.append(await receive())


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (WHOLE, ["starts", "request ends", "reply ends"]),
        ({"type": "http.request"}, ["starts", "request ends", "reply ends"]),
        (WHOLE | {"more_body": True}, ["starts", "reply ends"]),
        ({"type": "http.disconnect"}, ["starts", "reply ends"]),
    ],
)
async def test_the_connection_learns_how_far_its_request_is(message: Message, told: list[str]) -> None:
    link = Link()
    scope, got = await attended(link, [message], take_one)
    assert (link.told, got, scope["extensions"]) == (told, [message], {BEGAN: 7.5})


async def test_other_extensions_stay() -> None:
    scope, _ = await attended(Link(), [WHOLE], take_one, {"type": "http", "extensions": {"a": 1}})
    assert scope["extensions"] == {"a": 1, BEGAN: 7.5}


async def test_the_app_learns_at_once_that_the_connection_is_gone() -> None:
    link = Link()
    asyncio.get_running_loop().call_later(0.01, link.lost.set_result, None)
    async with asyncio.timeout(PATIENCE):
        _, got = await attended(link, [], take_one)
    assert got == [{"type": "http.disconnect"}]


async def test_what_breaks_inside_ends_the_reply_too() -> None:
    link = Link()

    async def fails(receive: Receive, got: list[Message]) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await attended(link, [], fails)
    assert link.told == ["starts", "reply ends"]


@pytest.mark.parametrize("kind", ["lifespan", "http"])
async def test_what_comes_by_no_connection_goes_through(kind: str) -> None:
    link = Link()
    scope, got = await attended(link if kind == "lifespan" else None, [WHOLE], take_one, {"type": kind})
    assert (link.told, got, scope) == ([], [WHOLE], {"type": kind})


async def test_nothing_is_left_waiting() -> None:
    before = len(asyncio.all_tasks())
    link = Link()
    link.lost.set_result(None)
    await attended(link, [], take_one)
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) == before
