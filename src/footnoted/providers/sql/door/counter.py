"""Counts requests for all workers, in the table ``counters``. Knows no callers and no meaning of a limit.

A window has ten slots and the current one, each counted whole: never more requests than allowed in any window, and a
caller is let in again at most a tenth of a window late.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from time import time

import sqlalchemy as sa

from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import counters

_SLOTS = 10
_SWEEP_EVERY = 500
"""Requests between two removals of old slots."""

# Written as SQL that both databases take; SQLAlchemy has a different form for each.
_ADD = sa.text("""
    INSERT INTO counters (name, slot, count, until) VALUES (:name, :slot, 1, :until)
    ON CONFLICT (name, slot) DO UPDATE SET count = counters.count + 1
""").bindparams(*(sa.bindparam(name, type_=counters.c[name].type) for name in ("name", "slot", "until")))
_TAKE_BACK = sa.text("UPDATE counters SET count = count - 1 WHERE name = :name AND slot = :slot")
_SEEN = (
    sa.select(counters.c.slot, counters.c.count.label("times"))
    .where(counters.c.name == sa.bindparam("of"), counters.c.slot >= sa.bindparam("since"), counters.c.count > 0)
    .order_by(counters.c.slot)
)


class SqlCounter:
    """Implements RequestCounter."""

    def __init__(self, database: Database, clock: Callable[[], float] = time) -> None:
        self._database, self._clock = database, clock
        self._requests = count(1)

    async def count(self, name: str, most: int, seconds: float) -> float:
        now, width = self._clock(), seconds / _SLOTS
        slot = int(now / width)
        until = datetime.fromtimestamp(now + seconds + 2 * width, UTC)

        def work(connection: sa.Connection) -> float:
            if next(self._requests) % _SWEEP_EVERY == 0:
                over = counters.c.until < datetime.fromtimestamp(now, UTC)
                connection.execute(sa.delete(counters).where(over))
            # Counted first: the row's lock makes others wait, and their sum then includes this request.
            connection.execute(_ADD, {"name": name, "slot": slot, "until": until})
            seen = connection.execute(_SEEN, {"of": name, "since": slot - _SLOTS}).all()
            excess = sum(row.times for row in seen) - most
            if excess <= 0:
                return 0.0
            connection.execute(_TAKE_BACK, {"name": name, "slot": slot})
            for row in seen:  # oldest first, until enough of them have passed
                excess -= row.times
                if excess <= 0:
                    return float((row.slot + _SLOTS + 1) * width - now)
            return seconds

        return await self._database.write(work)
