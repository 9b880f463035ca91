"""Counts the model calls of all readers without a key together, in the table ``counters``. Knows no reader."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

import sqlalchemy as sa

from footnoted.domain.door.access_key import GUESTS
from footnoted.domain.door.stores import CallBudget
from footnoted.providers.sql.database import Database, utc_now
from footnoted.providers.sql.schema.tables import counters

_NAME = "model calls of guests"
_NO_LIMIT = 2**31 - 1
# Written as SQL that both databases take; SQLAlchemy has a different form for each.
_SPEND = sa.text("""
    INSERT INTO counters (name, slot, count, until) VALUES (:name, :slot, :count, :until)
    ON CONFLICT (name, slot) DO UPDATE SET count = counters.count + :count WHERE counters.count < :most
""").bindparams(*(sa.bindparam(column.name, type_=column.type) for column in counters.columns))


class GuestCalls:
    """One row a day (UTC); the calls of keys are counted elsewhere. Implements CallBudget."""

    def __init__(self, database: Database, keys: CallBudget, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._keys, self._clock = database, keys, clock

    async def spent(self, key: UUID) -> int:
        if key != GUESTS:
            return await self._keys.spent(key)
        slot = self._clock().toordinal()
        made = sa.select(counters.c.count).where(counters.c.name == _NAME, counters.c.slot == slot)
        return await self._database.glance(lambda it: it.execute(made).scalar()) or 0

    async def spend(self, key: UUID, most: int | None, calls: int = 1) -> bool:
        if key != GUESTS:
            return await self._keys.spend(key, most, calls)
        if most is not None and most <= 0:
            return False
        now = self._clock()
        row = {
            "name": _NAME,
            "slot": now.toordinal(),
            "count": calls,
            "until": now + timedelta(days=2),
            "most": _NO_LIMIT if most is None else most,
        }
        return await self._database.write(lambda it: it.execute(_SPEND, row).rowcount == 1)
