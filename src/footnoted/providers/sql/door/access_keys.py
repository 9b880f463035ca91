"""Stores the keys that an operator issued, as digests, and counts their model calls. Knows no request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, replace
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import sqlalchemy as sa

from footnoted.domain.door.access_key import AccessKey, digest_of, new_secret
from footnoted.domain.errors import BadKey
from footnoted.providers.sql.database import Database, utc_now
from footnoted.providers.sql.schema.tables import access_keys, model_calls

_KEYS = sa.select(*(access_keys.c[field.name] for field in fields(AccessKey))).order_by(access_keys.c.name)
# Written as SQL that both databases take; SQLAlchemy has a different form for each.
_SPEND = sa.text("""
    INSERT INTO model_calls (key_id, day, calls) VALUES (:key_id, :day, :calls)
    ON CONFLICT (key_id, day) DO UPDATE SET calls = model_calls.calls + :calls WHERE model_calls.calls < :most
""").bindparams(*(sa.bindparam(column.name, type_=column.type) for column in model_calls.columns))
_NO_LIMIT = 2**31 - 1


class SqlAccessKeys:
    """The keys, in the table ``access_keys``."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._clock = database, clock

    async def keys(self) -> list[AccessKey]:
        # All requests wait for this. A thread would have to wait for the interpreter at every step of a busy loop.
        rows = await self._database.glance(lambda it: it.execute(_KEYS).mappings().all())
        return [AccessKey(**{**row, "books": tuple(row["books"])}) for row in rows]

    async def create(
        self,
        name: str,
        *,
        is_admin: bool = False,
        books: Sequence[str] = (),
        per_minute: int | None = None,
        daily_calls: int | None = None,
        expires: datetime | None = None,
    ) -> tuple[AccessKey, str]:
        """A new key and its secret, which is not stored. Raises BadKey if the name is taken."""
        secret = new_secret()
        key = AccessKey(
            uuid4(),
            name,
            digest_of(secret),
            self._clock(),
            is_admin,
            tuple(books),
            per_minute,
            daily_calls,
            expires,
        )

        def work(connection: sa.Connection) -> None:
            if connection.execute(sa.select(access_keys.c.id).where(access_keys.c.name == name)).first():
                raise BadKey(
                    f"There is a key '{name}' already. Choose another name, or run: footnoted keys rotate {name}"
                )
            connection.execute(sa.insert(access_keys), asdict(key))

        await self._database.write(work)
        return key, secret

    async def revoke(self, name: str) -> AccessKey:
        """Make the key invalid from now on. Raises BadKey for an unknown name."""
        return await self._change(name, lambda key: replace(key, revoked=key.revoked or self._clock()))

    async def rotate(self, name: str, overlap: timedelta = timedelta()) -> tuple[AccessKey, str]:
        """A new secret for the key; the old one is valid for ``overlap``. Raises BadKey, also for a revoked key."""
        secret = new_secret()

        def change(key: AccessKey) -> AccessKey:
            if key.revoked:
                raise BadKey(f"The key '{name}' is revoked for good. Run: footnoted keys create ANOTHER-NAME")
            until = self._clock() + overlap if overlap else None
            former = key.digest if overlap else ""
            return replace(key, digest=digest_of(secret), former_digest=former, former_until=until)

        return await self._change(name, change), secret

    async def _change(self, name: str, change: Callable[[AccessKey], AccessKey]) -> AccessKey:
        def work(connection: sa.Connection) -> AccessKey:
            row = connection.execute(_KEYS.where(access_keys.c.name == name)).mappings().first()
            if row is None:
                raise BadKey(f"There is no key '{name}'. List them: footnoted keys list")
            changed = change(AccessKey(**{**row, "books": tuple(row["books"])}))
            connection.execute(sa.update(access_keys).where(access_keys.c.id == changed.id).values(asdict(changed)))
            return changed

        return await self._database.write(work)


class SqlCallBudget:
    """Model calls of each key and day (UTC), in the table ``model_calls``."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._clock = database, clock

    async def spent(self, key: UUID) -> int:
        asked = sa.select(model_calls.c.calls).where(
            model_calls.c.key_id == key, model_calls.c.day == self._clock().date().isoformat()
        )
        return await self._database.glance(lambda it: it.execute(asked).scalar()) or 0

    async def spend(self, key: UUID, most: int | None, calls: int = 1) -> bool:
        if most is not None and most <= 0:
            return False
        day = self._clock().date().isoformat()
        row = {"key_id": key, "day": day, "calls": calls, "most": _NO_LIMIT if most is None else most}
        return await self._database.write(lambda it: it.execute(_SPEND, row).rowcount == 1)
