"""A conversation as clients send it: its last question, and the turns before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from footnoted.contracts.door.refusals import BadInput
from footnoted.domain.question import Turn

LONGEST_QUESTION = 32_000
A_USERS: dict[str, Any] = {"type": "object", "properties": {"role": {"const": "user"}}, "required": ["role"]}
"""JSON Schema for the message that a conversation must have."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message: who wrote it and what it says."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """The question, the turns before it, and how the application wants it answered."""

    question: str
    earlier: list[Turn]
    wishes: str = ""


def conversation(messages: Sequence[Message], field: str = "messages") -> Conversation:
    """The user's last message is the question; each earlier one is a turn with the answer that followed it."""
    asked = max((place for place, message in enumerate(messages) if message.role == "user"), default=None)
    if asked is None:
        raise BadInput(field, "missing")
    question = messages[asked].text.strip()
    if not question:
        raise BadInput(field, "string_too_short")
    if len(question) > LONGEST_QUESTION:
        raise BadInput(field, "string_too_long", LONGEST_QUESTION)
    wishes = [message.text.strip() for message in messages if message.role in ("system", "developer")]
    return Conversation(question, turns(messages[:asked]), "\n".join(filter(None, wishes)))


def turns(messages: Sequence[Message]) -> list[Turn]:
    """Each message of the user with the answer that follows it, if any."""
    told: list[Turn] = []
    for message in messages:
        if message.role == "user":
            told.append(Turn(message.text, "", datetime.now(UTC)))
        elif message.role == "assistant" and told:
            told[-1] = Turn(told[-1].question, message.text, told[-1].asked_at)
    return told
