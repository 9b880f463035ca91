"""Checks every request before a contract sees it: key, limits, capacity and the size of the body.

A pure ASGI layer that uses the access table and the rules in the request's state; knows no contract's form.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from uuid import UUID

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts.door.access import Access, Rules, find, wanted
from footnoted.contracts.door.callers.caller import NOBODY, Caller
from footnoted.contracts.door.limits import admit
from footnoted.contracts.door.refusals import (
    BodyTooLarge,
    BodyTooSlow,
    KeyWanted,
    RateLimited,
    ReaderLeft,
    ShuttingDown,
)
from footnoted.contracts.door.state import HouseRules, Shared, state_of

_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_TO_TAKE_IT = 1.0
"""Seconds to take a body that has arrived, however late we come to it."""
_SPREAD = 4
"""Seconds over which those who are refused are asked back: a crowd that is told one time comes back as a crowd."""


@dataclass
class Room:
    """How many requests are being answered, of how many that may be at once."""

    places: int
    for_one: int | None = None
    """How many of them one caller without a key may have; None where callers are not told apart."""
    taken: int = 0
    _by_caller: Counter[str] = field(default_factory=Counter)
    _waits: Iterator[int] = field(default_factory=lambda: cycle(range(1, _SPREAD + 1)), compare=False)

    @contextmanager
    def place(self, caller: Caller = NOBODY) -> Iterator[None]:
        """A place while a request is answered; raises RateLimited when all are taken, or all that this caller may have.

        A key may stand for a whole site's readers, an address only for those behind it.
        """
        self.refuse_if_full(caller)
        self.taken += 1
        self._by_caller[caller.name] += 1
        try:
            yield
        finally:
            self.taken -= 1
            self._by_caller[caller.name] -= 1
            if not self._by_caller[caller.name]:
                del self._by_caller[caller.name]

    def refuse_if_full(self, caller: Caller | None = None) -> None:
        """Raise RateLimited when all places are taken, or all that this caller may have."""
        is_full = self.taken >= self.places
        if caller is not None and self.for_one is not None and not caller.has_key:
            is_full = is_full or self._by_caller[caller.name] >= self.for_one
        if is_full:
            raise RateLimited(next(self._waits))


class Door:
    """Lets a request in with its body read, or refuses it in the contract's words; what breaks inside stays inside."""

    def __init__(self, app: ASGIApp, rules: Rules, failure: Callable[[Exception, UUID, str], Response]) -> None:
        self._app, self._rules, self._failure = app, rules, failure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        has_started = False

        async def sending(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            return await self._enter(scope, receive, sending)
        except ReaderLeft:
            return None
        except asyncio.CancelledError:
            # Only the end of the server cancels a request.
            if has_started:
                raise
            failed: Exception = ShuttingDown()
        except Exception as error:
            if has_started:
                raise
            failed = error
        languages = Headers(scope=scope).get("accept-language", "")
        return await self._failure(failed, state_of(scope).id, languages)(scope, receive, send)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = state_of(scope)
        house = state.shared.rules
        rule = find(self._rules, scope["method"], scope["path"].removeprefix(scope.get("root_path", "")))
        access = wanted(rule)
        if access is Access.PUBLIC:
            return await self._app(scope, receive, send)
        # What cannot be answered now is refused before it costs anything: no database is asked, no budget spent.
        if house.room:
            house.room.refuse_if_full()
        await house.keys.look()
        state.caller = house.keys.caller(scope, access, house.proxies)
        if house.room:
            house.room.refuse_if_full(state.caller)
        if house.limiter:
            await admit(house.limiter, state.caller, rule)
        state.shared = await _seen_by(state.caller, state.shared)
        if house.room is None:
            return await self._read(scope, receive, send)
        with house.room.place(state.caller):
            return await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = state_of(scope).shared.rules
        body = await _body_in_time(scope, receive, house) if scope["method"] in _WITH_BODY else None
        if house.turns:  # after the body, whose time is the reader's; the wait for a turn is ours
            await house.turns.begin()
        if body is None:
            return await self._app(scope, receive, send)
        if house.replies is None:
            return await self._app(scope, _replay(body, receive), send)
        return await house.replies.once(
            scope, body, receive, send, lambda listening, sending: self._app(scope, _replay(body, listening), sending)
        )


async def shown_to(scope: Scope) -> Shared | None:
    """What the caller of a public route would see of the server as a reader; None for one who may not ask."""
    shared = state_of(scope).shared
    try:
        await shared.rules.keys.look()
        return await _seen_by(shared.rules.keys.caller(scope, Access.READER, shared.rules.proxies), shared)
    except KeyWanted:
        return None


async def _seen_by(caller: Caller, shared: Shared) -> Shared:
    return await shared.views.of(shared, caller.key) if caller.key and shared.views else shared


async def _body_in_time(scope: Scope, receive: Receive, house: HouseRules) -> bytes:
    """Head and body have one deadline, from the first byte on where the server tells.

    What arrived while it waited for us has come in time.
    """
    now = asyncio.get_running_loop().time()
    began = scope.get("extensions", {}).get("footnoted.began", now)
    try:
        async with asyncio.timeout_at(max(began + house.read_seconds, now + _TO_TAKE_IT)):
            return await _body(scope, receive, house.max_body_bytes)
    except TimeoutError as error:
        raise BodyTooSlow from error


async def _body(scope: Scope, receive: Receive, limit: int) -> bytes:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit() and (len(value) > 15 or int(value) > limit):
            raise BodyTooLarge
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ReaderLeft
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > limit:
            raise BodyTooLarge
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def again() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
