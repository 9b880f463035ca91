"""Sessions belong to the key that began them: with another key, the same id is another session.

So routes need no check, and another owner's session looks like one that does not exist.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid5

from footnoted.domain.ports import History
from footnoted.domain.question import Session, Turn


class OwnedHistory:
    """A History as one owner sees it; an owner is the digest of a key."""

    def __init__(self, shared: History, owner: str) -> None:
        self.shared, self._owner = shared, owner

    async def session(self, session: UUID) -> Session | None:
        """The session under the id that its owner uses."""
        found = await self.shared.session(self._own(session))
        return replace(found, id=session) if found else None

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        return await self.shared.turns(self._own(session), limit)

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        if request := turn.metadata.get("request_id"):
            turn = replace(turn, metadata=turn.metadata | {"mark": self._mark(UUID(request))})
        await self.shared.remember(self._own(session), turn, continues=continues)

    async def forget(self, session: UUID) -> bool:
        return await self.shared.forget(self._own(session))

    async def rate(self, request: UUID, helpful: bool, comment: str, mark: str = "") -> bool:
        return await self.shared.rate(request, helpful, comment, mark or self._mark(request))

    async def ping(self) -> None:
        await self.shared.ping()

    def _own(self, session: UUID) -> UUID:
        return uuid5(session, self._owner)

    def _mark(self, request: UUID) -> str:
        """Distinguishes the owner's turns from others, and from each other."""
        return uuid5(request, self._owner).hex
