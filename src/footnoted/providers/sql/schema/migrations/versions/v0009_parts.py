"""Adds the parts of passages: sentences, items, tables, code. Passages stored earlier get theirs when they are read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    json = sa.JSON().with_variant(JSONB(), "postgresql")
    op.add_column("passages", sa.Column("parts", json, nullable=False, server_default="[]"))
