"""Which files may belong to a book: those in the given folder, or in the repository that the folder is part of.

A site's configuration may name any folder of the machine (``docs_dir: /home``). Anything outside is neither listed nor
opened while the book is read. Knows no configuration.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from footnoted.ingest.manuscript import Manuscript

OUTSIDE = "lies outside the folder that was given and its repository; give the folder that holds both"
_REPOSITORIES = (".git", ".hg")


@dataclass(slots=True)
class Fence:
    """The given folder, the folder that all files must be in, and the folders outside that the book named."""

    given: Path
    folder: Path
    refused: set[Path] = field(default_factory=set)

    def keep_in(self, book: Manuscript, folder: Path) -> Manuscript:
        """The book without pages outside; these pages and the refused folders are reported."""
        outside = {leaf.path for leaf in book.leaves if not leaf.path.resolve().is_relative_to(self.folder)}
        named = tuple((os.path.relpath(place, folder), OUTSIDE) for place in sorted(outside | self.refused))
        leaves = (replace(leaf, repository=self.given) for leaf in book.leaves if leaf.path not in outside)
        return replace(book, leaves=tuple(leaves), skipped=(*book.skipped, *named))


_FENCE: ContextVar[Fence | None] = ContextVar("fence", default=None)
"""Not an argument, because every generator finds files in its own ways and would have to pass it on."""


@contextmanager
def fenced(given: Path | None) -> Iterator[Fence | None]:
    """While entered, files outside are not read; without a given folder, all files may be read."""
    fence = Fence(given, _reach(given)) if given else None
    before = _FENCE.set(fence)
    try:
        yield fence
    finally:
        _FENCE.reset(before)


def is_outside(path: Path) -> bool:
    """Whether the path, with links followed, is outside of what the book may read."""
    fence = _FENCE.get()
    return fence is not None and not path.resolve().is_relative_to(fence.folder)


def may_be_listed(folder: Path) -> bool:
    """Whether the files of this folder may be listed; a folder that may not is recorded."""
    fence = _FENCE.get()
    if fence is None or not is_outside(folder):
        return True
    fence.refused.add(folder)
    return False


@lru_cache(maxsize=100)
def _reach(given: Path) -> Path:
    """The nearest repository around the folder; a book's own configuration cannot make one above itself."""
    folder = given.resolve()
    places = (folder, *folder.parents)
    return next((place for place in places if any((place / name).exists() for name in _REPOSITORIES)), folder)
