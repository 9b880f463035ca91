"""Stores replies for repeated requests, in the table ``replies``. Knows nothing about their content."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import sqlalchemy as sa

from footnoted.domain.door.stores import StoredReply
from footnoted.providers.sql.database import Database, utc_now
from footnoted.providers.sql.schema.tables import replies

# Written as SQL that both databases take; SQLAlchemy has a different form for each.
_CLAIM = sa.text("""
    INSERT INTO replies (name, fingerprint, until, request_id) VALUES (:name, :fingerprint, :until, :request_id)
    ON CONFLICT (name) DO NOTHING
""").bindparams(*(sa.bindparam(it, type_=replies.c[it].type) for it in ("name", "fingerprint", "until", "request_id")))
_EXPIRE = sa.delete(replies).where(replies.c.until <= sa.bindparam("now"))


class SqlReplies:
    """Replies by name, each until it expires."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._clock = database, clock

    async def claim(self, name: str, fingerprint: str, seconds: float, request: str = "") -> StoredReply | None:
        now = self._clock()
        until = now + timedelta(seconds=seconds)
        row = {"name": name, "fingerprint": fingerprint, "until": until, "request_id": request}

        def work(connection: sa.Connection) -> StoredReply | None:
            connection.execute(_EXPIRE, {"now": now})
            if connection.execute(_CLAIM, row).rowcount == 1:
                return None
            found = sa.select(replies.c.fingerprint, replies.c.reply).where(replies.c.name == name)
            kept = connection.execute(found).one_or_none()
            # Released between the two statements, where the database allows it: treated as still in progress.
            return StoredReply(kept.fingerprint, kept.reply) if kept else StoredReply(fingerprint, None)

        return await self._database.write(work)

    async def renew(self, name: str, fingerprint: str, seconds: float) -> bool:
        until = self._clock() + timedelta(seconds=seconds)
        ours = sa.and_(replies.c.name == name, replies.c.fingerprint == fingerprint, replies.c.reply.is_(None))
        change = sa.update(replies).where(ours).values(until=until)
        return await self._database.write(lambda it: it.execute(change).rowcount == 1)

    async def keep(self, name: str, reply: bytes, seconds: float) -> None:
        until = self._clock() + timedelta(seconds=seconds)
        change = sa.update(replies).where(replies.c.name == name).values(reply=reply, until=until)
        await self._database.write(lambda it: it.execute(change))

    async def release(self, name: str) -> None:
        unfinished = sa.delete(replies).where(replies.c.name == name, replies.c.reply.is_(None))
        await self._database.write(lambda it: it.execute(unfinished))

    async def drop_expired(self) -> None:
        now = self._clock()
        await self._database.write(lambda it: it.execute(_EXPIRE, {"now": now}))
