"""Tokens for visitors of a public widget: signed, for one origin and one book, and soon out of date.

A token is a handle on its visitor's own conversations and nothing more. Knows no request and no route.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import time
from uuid import UUID, uuid4

_VERSION = 1
_LIFETIME = 3600
_RENEWAL = 90 * 24 * 3600
"""How long after it was minted an old token still proves who its visitor was: as long as a browser keeps a list of
conversations that is looked at now and then."""
_MOST_SOLUTIONS = 100_000
_CHALLENGE_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whom a token was minted for."""

    id: UUID
    origin: str
    book: str
    """Empty where the widget asks all books."""
    expires: int
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Visitors:
    """Mints tokens and reads them. The first secret signs; the others are still believed, so one can be changed."""

    signing: Sequence[bytes] = field(default_factory=lambda: [secrets.token_bytes(32)])
    lifetime: int = _LIFETIME
    clock: Callable[[], float] = time

    def mint(self, origin: str, book: str, earlier: str = "") -> str:
        """A new token; with an earlier one of the same origin and book its visitor stays the same."""
        known = self._read(earlier)
        now = int(self.clock())
        is_same = known and (known.origin, known.book) == (origin, book) and known.expires + _RENEWAL > now
        visitor = Visitor(known.id if known and is_same else uuid4(), origin, book, now + self.lifetime)
        body = _encode(json.dumps([_VERSION, visitor.id.hex, origin, book, visitor.expires]).encode())
        return f"{body}.{_encode(self._sign(self.signing[0], body))}"

    def visitor(self, token: str, origin: str) -> Visitor | None:
        """Who comes with this token from this origin; None for any token that does not hold there and now."""
        found = self._read(token)
        if found is None or found.expires <= self.clock() or not hmac.compare_digest(found.origin, origin):
            return None
        return found

    def _read(self, token: str) -> Visitor | None:
        body, _, signature = token.partition(".")
        try:
            given = _decode(signature)
            # All are compared, so that it cannot be seen which one was nearly right.
            if not sum(hmac.compare_digest(given, self._sign(secret, body)) for secret in self.signing):
                return None
            version, visitor, origin, book, expires = json.loads(_decode(body))
            return Visitor(UUID(hex=visitor), origin, book, expires) if version == _VERSION else None
        except (ValueError, TypeError, binascii.Error):
            return None

    @staticmethod
    def _sign(secret: bytes, body: str) -> bytes:
        return hmac.new(secret, b"visitor\n" + body.encode("utf-8", "replace"), hashlib.sha256).digest()


@dataclass(slots=True)
class Work:
    """Proof of work in ALTCHA's form: a visitor's browser tries numbers until one fits. Each solution counts once.

    https://altcha.org/docs/v2/proof-of-work/
    """

    secret: bytes
    most: int = 50_000
    """Numbers to try at the most; half of them on average."""
    clock: Callable[[], float] = time
    _used: OrderedDict[str, None] = field(default_factory=OrderedDict)

    def challenge(self) -> dict[str, str | int]:
        """Something to work out."""
        salt = f"{secrets.token_hex(12)}?expires={int(self.clock()) + _CHALLENGE_SECONDS}"
        wanted = _sha(salt, secrets.randbelow(self.most))
        return {
            "algorithm": "SHA-256",
            "challenge": wanted,
            "salt": salt,
            "maxnumber": self.most,
            "signature": self._sign(wanted),
        }

    def is_done(self, solution: str) -> bool:
        """Whether the solution is right, in time, and new."""
        try:
            given = json.loads(base64.b64decode(solution, validate=True))
            salt, wanted, number = str(given["salt"]), str(given["challenge"]), int(given["number"])
            expires = int(salt.partition("?expires=")[2])
            signature = str(given["signature"])
        except (ValueError, TypeError, KeyError, binascii.Error):
            return False
        is_ours = hmac.compare_digest(self._sign(wanted), signature)
        if not is_ours or _sha(salt, number) != wanted or expires <= self.clock() or wanted in self._used:
            return False
        self._used[wanted] = None
        if len(self._used) > _MOST_SOLUTIONS:
            self._used.popitem(last=False)
        return True

    def _sign(self, challenge: str) -> str:
        return hmac.new(self.secret, b"work\n" + challenge.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _sha(salt: str, number: int) -> str:
    return hashlib.sha256(f"{salt}{number}".encode()).hexdigest()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
