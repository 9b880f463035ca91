"""Which files a page is made from beside its own: those that it includes, and what those include. Knows no syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.manuscript import Unreadable


def file_within(path: Path, folder: Path) -> Path | None:
    """The file at this path, links followed, if it is within the folder: no page may read what is outside."""
    found = path.resolve()
    return found if found.is_relative_to(folder.resolve()) and found.is_file() else None


def included_files(text: str, path: Path, named: Callable[[str, Path], Iterable[Path]]) -> tuple[Path, ...]:
    """Every file that is put in; ``named`` finds the files that a text names."""
    found: set[Path] = set()
    waiting = [(text, path)]
    while waiting:
        for target in named(*waiting.pop()):
            if target in found:
                continue
            found.add(target)
            try:
                waiting.append((text_of(target), target))
            except Unreadable:  # reading the page reports it
                continue
    return tuple(sorted(found))
