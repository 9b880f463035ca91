"""The first tables: sessions, their conversations and readers' ratings, the catalogue, the embedding cache."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

_json = sa.JSON().with_variant(JSONB(), "postgresql")
_moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    _history()
    _catalogue()
    op.create_table(
        "embeddings",
        sa.Column("embedder", sa.Text(), primary_key=True),
        sa.Column("content_hash", sa.Text(), primary_key=True),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
    )


def _history() -> None:
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.Uuid(), primary_key=True),
        sa.Column("created_at", _moment, nullable=False, server_default=sa.func.now()),
        sa.Column("last_active", _moment, nullable=False, server_default=sa.func.now()),
        sa.Column("topic_summary", sa.Text()),
        sa.Column("archived_at", _moment),
        sa.Column("metadata", _json, nullable=False, server_default="{}"),
        sa.Column("owner", sa.Text()),
    )
    op.create_table(
        "conversations",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("session_id", sa.Uuid(), sa.ForeignKey("sessions.session_id", ondelete="CASCADE"), nullable=False),
        sa.Column("timestamp", _moment, nullable=False, server_default=sa.func.now()),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("sources", _json, nullable=False, server_default="[]"),
        sa.Column("metadata", _json, nullable=False, server_default="{}"),
        sa.Column("created_at", _moment, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("idx_conversations_session", "conversations", ["session_id", "id"])
    op.create_index("idx_conversations_timestamp", "conversations", [sa.text("timestamp DESC")])
    op.create_table(
        "ratings",
        sa.Column("request_id", sa.Uuid(), primary_key=True),
        sa.Column("helpful", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("created_at", _moment, nullable=False, server_default=sa.func.now()),
    )


def _catalogue() -> None:
    op.create_table(
        "books",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("embedder", sa.Text(), nullable=False),
        sa.Column("revision", sa.Text(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("passages", sa.Integer(), nullable=False),
    )
    op.create_table(
        "pages",
        sa.Column("book", sa.Text(), sa.ForeignKey("books.name", ondelete="CASCADE"), primary_key=True),
        sa.Column("route", sa.Text(), primary_key=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("page_order", sa.Integer(), nullable=False),
        sa.Column("source_hash", sa.Text(), nullable=False),
    )
    op.create_table(
        "passages",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("book", sa.Text(), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("headings", _json, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("page_order", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("fragment", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["book", "route"], ["pages.book", "pages.route"], ondelete="CASCADE"),
    )
    op.create_index("idx_passages_place", "passages", ["book", "route", "position"])
