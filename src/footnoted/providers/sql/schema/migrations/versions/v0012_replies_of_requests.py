"""Adds the request of a stored reply, so that the reply is deleted together with its session."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("replies", sa.Column("request_id", sa.Text(), nullable=False, server_default=""))
    op.create_index("idx_replies_request", "replies", ["request_id"])
