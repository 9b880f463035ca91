"""What the doors store between requests: questions for the author, replies, keys, and how much a key has used.

Roles like those in ports.py; no answer depends on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from footnoted.domain.door.access_key import AccessKey
from footnoted.domain.question import Asked


class QuestionLog(Protocol):
    """What readers asked, for the author. Raises DatabaseDown."""

    async def asked(self, since: datetime) -> list[Asked]:
        """Every question since then, oldest first."""
        ...

    @property
    def has_texts(self) -> bool:
        """Whether it has the questions' words, and not only their figures."""
        ...

    async def forget_texts(self, moment: datetime) -> int:
        """Delete the words of questions and answers before the moment, keep the figures; returns how many."""
        ...

    async def forget_before(self, moment: datetime) -> int:
        """Delete questions before the moment, and sessions that become empty; returns how many questions."""
        ...


@dataclass(frozen=True, slots=True)
class StoredReply:
    """What is stored under a request's name."""

    fingerprint: str
    """Digest of the request's body."""
    reply: bytes | None
    """None while the request is still being processed."""


class ReplyStore(Protocol):
    """Replies that are sent again when the same request is repeated. Raises DatabaseDown."""

    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> StoredReply | None:
        """Reserve the name for so many seconds: None if it was free, else what is stored under it.

        With the id of its request the reply goes when the session goes that the request belongs to.
        """
        ...

    async def renew(self, name: str, fingerprint: str, seconds: float) -> bool:
        """Reserve the name for so many seconds from now; False if it is not reserved with this fingerprint any more."""
        ...

    async def keep(self, name: str, reply: bytes, seconds: float) -> None: ...

    async def release(self, name: str) -> None:
        """Free the name: the request produced no reply."""
        ...

    async def drop_expired(self) -> None:
        """Delete what is not sent again any more."""
        ...


class KeyStore(Protocol):
    """The keys that were issued, revoked ones included. Raises DatabaseDown."""

    async def keys(self) -> list[AccessKey]:
        """All of them, by name."""
        ...


class RequestCounter(Protocol):
    """Counts callers' requests across all workers. Raises CounterDown or DatabaseDown."""

    async def count(self, name: str, most: int, seconds: float) -> float:
        """Count one more and return 0; if there were ``most`` within ``seconds`` already, how long to wait."""
        ...


class CallPermit(Protocol):
    """Asked before each call of a language model."""

    async def call(self) -> None:
        """Count a call that is about to be made; raises BudgetSpent when none is left."""
        ...


class CallBudget(Protocol):
    """Counts a day's calls of a language model. Raises DatabaseDown."""

    async def spent(self, key: UUID) -> int:
        """How many calls were made for the key today."""
        ...

    async def spend(self, key: UUID, most: int | None, calls: int = 1) -> bool:
        """Count the calls, unless ``most`` were made today already; None counts them in any case."""
        ...
