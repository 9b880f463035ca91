"""What the doors keep from one request to the next: questions for the author, replies, keys, what a key has spent.

Roles like those in ports.py; no answer is made from any of them.
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
        """Whether it tells what was asked, and not only what became of it."""
        ...

    async def forget_texts(self, moment: datetime) -> int:
        """Delete the words of questions and answers from before, and keep the figures; how many those were."""
        ...

    async def forget_before(self, moment: datetime) -> int:
        """Delete what was asked before, with sessions that have nothing left; how many questions those were."""
        ...


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept under the name of a request."""

    fingerprint: str
    """Of the request's body."""
    reply: bytes | None
    """None while somebody is at work on it."""


class ReplyStore(Protocol):
    """Replies that are given again when the same request comes again. Raises DatabaseDown."""

    async def claim(self, name: str, fingerprint: str, seconds: float) -> Kept | None:
        """Reserve the name, for so long: None when it is ours now, else what is kept under it."""
        ...

    async def keep(self, name: str, reply: bytes, seconds: float) -> None: ...

    async def release(self, name: str) -> None:
        """Give the name up: the work came to nothing."""
        ...


class KeyStore(Protocol):
    """The keys that were given out, revoked ones too. Raises DatabaseDown."""

    async def keys(self) -> list[AccessKey]:
        """All of them, by name."""
        ...


class RequestCounter(Protocol):
    """Counts how often callers came, for all workers. Raises CounterDown or DatabaseDown."""

    async def count(self, name: str, most: int, seconds: float) -> float:
        """Count one more and return 0; if that were more than ``most`` in ``seconds``, how long until it is not."""
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
