"""Kept replies in memory."""

from __future__ import annotations

from footnoted.domain.door.stores import StoredReply


class FakeReplies:
    def __init__(self) -> None:
        self.now = 0.0
        self._kept: dict[str, tuple[float, StoredReply]] = {}

    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> StoredReply | None:
        until, kept = self._kept.get(name, (0.0, None))
        if kept and until > self.now:
            return kept
        self._kept[name] = self.now + seconds, StoredReply(fingerprint, None)
        return None

    async def renew(self, name: str, fingerprint: str, seconds: float) -> bool:
        _, kept = self._kept.get(name, (0.0, None))
        if kept is None or kept.reply is not None or kept.fingerprint != fingerprint:
            return False
        self._kept[name] = self.now + seconds, kept
        return True

    async def keep(self, name: str, reply: bytes, seconds: float) -> None:
        self._kept[name] = self.now + seconds, StoredReply(self._kept[name][1].fingerprint, reply)

    async def release(self, name: str) -> None:
        self._kept.pop(name, None)

    async def drop_expired(self) -> None:
        self._kept = {name: kept for name, kept in self._kept.items() if kept[0] > self.now}
