"""The tables, as both databases hold them, and the column types that keep out what one of them would refuse.

A change here needs a step in ``migrations/versions``; a test compares the two. Knows no engine and no query.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pydantic_core
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def storable(value: Any) -> Any:
    """The value with U+FFFD for each NUL (PostgreSQL refuses them) and lone surrogate (UTF-8 cannot hold them).

    One character for one, so that offsets into the text still hold.

    >>> storable({"a": ["x\\0y"]}) == {"a": ["x\\ufffdy"]}
    True
    """
    match value:
        case str():
            return _storable_text(value)
        case dict():
            return {storable(key): storable(item) for key, item in value.items()}
        case list() | tuple():
            return [storable(item) for item in value]
        case _:
            return value


def _storable_text(text: str) -> str:
    # Almost every text passes one of these; the regular expression alone would cost ten times as much.
    if "\0" not in text:
        if text.isascii():
            return text
        try:
            text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return text
    return _UNSTORABLE.sub("\ufffd", text)


def as_json(value: Any) -> str:
    """The value as JSON that both databases take.

    >>> as_json({"a": float("nan"), "b": "x\\0"}) == '{"a":null,"b":"x\ufffd"}'
    True
    """
    # Written first and cleaned only where that shows a need: walking through every value costs three times as much.
    try:
        text = _write(value)
    except pydantic_core.PydanticSerializationError:
        return _write(storable(value))
    return _write(storable(value)) if "\\u0000" in text else text


def _write(value: Any) -> str:
    return pydantic_core.to_json(value, inf_nan_mode="null").decode()


class _Text(TypeDecorator[str]):
    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else _storable_text(value)


class _Moment(TypeDecorator[datetime]):
    """A point in time, always UTC; SQLite keeps it without a zone."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _in_utc(value)


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


_json = sa.JSON().with_variant(JSONB(), "postgresql")

