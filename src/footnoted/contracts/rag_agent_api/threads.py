"""Threads of contract 003-rag-agent-api: sessions and turns as messages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from footnoted.contracts.rag_agent_api.models import Message
from footnoted.domain.question import Session, Turn
from footnoted.domain.text.markers import without_markers

MOST_MESSAGES = 50
"""How many a thread shows; older ones are archived."""
ARCHIVED_AFTER = timedelta(hours=1)


def messages(turns: Sequence[Turn]) -> list[Message]:
    """The turns as alternating messages of user and assistant."""
    listed = []
    for turn in turns:
        listed.append(
            Message.model_construct(role="user", content=turn.question, timestamp=turn.asked_at, confidence=None)
        )
        listed.append(
            Message.model_construct(
                role="assistant",
                # A thread shows no sources, so markers are removed.
                content=without_markers(turn.answer),
                timestamp=turn.asked_at + timedelta(seconds=turn.metadata.get("seconds", 0)),
                confidence=turn.metadata.get("confidence"),
            )
        )
    return listed


def metadata(session: Session) -> dict[str, Any]:
    """Whether the thread is archived (its next message resumes it), and how many of its messages are older."""
    total = session.turns * 2
    return {
        "status": "archived" if datetime.now(UTC) - session.last_active > ARCHIVED_AFTER else "active",
        "total_messages": total,
        "archived_messages": max(0, total - MOST_MESSAGES),
    }
