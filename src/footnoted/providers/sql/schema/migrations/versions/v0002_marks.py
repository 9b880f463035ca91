"""Adds the marks of books: how to read an embedder's cosines in each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("books", sa.Column("marks", sa.JSON().with_variant(JSONB(), "postgresql")))
