"""Reads a backup file a few rows at a time, whatever is in it: cut short, damaged, foreign, or made to do harm.

Everything that is wrong with the file is a BadSource. Knows no table.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from footnoted.domain.errors import BadSource

FORMAT = 1
FIX = "Give a file that `footnoted backup` made."
_AT_ONCE = 500
"""Rows in memory at a time, if they are short."""
_BYTES_AT_ONCE = 4 * 1024 * 1024
_LONGEST_ROW = 16 * 1024 * 1024
"""A picture has at most 4 MB, which are 5.6 MB as base64; nothing else that is stored comes near."""
_TABLE_OF_CONTENTS = 1024 * 1024
"""Bytes; that of a backup has some two thousand."""
_DEFLATED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The other methods may ask for gigabytes before they give a byte."""
_FAULTS = (OSError, EOFError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError, struct.error)
"""What zipfile and json raise for files that are none of theirs, besides the errors of zip and zlib."""


class BackupFile:
    """An open backup. Its entries are checked, its rows are not."""

    def __init__(self, file: Path, archive: zipfile.ZipFile, tables: str) -> None:
        self._file, self._archive, self.tables = file, archive, tables

    @classmethod
    @contextmanager
    def open(cls, file: Path, newest: str) -> Iterator[BackupFile]:
        """The backup; ``newest`` are the newest tables that this version knows. Raises BadSource."""
        with readable(file):
            if not file.is_file():  # a device or a pipe may have no end
                raise ValueError("it is no file")
            stream = file.open("rb")
        with stream:
            with readable(file):
                archive = zipfile.ZipFile(_InPieces(stream))
                tables = _tables_of(archive, file, newest)
            yield cls(file, archive, tables)

    @property
    def size(self) -> int:
        """Bytes that its rows unpack to, at most."""
        return sum(entry.file_size for entry in self._archive.infolist())

    def has(self, name: str) -> bool:
        return f"{name}.jsonl" in self._archive.namelist()

    def lines(self, name: str) -> Iterator[Sequence[tuple[int, bytes]]]:
        """The lines of one entry with their numbers, some at a time."""
        with readable(self._file), _entry(self._archive, f"{name}.jsonl") as entry:
            some: list[tuple[int, bytes]] = []
            number = size = 0
            while line := entry.readline(_LONGEST_ROW + 1):
                if len(line) > _LONGEST_ROW:
                    raise ValueError(f"a row of {name} has more than {_LONGEST_ROW >> 20} MB")
                number, size = number + 1, size + len(line)
                some.append((number, line))
                if len(some) == _AT_ONCE or size > _BYTES_AT_ONCE:
                    yield some
                    some, size = [], 0
            if some:
                yield some


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Whatever goes wrong in the block is a fault of the file."""
    try:
        yield
    except (*_FAULTS, zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error) as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise BadSource(f"{file} is not a whole backup ({reason}). {FIX}") from error


def _tables_of(archive: zipfile.ZipFile, file: Path, newest: str) -> str:
    """The version of its tables, by the manifest; refuses entries that no backup has."""
    names = [entry.filename for entry in archive.infolist()]
    if len(names) > len(set(names)):
        raise ValueError("it has an entry twice")
    with _entry(archive, "manifest.json") as entry:
        manifest = json.loads(entry.read(_TABLE_OF_CONTENTS))
    version, tables = manifest["footnoted-backup"], manifest["tables"]
    if not (isinstance(version, int) and isinstance(tables, str)):
        raise ValueError("its manifest is not one of ours")
    if version > FORMAT or tables > newest:
        raise BadSource(f"{file} was made by a newer Footnoted. Install that version and restore with it.")
    return tables


@contextmanager
def _entry(archive: zipfile.ZipFile, name: str) -> Iterator[BinaryIO]:
    if archive.getinfo(name).compress_type not in _DEFLATED:
        raise ValueError(f"{name} is packed in a way that no backup is")
    with archive.open(name) as packed, io.BufferedReader(packed, 1 << 16) as entry:  # type: ignore[type-var]
        yield entry


class _InPieces:
    """A file of which little is read at a time: zipfile reads a table of contents of any length at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        most = _TABLE_OF_CONTENTS + 1
        data = self._file.read(most if size < 0 else min(size, most))
        if len(data) == most:
            raise zipfile.BadZipFile("its table of contents has no end")
        return data
