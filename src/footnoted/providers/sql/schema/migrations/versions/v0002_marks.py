"""Each book keeps its marks: how its embedder's cosines are to be read in it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("books", sa.Column("marks", sa.JSON().with_variant(JSONB(), "postgresql")))
