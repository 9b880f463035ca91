"""What the search takes from a conversation: its words, and where in the book it is. Knows no turns."""

from __future__ import annotations

from dataclasses import dataclass

from footnoted.domain.book import Passage

Page = tuple[str, str]
"""A book, and the route of a page in it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation around a question."""

    context: str = ""
    """Its words, which count less than the question's."""
    ground: frozenset[Page] = frozenset()
    """The pages that it is about."""
    follows_up: bool = False
    """Whether the question is about what the conversation is about."""


NO_TALK = Talk()
"""Of a question that is asked alone."""


def page_of(passage: Passage) -> Page:
    return passage.book, passage.route
