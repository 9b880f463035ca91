"""Adds the boxes of passages: notes, tips, warnings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    json = sa.JSON().with_variant(JSONB(), "postgresql")
    op.add_column("passages", sa.Column("boxes", json, nullable=False, server_default="[]"))
