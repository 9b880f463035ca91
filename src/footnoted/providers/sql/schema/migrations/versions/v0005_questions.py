"""Adds the first questions of books, each of which the book answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("books", sa.Column("questions", sa.JSON().with_variant(JSONB(), "postgresql")))
