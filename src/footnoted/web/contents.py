"""A book's table of contents, from its sections. Knows no server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from footnoted.domain import book


class ChapterSection(TypedDict):
    """A heading directly below a page's title."""

    title: str
    position: int
    """Anchor of its first passage on the page."""


class Chapter(TypedDict):
    """A page of the book and its sections."""

    route: str
    title: str
    sections: list[ChapterSection]


def contents(sections: Iterable[book.Section]) -> list[Chapter]:
    """The pages in reading order, each with its sections."""
    chapters: dict[str, Chapter] = {}
    for section in sections:
        chapter = chapters.setdefault(section.route, {"route": section.route, "title": section.title, "sections": []})
        below = section.headings[1:] if section.headings[:1] == (section.title,) else section.headings
        if len(below) == 1:
            chapter["sections"].append({"title": below[0], "position": section.position})
    return list(chapters.values())
