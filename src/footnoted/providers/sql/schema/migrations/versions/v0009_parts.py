"""Each passage keeps its parts: sentences, items, tables, code. Those stored before have none: reading makes them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    json = sa.JSON().with_variant(JSONB(), "postgresql")
    op.add_column("passages", sa.Column("parts", json, nullable=False, server_default="[]"))
