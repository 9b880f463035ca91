"""Repeated requests, recognised by their ``Idempotency-Key``: the work is done once and both get the same reply.

Replies are stored in the database for their caller only, for all workers. Work under a key continues when its reader
leaves, so that a stream can be resumed after its ``Last-Event-ID``. A failed request is not stored and can be repeated.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

from starlette.types import Message, Receive, Scope, Send

from footnoted.contracts.door.recording import Recording, packed, unpacked
from footnoted.contracts.door.refusals import BadInput, KeyReused, RateLimited, ReaderLeft
from footnoted.contracts.door.state import state_of
from footnoted.domain.door.stores import ReplyStore, StoredReply
from footnoted.domain.errors import DatabaseDown

KEPT_SECONDS = 24 * 3600.0
_MOST_BYTES = 1_000_000
"""A longer reply is not stored; no real one comes near this."""
_LONGEST_KEY = 255
_POLL_SECONDS = 0.2
"""How often to look whether another worker has finished."""

Work = Callable[[Receive, Send], Awaitable[None]]


@dataclass
class Replies:
    """Replies by caller, endpoint and ``Idempotency-Key``."""

    store: ReplyStore
    kept_seconds: float = KEPT_SECONDS
    _running: dict[str, Recording] = field(default_factory=dict)
    _asking: dict[tuple[str, str, bool], asyncio.Task[StoredReply | None]] = field(default_factory=dict)

    async def once(self, scope: Scope, body: bytes, receive: Receive, send: Send, work: Work) -> None:
        """Do the work, or send again what it sent the first time."""
        name = _name(scope)
        if name is None:
            return await work(receive, send)
        state_of(scope).send_part = None  # so that every part is recorded
        fingerprint = hashlib.sha256(body).hexdigest()
        recording = self._running.get(name) or await self._begun(name, fingerprint, scope, work)
        if recording.fingerprint != fingerprint:
            raise KeyReused
        last_event = _last_event(scope)
        after = recording.place_of(last_event) if last_event else 0
        if after is None:
            raise _unknown_event()
        return await self._follow(recording, after, scope, receive, send)

    async def _begun(self, name: str, fingerprint: str, scope: Scope, work: Work) -> Recording:
        """The recording of this request's work: started here now, or done before by any worker."""
        while True:
            kept, is_ours = await self._settled(name, fingerprint, scope)
            if recording := self._running.get(name):  # begun here while the database was asked
                return recording
            if kept is not None and kept.reply is not None:
                return unpacked(kept.fingerprint, kept.reply)
            if kept is not None:
                raise KeyReused
            if is_ours and _last_event(scope):
                await self.store.release(name)  # the answer that the reader saw in part is lost; a new one may differ
                raise _unknown_event()
            if is_ours:
                recording = self._running[name] = Recording(fingerprint)
                recording.task = asyncio.create_task(self._record(name, recording, scope, work))
                return recording

    async def _settled(self, name: str, fingerprint: str, scope: Scope) -> tuple[StoredReply | None, bool]:
        """The stored reply once no other worker is busy with it, or None; and whether this request shall do the work.

        Repeats of a request that another worker is answering wait together: only one of them asks the database.
        """
        group = name, fingerprint, bool(_last_event(scope))
        is_ours = group not in self._asking
        if is_ours:
            asking = self._asking[group] = asyncio.create_task(self._claimed(name, fingerprint, scope))
            asking.add_done_callback(lambda _: self._asking.pop(group))
        return await self._asking[group], is_ours

    async def _claimed(self, name: str, fingerprint: str, scope: Scope) -> StoredReply | None:
        lease = state_of(scope).shared.door.deadline_seconds + 5
        while True:
            kept = await self.store.claim(name, fingerprint, lease, str(state_of(scope).id))
            if kept is None or kept.reply is not None or kept.fingerprint != fingerprint or name in self._running:
                return kept
            await asyncio.sleep(_POLL_SECONDS)

    async def _record(self, name: str, recording: Recording, scope: Scope, work: Work) -> None:
        try:
            await work(_nobody_leaves, recording.take)
        except asyncio.CancelledError as error:
            recording.error = error
        except Exception as error:
            recording.error = error
        try:
            with suppress(DatabaseDown):
                await self._keep(name, recording, is_partial=state_of(scope).reply_is_partial)
        finally:
            del self._running[name]
            recording.end()

    async def _keep(self, name: str, recording: Recording, *, is_partial: bool) -> None:
        """Store a reply that is complete; else let the next request do the work again."""
        if recording.is_answer and not is_partial and len(reply := packed(recording)) <= _MOST_BYTES:
            await self.store.keep(name, reply, self.kept_seconds)
        else:
            await self.store.release(name)

    async def _follow(self, recording: Recording, after: int, scope: Scope, receive: Receive, send: Send) -> None:
        following = asyncio.ensure_future(recording.play(send, after))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({following, leaving}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            # Requests are cancelled only when the server stops: the reader still gets the end of the recording.
            if recording.task is not None:
                recording.task.cancel()
            await following
            return None
        finally:
            leaving.cancel()
        if following.done():
            return following.result()
        following.cancel()
        _keep_a_place(recording, scope)
        raise ReaderLeft


def _keep_a_place(recording: Recording, scope: Scope) -> None:
    """Let work go on, as its reader's request, for a reader who may come back; end it if the server is half full."""
    room, task = state_of(scope).shared.door.room, recording.task
    if room is None or task is None or task.done():
        return
    place = ExitStack()
    try:
        if room.taken * 2 > room.places:
            raise RateLimited(1)
        place.enter_context(room.place(state_of(scope).caller))
    except RateLimited:
        task.cancel()
        return
    task.add_done_callback(lambda _: place.close())


async def _nobody_leaves() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _last_event(scope: Scope) -> str:
    """The id of the last event that the reader got; empty to get the whole reply."""
    return next((str(value, "latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")


def _unknown_event() -> BadInput:
    return BadInput("Last-Event-ID", "unknown")


def _name(scope: Scope) -> str | None:
    """Digest of caller, endpoint and ``Idempotency-Key``; None without that header."""
    for name, value in scope["headers"]:
        if name == b"idempotency-key" and value:
            if len(value) > _LONGEST_KEY:
                raise BadInput("Idempotency-Key", "string_too_long", _LONGEST_KEY)
            caller = state_of(scope).caller
            parts = (caller.name, caller.owner, scope["method"], scope["path"], str(value, "latin-1"))
            return hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return None
