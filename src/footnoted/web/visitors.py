"""Tokens for visitors of a public widget: signed, for one origin and one book, and short-lived.

A token only gives access to its visitor's own conversations. Knows no request and no route.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from uuid import UUID, uuid4

_VERSION = 1
_LIFETIME = 3600
_RENEWAL = 90 * 24 * 3600
"""How long an expired token still identifies its visitor: as long as browsers keep a list of conversations that is used
now and then. The signing key changes after the same time, and the previous key is still accepted."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whom a token was issued for."""

    id: UUID
    origin: str
    book: str
    """Empty if the widget asks all books."""
    expires: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Visitors:
    """Issues and checks tokens. The signing key is derived from the secret and the date, so it changes by itself."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    lifetime: int = _LIFETIME
    clock: Callable[[], float] = time

    def mint(self, origin: str, book: str, earlier: str = "") -> str:
        """A new token; with an earlier one of the same origin and book the visitor stays the same."""
        known = self._read(earlier)
        now = int(self.clock())
        is_same = known and (known.origin, known.book) == (origin, book) and known.expires + _RENEWAL > now
        visitor = Visitor(known.id if known and is_same else uuid4(), origin, book, now + self.lifetime)
        body = _encode(json.dumps([_VERSION, visitor.id.hex, origin, book, visitor.expires]).encode())
        return f"{body}.{_encode(self._signatures(body)[0])}"

    def visitor(self, token: str, origin: str) -> Visitor | None:
        """The visitor with this token and origin; None if the token is not valid here and now."""
        found = self._read(token)
        is_there = found is not None and hmac.compare_digest(found.origin.encode(), origin.encode("utf-8", "replace"))
        return found if found and is_there and found.expires > self.clock() else None

    def _read(self, token: str) -> Visitor | None:
        body, _, signature = token.partition(".")
        try:
            given = _decode(signature)
            # Compared with all, so that the time does not show which one was nearly right.
            if not sum(hmac.compare_digest(given, right) for right in self._signatures(body)):
                return None
            version, visitor, origin, book, expires = json.loads(_decode(body))
            return Visitor(UUID(hex=visitor), origin, book, expires) if version == _VERSION else None
        except (ValueError, TypeError, binascii.Error):
            return None

    def _signatures(self, body: str) -> list[bytes]:
        """The signatures of the current and of the previous period."""
        period = int(self.clock() // _RENEWAL)
        keys = [_hmac(self.secret, f"visitors {number}") for number in (period, period - 1)]
        return [_hmac(key, body) for key in keys]


def kept_secret(file: Path) -> bytes:
    """The secret in this file; the first call creates it, and later processes use the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(secrets.token_hex(32).encode())
    # A link appears with its whole content, and only if there is no file yet.
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
    return file.read_bytes()


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode("utf-8", "replace"), hashlib.sha256).digest()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
