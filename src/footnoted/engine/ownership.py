"""A session belongs to the key that began it: under another key the same id is another session.

So there is nothing to check in any route, and a stranger's session looks like one that never was.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from uuid import UUID, uuid5

from footnoted.domain.ports import History
from footnoted.domain.question import Session, Turn

OWNER: ContextVar[str] = ContextVar("owner", default="")
"""Who asks, as a digest of their key; empty where no keys are wanted."""


class OwnedHistory:
    """A History that shows each owner their own sessions."""

    def __init__(self, kept: History) -> None:
        self.kept = kept

    async def session(self, session: UUID) -> Session | None:
        """The session under the id that its owner knows it by."""
        found = await self.kept.session(_own(session))
        return replace(found, id=session) if found else None

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        return await self.kept.turns(_own(session), limit)

    async def remember(self, session: UUID, turn: Turn) -> None:
        await self.kept.remember(_own(session), turn)

    async def forget(self, session: UUID) -> bool:
        return await self.kept.forget(_own(session))

    async def rate(self, request: UUID, helpful: bool, comment: str) -> None:
        await self.kept.rate(request, helpful, comment)

    async def ping(self) -> None:
        await self.kept.ping()


def _own(session: UUID) -> UUID:
    owner = OWNER.get()
    return uuid5(session, owner) if owner else session
