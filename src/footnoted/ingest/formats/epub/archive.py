"""Reads entries of a zip file without unpacking it to disk. Refuses zip bombs; does not know what the file is for."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from footnoted.ingest.files.disk import opened
from footnoted.ingest.manuscript import Unreadable

_MOST_ENTRIES = 20_000
"""An EPUB has a few hundred."""
_MOST_BYTES = 1024 * 1024 * 1024
"""What the whole archive may unpack to."""
_ENTRY_BYTES = 32 * 1024 * 1024
"""What one chapter may unpack to; the same as for a text file on the disk."""
_MOST_RATIO = 200
"""Unpacked to packed size; no text that people wrote packs so well."""
_RATIO_MATTERS_ABOVE = 4 * 1024 * 1024
"""Bytes below which a file of blanks may have any ratio: it does no harm."""
_ENCRYPTED = 0x1
"""The bit in an entry's flags: section 4.4.4 of PKWARE's APPNOTE.TXT."""


@contextmanager
def open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """The archive, after its table of contents was found harmless. Raises Unreadable."""
    with opened(path) as file:
        try:
            archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError) as error:
            raise Unreadable("not a zip archive, or a broken one") from error
        with archive:
            _check(archive)
            yield archive


def read_entry(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of one entry. Raises Unreadable."""
    try:
        entry = archive.getinfo(name)
    except KeyError as error:
        raise Unreadable(f"the archive holds no {name}") from error
    if entry.flag_bits & _ENCRYPTED:
        raise Unreadable("the archive is encrypted")
    if entry.file_size > _ENTRY_BYTES:
        raise Unreadable(f"{name} in the archive is larger than {_ENTRY_BYTES // 1024 // 1024} MB")
    try:
        with archive.open(entry) as file:
            # The archive may lie about sizes, so no more than allowed is read.
            data = file.read(_ENTRY_BYTES + 1)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, RuntimeError) as error:
        raise Unreadable(f"{name} in the archive is broken") from error
    if len(data) > _ENTRY_BYTES:
        raise Unreadable(f"{name} in the archive is larger than {_ENTRY_BYTES // 1024 // 1024} MB")
    return data


def _check(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    if len(entries) > _MOST_ENTRIES:
        raise Unreadable(f"the archive holds more than {_MOST_ENTRIES} entries")
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if unpacked > _MOST_BYTES:
        raise Unreadable(f"the archive unpacks to more than {_MOST_BYTES // 1024 // 1024} MB")
    if unpacked > _RATIO_MATTERS_ABOVE and unpacked > packed * _MOST_RATIO:
        raise Unreadable("the archive unpacks to far more than its size: a zip bomb")
    for entry in entries:
        if leads_out(entry.filename):
            raise Unreadable("the archive holds a name that leads out of it")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise Unreadable("the archive holds a link")


def leads_out(name: str) -> bool:
    r"""Whether a name is absolute or climbs above its folder.

    >>> [leads_out(name) for name in ("a/b.txt", "../x", "a/../../x", "/etc/passwd", "C:\\x", "a\\..\\x")]
    [False, True, True, True, True, True]
    """
    parts = name.replace("\\", "/").split("/")
    return name[:1] in ("/", "\\") or ":" in parts[0] or ".." in parts
