"""Adds issued keys, their model calls, and the request counters that all workers share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0007"
down_revision = "0006"

_moment = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "access_keys",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False, unique=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("created", _moment, nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("books", sa.JSON().with_variant(JSONB(), "postgresql"), nullable=False),
        sa.Column("per_minute", sa.Integer()),
        sa.Column("daily_calls", sa.Integer()),
        sa.Column("expires", _moment),
        sa.Column("revoked", _moment),
        sa.Column("former_digest", sa.Text(), nullable=False),
        sa.Column("former_until", _moment),
    )
    op.create_table(
        "model_calls",
        sa.Column("key_id", sa.Uuid(), sa.ForeignKey("access_keys.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Text(), primary_key=True),
        sa.Column("calls", sa.Integer(), nullable=False),
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("slot", sa.BigInteger(), primary_key=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("until", _moment, nullable=False),
    )
    op.create_index("idx_counters_until", "counters", ["until"])
