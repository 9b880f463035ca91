"""Which other files a page is made from: those that it includes, and what those include. Knows no syntax."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from footnoted.ingest.files.disk import text_of
from footnoted.ingest.files.fence import Fence, fenced
from footnoted.ingest.manuscript import Unreadable

MOST_FILES, MOST_BYTES = 2_000, 32 * 1024 * 1024
"""What one page may include. Ten files that each include the next twenty times would make 20¹⁰ files."""


@dataclass(slots=True)
class _Allowance:
    """What a page may still include."""

    files: int
    bytes: int

    def allows(self, size: int) -> bool:
        self.files, self.bytes = self.files - 1, self.bytes - size
        return self.files >= 0 and self.bytes >= 0


_ALLOWANCE: ContextVar[_Allowance | None] = ContextVar("allowance", default=None)
"""Not a field, because every generator includes files in its own way and would have to pass it on."""


_REPOSITORY: ContextVar[Path | None] = ContextVar("repository", default=None)
"""Not a field for the same reason."""


@contextmanager
def while_reading_a_page() -> Iterator[None]:
    """While entered, included files count for one page; once it has reached its limit, it gets no more."""
    before = _ALLOWANCE.set(_Allowance(MOST_FILES, MOST_BYTES))
    try:
        yield
    finally:
        _ALLOWANCE.reset(before)


@contextmanager
def including_from(repository: Path | None) -> Iterator[Fence | None]:
    """While entered, pages may include files of this folder, if their generator allows it, and nothing outside."""
    before = _REPOSITORY.set(repository)
    try:
        with fenced(repository) as fence:
            yield fence
    finally:
        _REPOSITORY.reset(before)


def file_of_repository(path: Path, folder: Path) -> Path | None:
    """The file at this path, if it is within the book's folder, or in the given folder if that is above it."""
    repository = _REPOSITORY.get()
    return file_within(path, repository if repository and folder.is_relative_to(repository) else folder)


def file_within(path: Path, folder: Path) -> Path | None:
    """The file at this path, with links followed, if it is within the folder: no page may read files outside."""
    found = path.resolve()
    if not found.is_relative_to(folder.resolve()) or not found.is_file():
        return None
    allowance = _ALLOWANCE.get()
    return found if allowance is None or allowance.allows(found.stat().st_size) else None


def included_files(text: str, path: Path, named: Callable[[str, Path], Iterable[Path]]) -> tuple[Path, ...]:
    """Every file that the text includes, directly or not; ``named`` finds the files that a text names."""
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
