"""Stores conversations in SQL. Knows neither which database it is nor who may read a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID

import pydantic_core
import sqlalchemy as sa

from footnoted.domain.book import Passage, Source
from footnoted.domain.question import Session, Turn
from footnoted.providers.sql.database import Database, Prepared, utc_now
from footnoted.providers.sql.schema.tables import conversations, ratings, replies, sessions

_SNIPPET = 500
"""Characters of a source's text that are stored: no contract shows more of an earlier turn."""

_RATED_FOR = timedelta(days=30)
"""Older answers cannot be rated, because finding one would mean reading all questions since."""

# Written as SQL that both databases take; SQLAlchemy has a different upsert for each.
_TOUCH = Prepared(
    sa.text("""
        INSERT INTO sessions (session_id, created_at, last_active) VALUES (:session_id, :timestamp, :timestamp)
        ON CONFLICT (session_id) DO UPDATE SET archived_at = NULL, last_active = CASE
            WHEN excluded.last_active > sessions.last_active THEN excluded.last_active ELSE sessions.last_active END
    """).bindparams(
        sa.bindparam("session_id", type_=sessions.c.session_id.type),
        sa.bindparam("timestamp", type_=sessions.c.created_at.type),
    )
)
_STORE = Prepared(
    sa.insert(conversations).values(
        {name: sa.bindparam(name) for name in ("session_id", "timestamp", "query", "response", "sources", "metadata")}
    )
)
_NEWEST = (
    sa.select(
        conversations.c.query,
        conversations.c.response,
        conversations.c.timestamp,
        sa.cast(conversations.c.sources, sa.Text()),
        conversations.c.metadata,
    )
    .where(conversations.c.session_id == sa.bindparam("session"))
    .order_by(conversations.c.id.desc())
    .limit(sa.bindparam("limit", type_=sa.Integer()))
)
_SESSION = sa.select(
    sessions.c.session_id,
    sessions.c.created_at,
    sessions.c.last_active,
    sa.select(sa.func.count())
    .where(conversations.c.session_id == sessions.c.session_id)
    .correlate(sessions)
    .scalar_subquery(),
).where(sessions.c.session_id == sa.bindparam("session"))
_ANSWERED = (
    sa.select(conversations.c.metadata)
    .where(
        conversations.c.timestamp >= sa.bindparam("since"),
        conversations.c.metadata["request_id"].as_string() == sa.bindparam("request"),
    )
    .order_by(conversations.c.timestamp.desc())
    .limit(1)
)
_REQUESTS = sa.select(conversations.c.metadata["request_id"].as_string()).where(
    conversations.c.session_id == sa.bindparam("session"), conversations.c.metadata["request_id"].as_string() != ""
)
_CONTINUE = sa.update(sessions).where(sessions.c.session_id == sa.bindparam("session")).values(archived_at=None)
"""Only locks the row: until the transaction ends, the session is neither deleted nor continued."""
_FORGET = sa.delete(sessions).where(sessions.c.session_id == sa.bindparam("session"))
_AT_ONCE = 500
"""Requests in one statement; a database takes some thousands of values."""
_RATE = sa.text("""
    INSERT INTO ratings (request_id, helpful, comment) VALUES (:request_id, :helpful, :comment)
    ON CONFLICT (request_id) DO UPDATE SET helpful = excluded.helpful, comment = excluded.comment
""").bindparams(*(sa.bindparam(name, type_=ratings.c[name].type) for name in ("request_id", "helpful", "comment")))


class SqlHistory:
    """Sessions and their turns, in the tables ``sessions`` and ``conversations``; ratings in ``ratings``."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = utc_now) -> None:
        self._database, self._clock = database, clock

    async def session(self, session: UUID) -> Session | None:
        row = await self._database.glance(lambda it: it.execute(_SESSION, {"session": session}).one_or_none())
        # One that lost all its turns to the author's limit is only there for answers that are on their way.
        return Session(*row) if row is not None and row[-1] else None

    async def turns(self, session: UUID, limit: int) -> list[Turn]:
        """The newest ``limit`` turns, oldest first; each source with the first 500 characters of its text."""
        parameters = {"session": session, "limit": limit}
        rows = await self._database.glance(lambda it: it.execute(_NEWEST, parameters).all())
        return [
            Turn(question, answer, asked_at, sources_of(sources), metadata)
            for question, answer, asked_at, sources, metadata in reversed(rows)
        ]

    async def remember(self, session: UUID, turn: Turn, *, continues: bool = False) -> None:
        row = {
            "session_id": session,
            "timestamp": turn.asked_at,
            "query": turn.question,
            "response": turn.answer,
            "sources": list(map(_row, turn.sources)),
            "metadata": turn.metadata,
        }

        def work(connection: sa.Connection) -> None:
            if continues and not connection.execute(_CONTINUE, {"session": session}).rowcount:
                if request := turn.metadata.get("request_id"):
                    _forget_requests(connection, [request])
                return
            _TOUCH.run(connection, row)
            _STORE.run(connection, row)

        await self._database.write(work)

    async def forget(self, session: UUID) -> bool:
        def work(connection: sa.Connection) -> bool:
            # A turn that is being stored is complete before this, or is not stored at all.
            connection.execute(_CONTINUE, {"session": session})
            requests = connection.execute(_REQUESTS, {"session": session}).scalars().all()
            for start in range(0, len(requests), _AT_ONCE):
                _forget_requests(connection, requests[start : start + _AT_ONCE])
            return connection.execute(_FORGET, {"session": session}).rowcount > 0

        return await self._database.write(work)

    async def rate(self, request: UUID, helpful: bool, comment: str, mark: str = "") -> bool:
        rating = {"request_id": request, "helpful": helpful, "comment": comment}
        asked = {"request": str(request), "since": self._clock() - _RATED_FOR}

        def work(connection: sa.Connection) -> bool:
            known = connection.execute(_ANSWERED, asked).scalar()
            if known is None or known.get("mark", "") != mark:
                return False
            connection.execute(_RATE, rating)
            return True

        return await self._database.write(work)

    async def ping(self) -> None:
        await self._database.ping()


def _forget_requests(connection: sa.Connection, requests: Sequence[str]) -> None:
    """Delete what else is stored of these requests: replies that would be sent again, and readers' comments."""
    connection.execute(sa.delete(replies).where(replies.c.request_id.in_(requests)))
    connection.execute(sa.delete(ratings).where(ratings.c.request_id.in_(map(UUID, requests))))


def _row(source: Source) -> dict[str, Any]:
    passage = source.passage
    return {
        "id": passage.id,
        "book": passage.book,
        "site": passage.site,
        "route": passage.route,
        "anchor": passage.anchor,
        "title": passage.title,
        "headings": passage.headings,
        "position": passage.position,
        "order": passage.order,
        "text": passage.text[:_SNIPPET],
        "fragment": passage.fragment,
        "score": source.score,
        "similarity": source.similarity,
    }


@lru_cache(maxsize=512)
def sources_of(text: str) -> tuple[Source, ...]:
    """The sources in one row's JSON. Cached, because a conversation reads its last turns with each question, and this
    was most of the cost; 512 turns of five sources take some 10 MB."""
    return tuple(map(_source, pydantic_core.from_json(text)))


def _source(row: dict[str, Any]) -> Source:
    passage = Passage(
        row["id"],
        row["book"],
        row["site"],
        row["route"],
        row["anchor"],
        row["title"],
        tuple(row["headings"]),
        row["position"],
        row["order"],
        row["text"],
        row["fragment"],
        kept=(),  # only its beginning is stored, and nothing is quoted from it
    )
    return Source(passage, row["score"], row["similarity"])
