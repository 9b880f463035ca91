"""Footnoted makes a book answer for itself: every sentence footnoted, or an honest "the book does not say".

    async with footnoted.open(data_dir="books") as library:
        await library.ingest("path/to/book")
        answer = await library.ask("What is the exit pupil?")

``open_sync`` is the same for programs that do not await. docs/python.md has the rest. Names are imported when they are
first used, so that ``import footnoted`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from footnoted.domain.answer import Answer, Answered, Assessed, Citation, Event, Outcome, Retrieved, TextDelta
    from footnoted.domain.book import Book, Filters, Passage, Source
    from footnoted.domain.errors import AskError, BadQuestion, BadSource, BookUnknown, FootnotedError, Misconfigured
    from footnoted.library import Library, SyncLibrary, open, open_sync

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Answered",
    "AskError",
    "Assessed",
    "BadQuestion",
    "BadSource",
    "Book",
    "BookUnknown",
    "Citation",
    "Event",
    "Filters",
    "FootnotedError",
    "Library",
    "Misconfigured",
    "Outcome",
    "Passage",
    "Retrieved",
    "Source",
    "SyncLibrary",
    "TextDelta",
    "open",
    "open_sync",
]

_HOMES = {
    "library": ("Library", "SyncLibrary", "open", "open_sync"),
    "domain.answer": ("Answer", "Answered", "Assessed", "Citation", "Event", "Outcome", "Retrieved", "TextDelta"),
    "domain.book": ("Book", "Filters", "Passage", "Source"),
    "domain.errors": ("AskError", "BadQuestion", "BadSource", "BookUnknown", "FootnotedError", "Misconfigured"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"footnoted.{home}"), name)
    raise AttributeError(f"module 'footnoted' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
