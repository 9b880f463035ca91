"""Adds the languages of books and passages; empty for those indexed earlier."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for table in ("books", "passages"):
        op.add_column(table, sa.Column("language", sa.Text(), nullable=False, server_default=""))
