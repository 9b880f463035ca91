"""Counts how often callers came, for all workers, in the table ``counters``. Knows no caller and no limit's meaning.

A window is ten slots and the current one, each counted whole: never more than allowed in any window, and at most a
tenth of a window late to welcome somebody again.
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
"""Requests between two looks for slots that are over."""

# Written out because SQLAlchemy has a separate insert of this kind for each database.
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
    """Takes the role of the RequestCounter."""

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
            # Counted first: the row's lock makes the others wait, and their sum then has this request in it.
            connection.execute(_ADD, {"name": name, "slot": slot, "until": until})
            seen = connection.execute(_SEEN, {"of": name, "since": slot - _SLOTS}).all()
            excess = sum(row.times for row in seen) - most
            if excess <= 0:
                return 0.0
            connection.execute(_TAKE_BACK, {"name": name, "slot": slot})
            for row in seen:  # oldest first: when enough of them are over
                excess -= row.times
                if excess <= 0:
                    return float((row.slot + _SLOTS + 1) * width - now)
            return seconds

        return await self._database.write(work)
