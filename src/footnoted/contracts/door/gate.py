"""Checks every request before a contract sees it: key, limits, capacity and the size of the body.

A pure ASGI layer that uses the access table and the configuration in the request's state; knows no contract's form.
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
from footnoted.contracts.door.state import BEGAN, DoorConfig, Shared, state_of

_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_TO_TAKE_IT = 1.0
"""Seconds to read a body that has arrived, however late we begin."""
_SPREAD = 4
"""Refused clients are told to return in 1 to so many seconds in turn: told the same time, all would return together."""


@dataclass
class Room:
    """Counts the requests that are being answered at once, and limits them."""

    places: int
    for_one: int | None = None
    """How many places one caller without a key may have; None if callers are not told apart."""
    taken: int = 0
    _by_caller: Counter[str] = field(default_factory=Counter)
    _waits: Iterator[int] = field(default_factory=lambda: cycle(range(1, _SPREAD + 1)), compare=False)

    @contextmanager
    def place(self, caller: Caller = NOBODY) -> Iterator[None]:
        """A place while a request is answered. Raises RateLimited as ``refuse_if_full`` does.

        A caller with a key may take all places: a key may stand for all readers of a site.
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
        """Raise RateLimited if all places are taken, or all that this caller may have."""
        is_full = self.taken >= self.places
        if caller is not None and self.for_one is not None and not caller.has_key:
            is_full = is_full or self._by_caller[caller.name] >= self.for_one
        if is_full:
            raise RateLimited(next(self._waits))


class Door:
    """Lets a request in with its body read, or refuses it; refusals and failures are in the contract's words."""

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
            # Requests are cancelled only when the server stops.
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
        door = state.shared.door
        rule = find(self._rules, scope["method"], scope["path"].removeprefix(scope.get("root_path", "")))
        access = wanted(rule)
        if access is Access.PUBLIC:
            return await self._app(scope, receive, send)
        # A full server refuses before anything costs: no database is asked, no budget spent.
        if door.room:
            door.room.refuse_if_full()
        await door.keys.look()
        state.caller = door.keys.caller(scope, access, door.proxies)
        if door.room:
            door.room.refuse_if_full(state.caller)
        if door.limiter:
            await admit(door.limiter, state.caller, rule)
        state.shared = await _seen_by(state.caller, state.shared)
        if door.room is None:
            return await self._read(scope, receive, send)
        with door.room.place(state.caller):
            return await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        door = state_of(scope).shared.door
        body = await _body_in_time(scope, receive, door) if scope["method"] in _WITH_BODY else None
        if door.turns:  # after the body has arrived: a slow reader must not hold a turn
            await door.turns.begin()
        if body is None:
            return await self._app(scope, receive, send)
        if door.replies is None:
            return await self._app(scope, _replay(body, receive), send)
        return await door.replies.once(
            scope, body, receive, send, lambda listening, sending: self._app(scope, _replay(body, listening), sending)
        )


async def shown_to(scope: Scope) -> Shared | None:
    """What the caller of a public route may see of the server; None if the caller may not ask."""
    shared = state_of(scope).shared
    try:
        await shared.door.keys.look()
        return await _seen_by(shared.door.keys.caller(scope, Access.READER, shared.door.proxies), shared)
    except KeyWanted:
        return None


async def _seen_by(caller: Caller, shared: Shared) -> Shared:
    return await shared.views.of(shared, caller.key) if caller.key and shared.views else shared


async def _body_in_time(scope: Scope, receive: Receive, door: DoorConfig) -> bytes:
    """The body; head and body have one deadline, counted from the first byte if the server tells when that came.

    A body that arrived while we were busy is in time.
    """
    now = asyncio.get_running_loop().time()
    began = scope.get("extensions", {}).get(BEGAN, now)
    try:
        async with asyncio.timeout_at(max(began + door.read_seconds, now + _TO_TAKE_IT)):
            return await _body(scope, receive, door.max_body_bytes)
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
