"""Files that a page imports and shows as its own text. Knows where they may be."""

from __future__ import annotations

import re
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.included import file_of_repository
from footnoted.ingest.formats.markdown.front_matter import split_front_matter
from footnoted.ingest.manuscript import Unreadable

IMPORT = re.compile(r"^import\s+(\w+)\s+from\s+['\"]([^'\"\n]+\.mdx?)['\"]", re.MULTILINE)


def partial_path(name: str, importer: Path, root: Path) -> Path | None:
    """The file that an import names, if it is within the book or its repository."""
    path = (root / name.removeprefix("@site/")) if name.startswith("@site/") else importer.parent / name
    return file_of_repository(path, root)


def partial_text(name: str, importer: Path, root: Path) -> tuple[Path, str] | None:
    """The file that an import names, and its text; None if it cannot be had."""
    path = partial_path(name, importer, root)
    try:
        return (path, split_front_matter(text_of(path))[1]) if path else None
    except Unreadable:
        return None
