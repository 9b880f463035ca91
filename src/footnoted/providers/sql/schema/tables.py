"""The tables, for both databases.

A change here needs a file in ``migrations/versions``; a test compares the two. Knows no engine and no query.
"""

from __future__ import annotations

import sqlalchemy as sa

from footnoted.providers.sql.schema.columns import Json, Moment, Text

metadata = sa.MetaData()

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("session_id", sa.Uuid(), primary_key=True),
    sa.Column("created_at", Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("last_active", Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("topic_summary", Text()),
    sa.Column("archived_at", Moment()),
    sa.Column("metadata", Json, nullable=False, server_default="{}"),
    sa.Column("owner", Text()),
)

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("id", sa.Integer(), primary_key=True),
    sa.Column("session_id", sa.Uuid(), sa.ForeignKey("sessions.session_id", ondelete="CASCADE"), nullable=False),
    sa.Column("timestamp", Moment(), nullable=False, server_default=sa.func.now()),
    sa.Column("query", Text(), nullable=False),
    sa.Column("response", Text(), nullable=False),
    sa.Column("sources", Json, nullable=False, server_default="[]"),
    sa.Column("metadata", Json, nullable=False, server_default="{}"),
    sa.Column("created_at", Moment(), nullable=False, server_default=sa.func.now()),
    sa.Index("idx_conversations_session", "session_id", "id"),
    sa.Index("idx_conversations_timestamp", sa.text("timestamp DESC")),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("request_id", sa.Uuid(), primary_key=True),
    sa.Column("helpful", sa.Boolean(), nullable=False),
    sa.Column("comment", Text(), nullable=False),
    sa.Column("created_at", Moment(), nullable=False, server_default=sa.func.now()),
)

books = sa.Table(
    "books",
    metadata,
    sa.Column("name", Text(), primary_key=True),
    sa.Column("title", Text(), nullable=False),
    sa.Column("source", Text(), nullable=False),
    sa.Column("site", Text(), nullable=False),
    sa.Column("embedder", Text(), nullable=False),
    sa.Column("revision", Text(), nullable=False),
    sa.Column("pages", sa.Integer(), nullable=False),
    sa.Column("passages", sa.Integer(), nullable=False),
    sa.Column("marks", Json),
    sa.Column("questions", Json),
    sa.Column("language", Text(), nullable=False, server_default=""),
    sa.Column("verdict", Json),
)

pages = sa.Table(
    "pages",
    metadata,
    sa.Column("book", Text(), sa.ForeignKey("books.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("route", Text(), primary_key=True),
    sa.Column("source", Text(), nullable=False),
    sa.Column("title", Text(), nullable=False),
    sa.Column("page_order", sa.Integer(), nullable=False),
    sa.Column("source_hash", Text(), nullable=False),
)

passages = sa.Table(
    "passages",
    metadata,
    sa.Column("id", Text(), primary_key=True),
    sa.Column("book", Text(), nullable=False),
    sa.Column("site", Text(), nullable=False),
    sa.Column("route", Text(), nullable=False),
    sa.Column("anchor", Text(), nullable=False),
    sa.Column("title", Text(), nullable=False),
    sa.Column("headings", Json, nullable=False),
    sa.Column("position", sa.Integer(), nullable=False),
    sa.Column("page_order", sa.Integer(), nullable=False),
    sa.Column("text", Text(), nullable=False),
    sa.Column("fragment", Text(), nullable=False),
    sa.Column("content_hash", Text(), nullable=False),
    sa.Column("fragments", Json, nullable=False, server_default="[]"),
    sa.Column("role", Text(), nullable=False, server_default="text"),
    sa.Column("language", Text(), nullable=False, server_default=""),
    sa.Column("parts", Json, nullable=False, server_default="[]"),
    sa.Column("boxes", Json, nullable=False, server_default="[]"),
    sa.ForeignKeyConstraint(["book", "route"], ["pages.book", "pages.route"], ondelete="CASCADE"),
    sa.Index("idx_passages_place", "book", "route", "position"),
)

pictures = sa.Table(
    "pictures",
    metadata,
    sa.Column("book", Text(), sa.ForeignKey("books.name", ondelete="CASCADE"), primary_key=True),
    sa.Column("name", Text(), primary_key=True),
    sa.Column("kind", Text(), nullable=False),
    sa.Column("width", sa.Integer(), nullable=False),
    sa.Column("height", sa.Integer(), nullable=False),
    sa.Column("data", sa.LargeBinary(), nullable=False),
)

picture_places = sa.Table(
    "picture_places",
    metadata,
    sa.Column("book", Text(), primary_key=True),
    sa.Column("route", Text(), primary_key=True),
    sa.Column("number", sa.Integer(), primary_key=True),
    sa.Column("position", sa.Integer(), nullable=False),
    sa.Column("after", sa.Integer(), nullable=False),
    sa.Column("words", Text(), nullable=False),
    sa.Column("name", Text(), nullable=False),
    sa.ForeignKeyConstraint(["book", "route"], ["pages.book", "pages.route"], ondelete="CASCADE"),
)

embeddings = sa.Table(
    "embeddings",
    metadata,
    sa.Column("embedder", Text(), primary_key=True),
    sa.Column("content_hash", Text(), primary_key=True),
    sa.Column("vector", sa.LargeBinary(), nullable=False),
)

replies = sa.Table(
    "replies",
    metadata,
    sa.Column("name", Text(), primary_key=True),
    sa.Column("fingerprint", Text(), nullable=False),
    sa.Column("until", Moment(), nullable=False),
    sa.Column("reply", sa.LargeBinary()),
    sa.Column("request_id", Text(), nullable=False, server_default=""),
    sa.Index("idx_replies_until", "until"),
    sa.Index("idx_replies_request", "request_id"),
)

access_keys = sa.Table(
    "access_keys",
    metadata,
    sa.Column("id", sa.Uuid(), primary_key=True),
    sa.Column("name", Text(), nullable=False, unique=True),
    sa.Column("digest", Text(), nullable=False),
    sa.Column("created", Moment(), nullable=False),
    sa.Column("is_admin", sa.Boolean(), nullable=False),
    sa.Column("books", Json, nullable=False),
    sa.Column("per_minute", sa.Integer()),
    sa.Column("daily_calls", sa.Integer()),
    sa.Column("expires", Moment()),
    sa.Column("revoked", Moment()),
    sa.Column("former_digest", Text(), nullable=False),
    sa.Column("former_until", Moment()),
)

model_calls = sa.Table(
    "model_calls",
    metadata,
    sa.Column("key_id", sa.Uuid(), sa.ForeignKey("access_keys.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("day", Text(), primary_key=True),
    sa.Column("calls", sa.Integer(), nullable=False),
)

counters = sa.Table(
    "counters",
    metadata,
    sa.Column("name", Text(), primary_key=True),
    sa.Column("slot", sa.BigInteger(), primary_key=True),
    sa.Column("count", sa.Integer(), nullable=False),
    sa.Column("until", Moment(), nullable=False),
    sa.Index("idx_counters_until", "until"),
)
