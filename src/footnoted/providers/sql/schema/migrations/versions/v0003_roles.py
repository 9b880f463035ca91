"""Each passage keeps its role, and words that open a link at each of its sentences."""

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
