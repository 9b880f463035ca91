"""Tells a program's pages from the files that it uses: what it is tested on, what it fills in, what it reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_PROJECTS = ("pyproject.toml", "setup.py", "setup.cfg", "package.json", "Cargo.toml", "go.mod", "pom.xml", "Gemfile")
_TESTS = frozenset({"test", "tests", "testdata"})
_DATA = frozenset({".html", ".htm", ".xhtml", ".txt"})
"""Formats of templates and lists; Markdown beside code is written for people."""


def without_program_files(files: Iterable[Path], root: Path) -> tuple[list[Path], str]:
    """The pages, and a clause on what was left out; all files where no page would be left."""
    files = list(files)
    is_project = any((root / name).is_file() for name in _PROJECTS)
    pages = [path for path in files if not _is_used(path, root)] if is_project else files
    if len(pages) in (0, len(files)):
        return files, ""
    return pages, f"; {len(files) - len(pages)} files that its program uses or is tested on are left out"


def _is_used(path: Path, root: Path) -> bool:
    folders = [above for above in path.parents if above != root and above.is_relative_to(root)]
    if any(folder.name in _TESTS for folder in folders):
        return True
    return path.suffix.lower() in _DATA and any((folder / "__init__.py").is_file() for folder in folders)