metadata = sa.MetaData()

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("session_id", sa.Uuid(), primary_key=True),
    sa.Column("created_at", _Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("last_active", _Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("topic_summary", _Text()),
    sa.Column("archived_at", _Moment()),
    sa.Column("metadata", _json, nullable=False, server_default="{}"),
    sa.Column("owner", _Text()),
)

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("id", sa.Integer(), primary_key=True),
    sa.Column("session_id", sa.Uuid(), sa.ForeignKey("sessions.session_id", ondelete="CASCADE"), nullable=False),
    sa.Column("timestamp", _Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("query", _Text(), nullable=False),
    sa.Column("response", _Text(), nullable=False),
    sa.Column("sources", _json, nullable=False, server_default="[]"),
    sa.Column("metadata", _json, nullable=False, server_default="{}"),
    sa.Column("created_at", _Moment(), nullable=False, server_default=sa.func.now()),
    sa.Index("idx_conversations_session", "session_id", "id"),
    sa.Index("idx_conversations_timestamp", sa.text("timestamp DESC")),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("request_id", sa.Uuid(), primary_key=True),
    sa.Column("helpful", sa.Boolean(), nullable=False),
    sa.Column("comment", _Text(), nullable=False),
    sa.Column("created_at", _Moment(), nullable=False, server_default=sa.func.now()),
)

books = sa.Table(
    "books",
    metadata,
    sa.Column("name", _Text(), primary_key=True),
    sa.Column("title", _Text(), nullable=False),
    sa.Column("source", _Text(), nullable=False),
    sa.Column("site", _Text(), nullable=False),
    sa.Column("embedder", _Text(), nullable=False),
    sa.Column("revision", _Text(), nullable=False),
    sa.Column("pages", sa.Integer(), nullable=False),
    sa.Column("passages", sa.Integer(), nullable=False),
    sa.Column("marks", _json),
    sa.Column("questions", _json),
    sa.Column("language", _Text(), nullable=False, server_default=""),
    sa.Column("verdict", _json),
)

pages = sa.Table(
    "pages",
    metadata,
    sa.Column("book", _Text(), sa.ForeignKey("books.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("route", _Text(), primary_key=True),
    sa.Column("source", _Text(), nullable=False),
    sa.Column("title", _Text(), nullable=False),
    sa.Column("page_order", sa.Integer(), nullable=False),
    sa.Column("source_hash", _Text(), nullable=False),
)

passages = sa.Table(
    "passages",
    metadata,
    sa.Column("id", _Text(), primary_key=True),
    sa.Column("book", _Text(), nullable=False),
    sa.Column("site", _Text(), nullable=False),
    sa.Column("route", _Text(), nullable=False),
    sa.Column("anchor", _Text(), nullable=False),
    sa.Column("title", _Text(), nullable=False),
    sa.Column("headings", _json, nullable=False),
    sa.Column("position", sa.Integer(), nullable=False),
    sa.Column("page_order", sa.Integer(), nullable=False),
    sa.Column("text", _Text(), nullable=False),
    sa.Column("fragment", _Text(), nullable=False),
    sa.Column("content_hash", _Text(), nullable=False),
    sa.Column("fragments", _json, nullable=False, server_default="[]"),
    sa.Column("role", _Text(), nullable=False, server_default="text"),
    sa.Column("language", _Text(), nullable=False, server_default=""),
    sa.Column("parts", _json, nullable=False, server_default="[]"),
    sa.ForeignKeyConstraint(["book", "route"], ["pages.book", "pages.route"], ondelete="CASCADE"),
    sa.Index("idx_passages_place", "book", "route", "position"),
)

pictures = sa.Table(
    "pictures",
    metadata,
    sa.Column("book", _Text(), sa.ForeignKey("books.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("name", _Text(), primary_key=True),
    sa.Column("kind", _Text(), nullable=False),
    sa.Column("width", sa.Integer(), nullable=False),
    sa.Column("height", sa.Integer(), nullable=False),
    sa.Column("data", sa.LargeBinary(), nullable=False),
)

picture_places = sa.Table(
    "picture_places",
    metadata,
    sa.Column("book", _Text(), primary_key=True),
    sa.Column("route", _Text(), primary_key=True),
    sa.Column("number", sa.Integer(), primary_key=True),
    sa.Column("position", sa.Integer(), nullable=False),
    sa.Column("after", sa.Integer(), nullable=False),
    sa.Column("words", _Text(), nullable=False),
    sa.Column("name", _Text(), nullable=False),
    sa.ForeignKeyConstraint(["book", "route"], ["pages.book", "pages.route"], ondelete="CASCADE"),
)

embeddings = sa.Table(
    "embeddings",
    metadata,
    sa.Column("embedder", _Text(), primary_key=True),
    sa.Column("content_hash", _Text(), primary_key=True),
    sa.Column("vector", sa.LargeBinary(), nullable=False),
)

replies = sa.Table(
    "replies",
    metadata,
    sa.Column("name", _Text(), primary_key=True),
    sa.Column("fingerprint", _Text(), nullable=False),
    sa.Column("until", _Moment(), nullable=False),
    sa.Column("reply", sa.LargeBinary()),
    sa.Index("idx_replies_until", "until"),
)

access_keys = sa.Table(
    "access_keys",
    metadata,
    sa.Column("id", sa.Uuid(), primary_key=True),
    sa.Column("name", _Text(), nullable=False, unique=True),
    sa.Column("digest", _Text(), nullable=False),
    sa.Column("created", _Moment(), nullable=False),
    sa.Column("is_admin", sa.Boolean(), nullable=False),
    sa.Column("books", _json, nullable=False),
    sa.Column("per_minute", sa.Integer()),
    sa.Column("daily_calls", sa.Integer()),
    sa.Column("expires", _Moment()),
    sa.Column("revoked", _Moment()),
    sa.Column("former_digest", _Text(), nullable=False),
    sa.Column("former_until", _Moment()),
)

model_calls = sa.Table(
    "model_calls",
    metadata,
    sa.Column("key_id", sa.Uuid(), sa.ForeignKey("access_keys.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("day", _Text(), primary_key=True),
    sa.Column("calls", sa.Integer(), nullable=False),
)

counters = sa.Table(
    "counters",
    metadata,
    sa.Column("name", _Text(), primary_key=True),
    sa.Column("slot", sa.BigInteger(), primary_key=True),
    sa.Column("count", sa.Integer(), nullable=False),
    sa.Column("until", _Moment(), nullable=False),
    sa.Index("idx_counters_until", "until"),
)
