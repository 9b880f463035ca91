"""Files that a page imports and shows as its own text. Knows where they may be, not what they say."""

from __future__ import annotations

import re
from pathlib import Path

from footnoted.ingest.files.included import file_within

IMPORT = re.compile(r"^import\s+(\w+)\s+from\s+['\"]([^'\"\n]+\.mdx?)['\"]", re.MULTILINE)


def partial_path(name: str, importer: Path, root: Path) -> Path | None:
    """The file that an import names, if it is within the book."""
    path = (root / name.removeprefix("@site/")) if name.startswith("@site/") else importer.parent / name
    return file_within(path, root)
