"""The same request twice, told by its ``Idempotency-Key``: the work is done once and both get the same reply.

Keeps replies in memory, boundedly and for a while; a failed or abandoned request is forgotten and can be retried.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic

from starlette.types import Message, Scope, Send

from footnoted.contracts.door.refusals import BadInput
from footnoted.contracts.door.state import state_of

_KEPT_SECONDS = 600.0
_MOST_REPLIES = 1_000
_MOST_BYTES = 32_000_000
_LONGEST_KEY = 255

_Reply = list[Message]


@dataclass
class _Kept:
    fingerprint: bytes
    until: float
    reply: asyncio.Future[_Reply | None]
    """None once the work was given up: whoever waits may try anew."""
    size: int = 0


@dataclass
class Replies:
    """Replies by caller, endpoint and ``Idempotency-Key``; the oldest are dropped first."""

    clock: Callable[[], float] = monotonic
    _kept: OrderedDict[tuple[str, ...], _Kept] = field(default_factory=OrderedDict)
    _bytes: int = 0

    async def once(self, scope: Scope, body: bytes, send: Send, work: Callable[[Send], Awaitable[None]]) -> None:
        """Do the work with a ``send`` that is recorded, or send again what it sent the first time."""
        name = _name(scope)
        if name is None:
            return await work(send)
        fingerprint = hashlib.sha256(body).digest()
        while kept := self._find(name):
            if kept.fingerprint != fingerprint:
                raise BadInput("Idempotency-Key", "reused")
            reply = await asyncio.shield(kept.reply)
            if reply is not None:
                for message in reply:
                    await send(dict(message))
                return None
        return await self._record(name, fingerprint, scope, send, work)

    async def _record(
        self,
        name: tuple[str, ...],
        fingerprint: bytes,
        scope: Scope,
        send: Send,
        work: Callable[[Send], Awaitable[None]],
    ) -> None:
        kept = _Kept(fingerprint, self.clock() + _KEPT_SECONDS, asyncio.get_running_loop().create_future())
        self._kept[name] = kept
        said: _Reply = []

        async def sending(message: Message) -> None:
            said.append(dict(message))
            await send(message)

        try:
            await work(sending)
        finally:
            whole = bool(said) and said[0]["status"] < 400 and not said[-1].get("more_body", False)
            if whole and not state_of(scope).reply_is_partial:
                kept.size = sum(len(message.get("body", b"")) for message in said)
                self._bytes += kept.size
                kept.reply.set_result(said)
                self._make_room()
            else:
                self._kept.pop(name, None)
                kept.reply.set_result(None)

    def _find(self, name: tuple[str, ...]) -> _Kept | None:
        kept = self._kept.get(name)
        if kept and kept.until < self.clock() and kept.reply.done():
            self._drop(name)
            return None
        return kept

    def _drop(self, name: tuple[str, ...]) -> None:
        self._bytes -= self._kept.pop(name).size

    def _make_room(self) -> None:
        while len(self._kept) > _MOST_REPLIES or self._bytes > _MOST_BYTES:
            oldest = next((name for name, kept in self._kept.items() if kept.reply.done()), None)
            if oldest is None:
                break
            self._drop(oldest)


def _name(scope: Scope) -> tuple[str, ...] | None:
    for name, value in scope["headers"]:
        if name == b"idempotency-key" and value:
            if len(value) > _LONGEST_KEY:
                raise BadInput("Idempotency-Key", "string_too_long", _LONGEST_KEY)
            return state_of(scope).caller.name, scope["method"], scope["path"], str(value, "latin-1")
    return None
