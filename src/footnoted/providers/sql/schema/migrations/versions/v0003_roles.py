"""Adds the roles of passages, and for each sentence the words that open a link at it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    json = sa.JSON().with_variant(JSONB(), "postgresql")
    op.add_column("passages", sa.Column("fragments", json, nullable=False, server_default="[]"))
    op.add_column("passages", sa.Column("role", sa.Text(), nullable=False, server_default="text"))
