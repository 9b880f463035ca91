"""The webhook: a signed call that indexes a book again, in a separate process, from its original source.

Signed after https://www.standardwebhooks.com: HMAC-SHA256 over id, time and body. An old or repeated call does nothing.
Knows no settings but its secret; indexing itself is `footnoted ingest`.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import hmac
import json
import logging
import os
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic, time

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from footnoted.domain.book import Book
from footnoted.domain.door.stores import ReplyStore
from footnoted.domain.errors import DatabaseDown
from footnoted.domain.ports import Catalogue

_log = logging.getLogger("footnoted")

_TOLERANCE = 300.0
"""Seconds that the sender's clock may differ from ours; calls are remembered for twice as long."""
_LEASE = 60.0
"""Seconds after which a book is free again whose worker was killed; a worker that lives renews it in time."""
_RENEWALS = 4
"""In a lease: with one or two that fail it still holds."""
_MOST_BYTES = 65_536
_LONGEST_ID = 200
_POLL_SECONDS = 2.0


async def index_again(book: Book) -> bool:
    """Run ``footnoted ingest`` for the book; False if it failed."""
    ending, lifeline = os.pipe()  # closed by the system when this process is gone, however it went
    command = [sys.executable, "-m", "footnoted", "ingest", f"--book={book.name}", f"--inherited={ending}"]
    quiet = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *command, "--", book.source, stdin=quiet, stdout=quiet, stderr=asyncio.subprocess.PIPE, pass_fds=(ending,)
        )
        _, errors = await process.communicate()
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise
    finally:
        os.close(ending)
        os.close(lifeline)
    if process.returncode:
        _log.error("%r could not be indexed again: %s", book.name, errors.decode(errors="replace").strip()[-500:])
    return process.returncode == 0


@dataclass
class Hook:
    """Accepts calls; each book is indexed by one process at a time, across all workers."""

    secret: str
    catalogue: Catalogue
    store: ReplyStore
    index: Callable[[Book], Awaitable[bool]] = index_again
    clock: Callable[[], float] = time
    _last: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _running: set[asyncio.Task[None]] = field(default_factory=set)
    _waiting: set[str] = field(default_factory=set)

    async def page(self, request: Request) -> Response:
        """202 once the call is accepted; the result is in the log."""
        body = await _body(request)
        if body is None:
            return _reply(413, "The call is too large.")
        if not is_signed(self.secret, request.headers, body, self.clock()):
            return _reply(403, "The signature does not hold, or the call is too old. See docs/operations.md.")
        books = {book.name: book for book in await self.catalogue.books()}
        book = books.get(_book_of(body) or (next(iter(books)) if len(books) == 1 else ""))
        if book is None:
            return _reply(400, f'Name a book, such as {{"book": "{next(iter(books), "name")}"}}.')
        # Last, so that a call that could not be accepted may come again.
        name = f"webhook {request.headers['webhook-id']}"
        if await self.store.claim(name, hashlib.sha256(body).hexdigest(), 2 * _TOLERANCE) is not None:
            return _reply(200, "This call came before; nothing was done.")
        self._begin(book)
        return _reply(202, f"'{book.name}' will be indexed again.")

    def _begin(self, book: Book) -> None:
        if book.name in self._waiting:
            return  # the waiting run will see this change too
        self._waiting.add(book.name)
        task = asyncio.ensure_future(self._run(book, self._last.get(book.name)))
        self._last[book.name] = task
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, book: Book, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait({before})
        while not await self._has_run(book):  # noqa: ASYNC110 - nothing tells when another worker has done
            await asyncio.sleep(_POLL_SECONDS)

    async def _has_run(self, book: Book) -> bool:
        """Index the book if no other worker is at it; False where this is to be tried again."""
        turn, ours = f"indexing {book.name}", secrets.token_hex(8)
        try:
            if await self.store.claim(turn, ours, _LEASE) is not None:
                return False
        except DatabaseDown:
            return False
        self._waiting.discard(book.name)
        indexing = asyncio.ensure_future(self.index(book))
        holding = asyncio.ensure_future(self._hold(turn, ours))
        try:
            await asyncio.wait({indexing, holding}, return_when=asyncio.FIRST_COMPLETED)
            if indexing.done() and indexing.result():
                _log.info("%r is indexed again", book.name)
            return indexing.done()
        except OSError as error:
            _log.error("%r could not be indexed again: %s", book.name, error)
            return True
        finally:
            indexing.cancel()
            holding.cancel()
            await asyncio.wait({indexing, holding})
            with suppress(DatabaseDown):
                if await self.store.renew(turn, ours, _LEASE):
                    await self.store.release(turn)

    async def _hold(self, turn: str, ours: str) -> None:
        """Renew the lease for as long as that works; returns before anybody else may have it."""
        until = monotonic() + _LEASE
        while monotonic() < until - _LEASE / _RENEWALS:
            await asyncio.sleep(_LEASE / _RENEWALS)
            with suppress(DatabaseDown):
                if not await self.store.renew(turn, ours, _LEASE):
                    return
                until = monotonic() + _LEASE

    async def close(self) -> None:
        """Stop running processes; a book that was not finished stays as it was."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def is_signed(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> bool:
    """Whether the call is recent and was signed with the secret."""
    identity, moment = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (0 < len(identity) <= _LONGEST_ID and moment.isdecimal() and len(moment) < 15):
        return False
    if abs(now - int(moment)) > _TOLERANCE:
        return False
    expected = hmac.new(_key(secret), f"{identity}.{moment}.".encode("latin-1", "replace") + body, hashlib.sha256)
    given = [part.partition(",") for part in headers.get("webhook-signature", "").split()]
    right = base64.b64encode(expected.digest())
    # All are compared: while the secret is being changed a sender signs with both.
    return bool(sum(hmac.compare_digest(right, it.encode()) for version, _, it in given if version == "v1"))


def _key(secret: str) -> bytes:
    """A secret in the standard's form is base64 after a prefix; any other is used as it is."""
    try:
        return (
            base64.b64decode(secret.removeprefix("whsec_"), validate=True)
            if secret[:6] == "whsec_"
            else secret.encode()
        )
    except binascii.Error:
        return secret.encode()


async def _body(request: Request) -> bytes | None:
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _MOST_BYTES:
                return None
    except ClientDisconnect:
        return None
    return body


def _book_of(body: bytes) -> str:
    try:
        given = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return ""
    return str(given.get("book") or "") if isinstance(given, dict) else ""


def _reply(status: int, message: str) -> Response:
    return JSONResponse({"message": message}, status)
