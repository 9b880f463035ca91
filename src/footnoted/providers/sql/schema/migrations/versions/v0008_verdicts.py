"""Adds the verdicts of books: in short, what ingestion found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("books", sa.Column("verdict", sa.JSON().with_variant(JSONB(), "postgresql")))
