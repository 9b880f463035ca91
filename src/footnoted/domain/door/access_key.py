"""An access key that an operator issued: for whom, with which rights, until when. Knows no request and no database.

The secret is shown once and never stored. It has 256 random bits, so a plain SHA-256 of it cannot be reversed.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

_PREFIX = "fnk_"
"""Lets a scanner for leaked secrets recognise it."""


GUESTS = UUID(int=0)
"""Stands for all readers without a key, where their use is counted together."""


@dataclass(frozen=True, slots=True)
class AccessKey:
    """A key as it is stored."""

    id: UUID
    """Does not change when the secret does: sessions, limits and budgets belong to it."""
    name: str
    digest: str
    created: datetime
    is_admin: bool = False
    books: tuple[str, ...] = ()
    """The books it may ask; empty for all."""
    per_minute: int | None = None
    """Questions a minute; None for the server's usual limit."""
    daily_calls: int | None = None
    """Model calls a day (UTC); None for no limit. Once they are used up, the book's own sentences answer."""
    expires: datetime | None = None
    revoked: datetime | None = None
    former_digest: str = ""
    """Digest of the previous secret, which is valid until ``former_until``."""
    former_until: datetime | None = None

    def is_live(self, now: datetime) -> bool:
        """Whether the key is valid at all."""
        return self.revoked is None and (self.expires is None or now < self.expires)

    def opens_with(self, digest: str, now: datetime) -> bool:
        """Whether a secret with this digest is accepted now."""
        is_former = self.former_until is not None and digest == self.former_digest and now < self.former_until
        return self.is_live(now) and (digest == self.digest or is_former)


def new_secret() -> str:
    """A new random secret."""
    return _PREFIX + secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """The digest that is stored instead of the secret.

    >>> digest_of("alpha")[:12]
    '8ed3f6ad685b'
    """
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
