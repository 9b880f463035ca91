"""The Markdown files below a folder, in name order. Knows no site generator."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

ENDINGS = (".md", ".mdx", ".markdown")
_PASSED_OVER = {"node_modules", "site-packages", "__tests__"}


def markdown_files(folder: Path) -> Iterator[Path]:
    """Every Markdown file but hidden ones and those with a leading underscore, which are parts of others."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] not in "._" and name not in _PASSED_OVER)
        for name in sorted(names):
            path = Path(place, name)
            if name[0] in "._" or not name.lower().endswith(ENDINGS) or leads_out(path, folder):
                continue
            yield path


def leads_out(path: Path, folder: Path) -> bool:
    """Whether the path is a link to something outside the folder, which is none of the book's business."""
    return path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())
