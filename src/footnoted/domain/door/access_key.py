"""A key that an operator gave out: who it is for, what it may do, until when. Knows no request and no database.

The secret itself is shown once and never kept. It is 256 random bits, so a plain SHA-256 cannot be searched backwards.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

_PREFIX = "fnk_"
"""Lets a scanner for leaked secrets tell what it found."""


GUESTS = UUID(int=0)
"""Stands for all readers without a key, where what they may do together is counted."""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """One key as it is kept."""

    id: UUID
    """Stays the same when the secret is changed: sessions, limits and budgets belong to it."""
    name: str
    digest: str
    created: datetime
    is_admin: bool = False
    books: tuple[str, ...] = ()
    """The books it may ask; empty for all of them."""
    per_minute: int | None = None
    """Questions a minute; None for what the server allows every key."""
    daily_calls: int | None = None
    """Calls of a language model a day (UTC); None for no limit. After that the book's own sentences answer."""
    expires: datetime | None = None
    revoked: datetime | None = None
    former_digest: str = ""
    """Of the secret before the last change, which still opens until ``former_until``."""
    former_until: datetime | None = None

    def is_live(self, now: datetime) -> bool:
        """Whether it opens anything at all."""
        return self.revoked is None and (self.expires is None or now < self.expires)

    def opens_with(self, digest: str, now: datetime) -> bool:
        """Whether a secret of this digest is let in now."""
        is_former = self.former_until is not None and digest == self.former_digest and now < self.former_until
        return self.is_live(now) and (digest == self.digest or is_former)


def new_secret() -> str:
    """A secret that nobody can guess."""
    return _PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is kept of a secret.

    >>> digest_of("alpha")[:12]
    '8ed3f6ad685b'
    """
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
