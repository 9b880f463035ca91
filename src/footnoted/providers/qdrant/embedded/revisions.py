"""A book's index on disk: directories, one of which is current. Knows nothing about their contents.

``CURRENT`` names the directory that readers open. It is replaced by an atomic rename, so a crash leaves readers with
what they had. The previous directory stays until the next change, for readers that are just opening it.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from footnoted.domain.errors import Misconfigured


@dataclass(frozen=True, slots=True)
class Current:
    """The contents of ``CURRENT``."""

    book: str
    revision: str
    directory: str
    dimensions: int


class Revisions:
    """The directories of one book."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._current = home / "CURRENT"

    def stamp(self) -> tuple[int, int] | None:
        """Changes whenever ``CURRENT`` does; None if there is none. Costs one stat call."""
        try:
            found = os.stat(self._current)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_ino, found.st_mtime_ns

    def current(self) -> Current | None:
        try:
            return Current(**json.loads(self._current.read_text("utf-8")))
        except (FileNotFoundError, NotADirectoryError):
            return None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock out every other writer, in this process and in others; the lock ends with its process."""
        self.home.parent.mkdir(parents=True, exist_ok=True)
        # Beside the directory, not in it, because it would be removed with the directory and lock no one out.
        with open(self.home.with_name(self.home.name + ".lock"), "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Misconfigured(
                    f"Another ingest is changing the index in {self.home}. Wait until it has finished, or stop it."
                ) from error
            yield

    def begin(self, *, afresh: bool) -> Path:
        """A new directory, a copy of the current one unless ``afresh``; removes what earlier writers left behind."""
        current = None if self.stamp() is None else self.current()
        self.home.mkdir(parents=True, exist_ok=True)
        self._sweep(keep={current.directory} if current else set())
        path = self.home / secrets.token_hex(8)
        if current and not afresh:
            _copy(self.home / current.directory, path)
        return path

    def publish(self, current: Current) -> None:
        """Make a directory the current one, durably."""
        draft = self.home / "CURRENT.new"
        with open(draft, "w", encoding="utf-8") as file:
            json.dump(asdict(current), file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self._current)
        _sync(self.home)

    def remove(self) -> None:
        """Remove the book: first for readers, then on disk."""
        self._current.unlink(missing_ok=True)
        shutil.rmtree(self.home, ignore_errors=True)

    def _sweep(self, keep: set[str]) -> None:
        for entry in os.scandir(self.home):
            if entry.is_dir() and entry.name not in keep:
                shutil.rmtree(entry.path, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a directory without filling the holes in its files; Qdrant's are mostly holes."""
    target.mkdir()
    for entry in os.scandir(source):
        # Qdrant writes settings through links to directories, even when it only opens a shard to read it.
        if entry.name.startswith(".atomicwrite"):
            continue
        if entry.is_dir():
            _copy(source / entry.name, target / entry.name)
        else:
            _copy_file(source / entry.name, target / entry.name)


def _copy_file(source: Path, target: Path) -> None:
    with open(source, "rb", buffering=0) as reading, open(target, "wb", buffering=0) as writing:
        size = os.fstat(reading.fileno()).st_size
        os.truncate(writing.fileno(), size)
        hole = 0
        while hole < size:
            try:
                at = os.lseek(reading.fileno(), hole, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:  # only a hole is left
                    return
                raise
            hole = os.lseek(reading.fileno(), at, os.SEEK_HOLE)
            while at < hole:
                at += os.pwrite(writing.fileno(), os.pread(reading.fileno(), min(hole - at, 1 << 20), at), at)


def _sync(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
