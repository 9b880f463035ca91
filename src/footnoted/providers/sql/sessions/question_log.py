"""Readers' questions, read from the tables of sessions. Knows no report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from footnoted.domain.answer import greets
from footnoted.domain.question import Asked, Verdict
from footnoted.providers.sql.database import Database
from footnoted.providers.sql.schema.tables import conversations, ratings, sessions
from footnoted.providers.sql.sessions.history import sources_of

_ASKED = (
    sa.select(
        conversations.c.query,
        conversations.c.timestamp,
        sa.cast(conversations.c.sources, sa.Text()),
        conversations.c.metadata,
    )
    .where(conversations.c.timestamp >= sa.bindparam("since"))
    .order_by(conversations.c.timestamp, conversations.c.id)
)
_RATINGS = sa.select(ratings.c.request_id, ratings.c.helpful, ratings.c.comment)
_FORGET = sa.delete(conversations).where(conversations.c.timestamp < sa.bindparam("moment"))
_IS_EMPTY = ~sa.exists().where(conversations.c.session_id == sessions.c.session_id)
_NOTE_EMPTY = (
    sa.update(sessions)
    .where(sessions.c.last_active < sa.bindparam("moment"), sessions.c.archived_at.is_(None), _IS_EMPTY)
    .values(archived_at=sa.bindparam("now", type_=sessions.c.archived_at.type))
)
_FORGET_EMPTY = sa.delete(sessions).where(sessions.c.archived_at < sa.bindparam("since"), _IS_EMPTY)
_EMPTY_FOR = timedelta(hours=1)
"""How long a session outlives its last turn: a follow-up that was being answered finds it, and takes no longer."""
_FORGET_TEXTS = (
    sa.update(conversations)
    .where(conversations.c.timestamp < sa.bindparam("moment"), conversations.c.query != "")
    .values(query="", response="")
)
_FORGET_COMMENTS = sa.update(ratings).where(ratings.c.created_at < sa.bindparam("moment")).values(comment="")
_FORGET_RATINGS = sa.delete(ratings).where(ratings.c.created_at < sa.bindparam("moment"))


class SqlQuestionLog:
    """Questions and their outcomes, from ``conversations`` and ``ratings``."""

    def __init__(
        self, database: Database, *, has_texts: bool = True, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database, self.has_texts, self._clock = database, has_texts, clock

    async def asked(self, since: datetime) -> list[Asked]:
        def work(connection: sa.Connection) -> tuple[Any, Any]:
            return connection.execute(_ASKED, {"since": since}).all(), connection.execute(_RATINGS).all()

        rows, opinions = await self._database.read(work)
        # Ratings of requests that are not stored here are ignored.
        by_request = {str(request): (helpful, comment) for request, helpful, comment in opinions}
        found = [
            _asked(row.query, row.timestamp, row[2], row.metadata, by_request)
            for row in rows
            if not greets(row.metadata.get("outcome", ""), row.metadata.get("verdict", Verdict.DECLINE))
        ]
        return found if self.has_texts else [replace(row, question="", comment="") for row in found]

    async def forget_texts(self, moment: datetime) -> int:
        def work(connection: sa.Connection) -> int:
            connection.execute(_FORGET_COMMENTS, {"moment": moment})
            return int(connection.execute(_FORGET_TEXTS, {"moment": moment}).rowcount)

        return await self._database.write(work)

    async def forget_before(self, moment: datetime) -> int:
        now = self._clock()

        def work(connection: sa.Connection) -> int:
            gone = connection.execute(_FORGET, {"moment": moment}).rowcount
            connection.execute(_FORGET_EMPTY, {"since": now - _EMPTY_FOR})
            connection.execute(_NOTE_EMPTY, {"moment": moment, "now": now})
            connection.execute(_FORGET_RATINGS, {"moment": moment})
            return int(gone)

        return await self._database.write(work)


def _asked(
    question: str, asked_at: datetime, sources: str, known: dict[str, Any], opinions: dict[str, tuple[bool, str]]
) -> Asked:
    all_sources = sources_of(sources)
    cited = sorted({citation["source"] for citation in known.get("citations", ())})
    helpful, comment = opinions.get(known.get("request_id", ""), (None, ""))
    return Asked(
        question,
        asked_at,
        known.get("outcome", ""),
        float(known.get("seconds") or 0.0),
        float((known.get("usage") or {}).get("cost") or 0.0),
        tuple(all_sources[number - 1] for number in cited if 0 < number <= len(all_sources)),
        helpful,
        comment,
        known.get("request_id", ""),
    )
