"""Checks every request before a contract sees it: key, limits, capacity and the size of the body.

A pure ASGI layer that uses the access table and the rules in the request's state; knows no contract's form.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footnoted.contracts.door.access import Access, Rules, find, wanted
from footnoted.contracts.door.callers.caller import NOBODY, Caller
from footnoted.contracts.door.limits import admit
from footnoted.contracts.door.refusals import BodyTooLarge, BodyTooSlow, RateLimited, ReaderLeft, ShuttingDown
from footnoted.contracts.door.state import state_of

_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


@dataclass
class Room:
    """How many requests are being answered, of how many that may be at once."""

    places: int
    for_one: int | None = None
    """How many of them one caller without a key may have; None where callers are not told apart."""
    taken: int = 0
    _by_caller: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def place(self, caller: Caller = NOBODY) -> Iterator[None]:
        """A place while a request is answered; raises RateLimited when all are taken, or all that this caller may have.

        A key may stand for a whole site's readers, an address only for those behind it.
        """
        has_share = self.for_one is not None and not caller.has_key
        if self.taken >= self.places or (has_share and self._by_caller[caller.name] >= (self.for_one or 0)):
            raise RateLimited(1)
        self.taken += 1
        self._by_caller[caller.name] += 1
        try:
            yield
        finally:
            self.taken -= 1
            self._by_caller[caller.name] -= 1
            if not self._by_caller[caller.name]:
                del self._by_caller[caller.name]


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
        await house.keys.look()
        state.caller = house.keys.caller(scope, access, house.proxies)
        if house.limiter:
            await admit(house.limiter, state.caller, rule)
        if state.caller.key and state.shared.views:
            state.shared = await state.shared.views.of(state.shared, state.caller.key)
        if house.room is None:
            return await self._read(scope, receive, send)
        with house.room.place(state.caller):
            return await self._read(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        if turns := state_of(scope).shared.rules.turns:
            await turns.begin()
        if scope["method"] not in _WITH_BODY:
            return await self._app(scope, receive, send)
        house = state_of(scope).shared.rules
        try:
            # Head and body have one deadline, from the first byte on where the server tells.
            began = scope.get("extensions", {}).get("footnoted.began", asyncio.get_running_loop().time())
            async with asyncio.timeout_at(began + house.read_seconds):
                body = await _body(scope, receive, house.max_body_bytes)
        except TimeoutError as error:
            raise BodyTooSlow from error
        if house.replies is None:
            return await self._app(scope, _replay(body, receive), send)
        return await house.replies.once(
            scope, body, receive, send, lambda listening, sending: self._app(scope, _replay(body, listening), sending)
        )


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
